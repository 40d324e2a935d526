import { THUMBNAIL_TOO_LARGE, VIDEO_TOO_LARGE } from '#app/courses/texts.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { isApiPath } from './paths.server.ts';
import { TOO_LARGE } from './refusal.server.ts';

const KB = 1024;
const MB = 1024 * KB;

/** What a page's form may send: the longest field is 5,000 characters. */
export const FORM_BYTES = 256 * KB;
const API_BYTES = MB;
/** A video of 500 MB and the multipart framing and text fields around it. */
const UPLOAD_BYTES = 501 * MB;

const UPLOAD_PATHS =
  /^\/(?:admin\/(?:create-course|courses\/[^/]+\/edit|course-videos(?:\/upload)?)|api\/v1\/admin\/course(?:\/module\/addLesson\/[^/]+)?)\/?$/;

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

/**
 * The same request with a body that fails with a `too-large` AppError once more than `limit` bytes went through it.
 * `exceeded` tells afterwards, whatever the reader made of the failure. A body that says how long it is needs no counting:
 * no more of it is read than that, and what says too much is refused before this.
 */
export function limitBody(request: Request, limit: number): { request: Request; exceeded: () => boolean } {
  if (!request.body || request.headers.has('content-length')) return { request, exceeded: () => false };
  let read = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > limit) controller.error(new AppError('too-large', TOO_LARGE));
        else controller.enqueue(chunk);
      },
    }),
  );
  const init = { body: counted, duplex: 'half' };
  return { request: new Request(request, init), exceeded: () => read > limit };
}
