import { THUMBNAIL_TOO_LARGE, VIDEO_TOO_LARGE } from '#app/courses/texts.ts';
import { isApiPath } from './paths.server.ts';

const KB = 1024;
const MB = 1024 * KB;

/** A page's form: its longest field is 5,000 characters, which are at most 45 KB as they are sent. */
export const FORM_BYTES = 64 * KB;
/** The API's JSON from somebody with a token; without one it is less (routes/api/v1/read-json.ts). */
const API_BYTES = MB;
/** A video of 500 MB and the multipart framing and text fields around it. */
const UPLOAD_BYTES = 501 * MB;

const UPLOAD_PATHS =
  /^\/(?:admin\/(?:create-course|courses\/[^/]+\/edit|course-videos(?:\/upload)?)|authentication|tracing|api\/v1\/authenticate|api\/v1\/admin\/course(?:\/module\/addLesson\/[^/]+)?)\/?$/;

/** Whether a request is a file upload: streamed by its route, and allowed to take its time. */
export const isUpload = (pathname: string, contentType: string | null | undefined) =>
  /^multipart\/form-data\b/i.test(contentType ?? '') && UPLOAD_PATHS.test(pathname.replace(/\.data$/, ''));

/** What is said of an upload that is too large by what it says it is; undefined for what is no upload. */
export function uploadTooLarge(pathname: string, contentType: string | null | undefined): string | undefined {
  if (!isUpload(pathname, contentType)) return undefined;
  return /course-videos|addLesson/.test(pathname) ? VIDEO_TOO_LARGE : THUMBNAIL_TOO_LARGE;
}

/** The bytes that a request's body may have. */
export function bodyLimit(pathname: string, contentType: string | null | undefined): number {
  if (isUpload(pathname, contentType)) return UPLOAD_BYTES;
  return isApiPath(pathname) ? API_BYTES : FORM_BYTES;
}
