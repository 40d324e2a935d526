import { CSV_TOO_LARGE, JSON_TOO_LARGE, MAX_CSV_BYTES, MAX_JSON_BYTES } from '#app/batches/limits.ts';
import { PICTURE_TOO_LARGE } from '#app/designs/design-form.ts';
import { THUMBNAIL_TOO_LARGE, VIDEO_TOO_LARGE } from '#app/files/media/texts.ts';
import { FILE_TOO_LARGE } from '#app/verification/authentication/texts.ts';
import { isApiPath, isServerPath } from './paths.server.ts';

const KB = 1024;
const MB = 1024 * KB;

/** A page's form. The longest field has 5,000 characters, at most 45 KB URL-encoded. */
export const FORM_BYTES = 64 * KB;
/** A checkpoint, or the event of a webhook. */
export const SERVER_BYTES = 256 * KB;
/** JSON of an API call with a token. Without one, the limit is lower (routes/api/v1/read-json.ts). */
export const API_BYTES = MB;
/** A video of 500 MB with its multipart framing and text fields. */
const UPLOAD_BYTES = 501 * MB;

/** A CSV of 10 MB with its multipart framing. */
const BATCH_CSV_BYTES = MAX_CSV_BYTES + FORM_BYTES;
const isBatchPath = (pathname: string) =>
  /^\/(?:admin|api\/v1\/certs)\/batches\/?$/.test(pathname.replace(/\.data$/, ''));

const UPLOAD_PATHS =
  /^\/(?:admin\/(?:batches|create-course|courses\/[^/]+\/edit|designs\/(?!preview\b)[^/]+|course-videos(?:\/upload)?)|authentication|tracing|api\/v1\/authenticate|api\/v1\/admin\/course(?:\/module\/addLesson\/[^/]+)?)\/?$/;

/** Whether a request is a file upload, which its route streams without a time limit. */
export const isUpload = (pathname: string, contentType: string | null | undefined) =>
  /^multipart\/form-data\b/i.test(contentType ?? '') && UPLOAD_PATHS.test(pathname.replace(/\.data$/, ''));

const CHOOSE_SMALLER = 'Nothing was saved. Go back to the form, choose a smaller file and send it again.';

/** The message for an upload or batch whose Content-Length is too large. Undefined for other requests. */
export function uploadTooLarge({
  pathname,
  api,
  upload,
  bodyLimit: limit,
}: {
  pathname: string;
  api: boolean;
  upload: boolean;
  bodyLimit: number;
}): string | undefined {
  if (isBatchPath(pathname)) {
    if (!api) return `${CSV_TOO_LARGE} ${CHOOSE_SMALLER}`;
    return limit === MAX_JSON_BYTES ? JSON_TOO_LARGE : CSV_TOO_LARGE;
  }
  if (!upload) return undefined;
  if (/authenticat|tracing/.test(pathname)) return FILE_TOO_LARGE;
  if (/designs/.test(pathname)) return `${PICTURE_TOO_LARGE} ${CHOOSE_SMALLER}`;
  const message = /course-videos|addLesson/.test(pathname) ? VIDEO_TOO_LARGE : THUMBNAIL_TOO_LARGE;
  // The body is not read, so the form cannot be shown again with the entered values.
  return api ? message : `${message}. ${CHOOSE_SMALLER}`;
}

/** The largest body of a request, in bytes. */
export function bodyLimit(pathname: string, contentType: string | null | undefined): number {
  if (isBatchPath(pathname)) {
    return /^application\/json\b/i.test(contentType ?? '') ? MAX_JSON_BYTES : BATCH_CSV_BYTES;
  }
  if (isUpload(pathname, contentType)) return UPLOAD_BYTES;
  if (isServerPath(pathname)) return SERVER_BYTES;
  return isApiPath(pathname) ? API_BYTES : FORM_BYTES;
}
