/** Messages and limits of uploads that pages, API and tests share. */
export const NOT_AN_IMAGE = 'Please select a valid image file.';
export const THUMBNAIL_TOO_LARGE = 'File size too large. Maximum allowed is 10MB';
export const UPLOADS_FULL = 'There is no space left for uploads. Please try again later.';
export const NOT_A_VIDEO = 'Please select a valid video file';
export const VIDEO_TOO_LARGE = 'File size too large. Maximum allowed is 500MB';
export const AVI_NOTICE =
  'Browsers cannot play AVI files. Learners will only be able to download this video; MP4 (H.264) plays everywhere.';
export const CODEC_NOTICE = 'Some browsers cannot play this kind of video. MP4 (H.264) plays everywhere.';
/** After the notices above, on a server without ffmpeg. */
export const INSTALL_FFMPEG = 'To have such videos converted, install ffmpeg on the server.';
export const WILL_BE_CONVERTED =
  'Not all browsers can play this video. It is being converted to MP4 in the background; until then, learners can download it.';
/** The end of a message for a form whose body is not read, so that it cannot be shown again with the entered values. */
export const andChooseSmaller = (message: string) =>
  `${message.replace(/\.$/, '')}. Nothing was saved. Go back to the form, choose a smaller file and send it again.`;

export const NOT_A_LESSON_FILE = 'Please choose a PDF, a ZIP file, an office document or a picture.';
export const LESSON_FILE_TOO_LARGE = 'File size too large. Maximum allowed is 50MB';

export const MAX_LESSON_FILE_BYTES = 50 * 1024 * 1024;
/** A file of a lesson with its multipart framing. */
export const MOST_LESSON_FILE_FORM = MAX_LESSON_FILE_BYTES + 1024 * 1024;
export const MAX_VIDEO_BYTES = 500 * 1024 * 1024;
export const MAX_THUMBNAIL_BYTES = 10 * 1024 * 1024;
/** A video with its multipart framing and text fields. */
export const MOST_VIDEO_FORM = MAX_VIDEO_BYTES + 1024 * 1024;
/** Pictures that are too large are read up to this, so that the form can be shown again with the entered values. */
export const MOST_PICTURE_FORM = 64 * 1024 * 1024;
