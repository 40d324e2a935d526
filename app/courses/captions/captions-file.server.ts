import type { Actor } from '#app/accounts/actor.server.ts';
import { requireReadable } from '#app/courses/lesson-access.server.ts';
import { signedReader, type VideoSignature } from '#app/courses/video-urls.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { captionsPath, cuesOf } from './captions-of.server.ts';
import { toWebVtt } from './webvtt.ts';

/**
 * The captions of a lesson as WebVTT, for readers who may watch it, and for holders of a signed URL of one of them.
 * @param file the last segment of the path: '{language}.vtt'
 * @throws AppError forbidden, also for a closed lesson; not-found
 */
export function captionsFile(actor: Actor, lessonId: string, file: string, signature: VideoSignature) {
  const language = /^([\w-]{2,35})\.vtt$/.exec(file)?.[1] ?? '';
  const reader = signedReader(captionsPath(lessonId, language), signature) ?? actor;
  if (reader.kind === 'visitor') throw forbidden();
  requireReadable(reader, lessonId);
  const found = cuesOf(lessonId, language);
  if (!found) throw notFound();
  return {
    name: file,
    contentType: 'text/vtt; charset=utf-8',
    etag: `"${lessonId}-${language}-${found.createdAt}"`,
    read: async () => Buffer.from(toWebVtt(found.cues)),
  };
}
