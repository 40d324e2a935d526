import type { Actor } from '#app/accounts/actor.server.ts';
import { addLesson } from '#app/courses/add-lesson.server.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredLesson, authoredModule } from '#app/courses/find-course.server.ts';
import { stageThumbnail } from '#app/courses/media/stage-thumbnail.server.ts';
import { stageVideo } from '#app/courses/media/stage-video.server.ts';
import {
  MAX_THUMBNAIL_BYTES,
  MAX_VIDEO_BYTES,
  MISSING_PARENT,
  THUMBNAIL_TOO_LARGE,
  VIDEO_TOO_LARGE,
} from '#app/courses/texts.ts';
import { updateLesson } from '#app/courses/update-lesson.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';

type Form = {
  actor: Actor;
  upload: UploadSource;
  /** Issuer of the course. */
  ownerId: string;
  keepFields?: boolean;
};

/** Reads a form with an image in `thumbnail`. Errors as `readUpload` and `stageThumbnail`. */
export const readThumbnailUpload = ({ actor, upload, ownerId, keepFields = false }: Form) =>
  readUpload(upload, {
    actor,
    ownerId,
    keepFields,
    fileField: 'thumbnail',
    stage: (bytes) => stageThumbnail(bytes, ownerId),
    maxBytes: MAX_THUMBNAIL_BYTES,
    tooLargeMessage: THUMBNAIL_TOO_LARGE,
  });

const readVideoUpload = ({ actor, upload, ownerId, keepFields = false }: Form) =>
  readUpload(upload, {
    actor,
    ownerId,
    keepFields,
    fileField: 'videoFile',
    stage: stageVideo,
    maxBytes: MAX_VIDEO_BYTES,
    tooLargeMessage: VIDEO_TOO_LARGE,
  });

/**
 * Reads an uploaded lesson and adds it. Checks the permission for the module before it reads the video.
 * @param entered receives the text fields, even if the lesson is rejected
 * @returns the lesson, and a playback warning for its author
 * @throws AppError as `readUpload`, `stageVideo` and `addLesson`
 */
export async function receiveLesson(
  actor: Actor,
  upload: UploadSource,
  moduleId: string,
  entered?: Record<string, string>,
): Promise<{ lesson: Lesson; notice: string | null }> {
  const { courseId, ownerId } = authoredModule(actor, moduleId);
  const keepFields = entered !== undefined;
  const { fields, file, error } = await readVideoUpload({ actor, upload, ownerId, keepFields });
  Object.assign(entered ?? {}, fields);
  if (error) throw error;
  try {
    if (!fields.courseId?.trim()) throw invalid(MISSING_PARENT, { courseId: [MISSING_PARENT] });
    if (fields.courseId.trim() !== courseId) throw notFound('Module not found.');
  } catch (error) {
    await file?.discard();
    throw error;
  }
  const lesson = await addLesson(actor, moduleId, fields, file);
  return { lesson, notice: file?.notice ?? null };
}

/** Reads an uploaded lesson form and updates the lesson. An empty file field keeps the video. */
export async function receiveLessonEdit(
  actor: Actor,
  upload: UploadSource,
  lessonId: string,
  entered?: Record<string, string>,
): Promise<{ moduleId: string; notice: string | null }> {
  const { moduleId, ownerId } = authoredLesson(actor, lessonId);
  const keepFields = entered !== undefined;
  const { fields, file, error } = await readVideoUpload({ actor, upload, ownerId, keepFields });
  Object.assign(entered ?? {}, fields);
  if (error) throw error;
  await updateLesson(actor, lessonId, fields, file);
  return { moduleId, notice: file?.notice ?? null };
}
