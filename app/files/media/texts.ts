import { pageLanguage, t } from '#messages';

/** Messages and limits of uploads that pages, API and tests share. */
const listed = (items: string[]) =>
  new Intl.ListFormat(pageLanguage(), { type: 'conjunction' }).format(items);

export const notAnImage = () => t('texts.pleaseSelectAValidImageFile');
export const thumbnailTooLarge = () => t('texts.fileSizeTooLargeMaximumAllowedIs10mb');
export const uploadsFull = () => t('texts.thereIsNoSpaceLeftForUploads');
export const notAVideo = () => t('texts.pleaseSelectAValidVideoFile');
export const kindsTaken = (kinds: string[]) => t('texts.kindsAreTaken', { kinds: listed(kinds) });
export const isOtherKind = (kind: string) => t('texts.thisFileIsOfAnotherKind', { kind });
export const isUnknownKind = () => t('texts.thisFileIsOfNoKnownKind');
export const isIncomplete = () => t('texts.thisFileIsCutOff');
export const needsFfmpeg = (kind: string) => t('texts.thisFileNeedsFfmpeg', { kind });
export const heicNotRead = () => t('texts.heicIsNotRead');
export const videoTooLarge = () => t('texts.fileSizeTooLargeMaximumAllowedIs500mb');
export const aviNotice = () => t('texts.browsersCannotPlayAviFiles');
export const codecNotice = () => t('texts.someBrowsersCannotPlayThisKindOfVideo');
/** After the notices above, on a server without ffmpeg. */
export const installFfmpeg = () => t('texts.toHaveSuchVideosConverted');
export const willBeConverted = () => t('texts.notAllBrowsersCanPlayThisVideo');
/** The end of a message for a form whose body is not read, so that it cannot be shown again with the entered values. */
export const andChooseSmaller = (message: () => string) => () =>
  t('texts.messageNothingWasSaved', { message: message().replace(/[.。।]$/, '') });

export const notALessonFile = () => t('texts.pleaseChooseAPdf');
export const lessonFileTooLarge = () => t('texts.fileSizeTooLargeMaximumAllowedIs50mb');

export const MAX_LESSON_FILE_BYTES = 50 * 1024 * 1024;
/** A file of a lesson with its multipart framing. */
export const MOST_LESSON_FILE_FORM = MAX_LESSON_FILE_BYTES + 1024 * 1024;
export const MAX_VIDEO_BYTES = 500 * 1024 * 1024;
export const MAX_THUMBNAIL_BYTES = 10 * 1024 * 1024;
/** A video with its multipart framing and text fields. */
export const MOST_VIDEO_FORM = MAX_VIDEO_BYTES + 1024 * 1024;
/** Pictures that are too large are read up to this, so that the form can be shown again with the entered values. */
export const MOST_PICTURE_FORM = 64 * 1024 * 1024;
/** The limit of forms with a file field for a photograph of a holder. */
export const PHOTOGRAPH_FORM = { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(thumbnailTooLarge) };
