import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { addLesson } from '#app/courses/add-lesson.server.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredLesson, authoredModule } from '#app/courses/find-course.server.ts';
import { LESSON_ADDED, LESSON_SAVED, MISSING_PARENT } from '#app/courses/texts.ts';
import { updateLesson } from '#app/courses/update-lesson.server.ts';
import { stageThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { type StagedVideo, stageVideo } from '#app/files/media/stage-video.server.ts';
import {
  MAX_THUMBNAIL_BYTES,
  MAX_VIDEO_BYTES,
  THUMBNAIL_TOO_LARGE,
  VIDEO_TOO_LARGE,
} from '#app/files/media/texts.ts';
import { readUpload, type Upload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';

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
    stage: (bytes) => stageThumbnail(bytes, clientOf(actor)),
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

/** The form of a lesson, and the module of the lesson. */
type LessonUpload = Upload<StagedVideo> & { moduleId: string };

/** The module that gets a new lesson, or the lesson to change. */
export type LessonTarget = { moduleId: string } | { lessonId: string };

/** The target that a URL names: a module in one parameter, or else a lesson in another. */
export function lessonTarget(search: URLSearchParams, names: { add: string; edit: string }): LessonTarget {
  const moduleId = search.get(names.add);
  return moduleId === null ? { lessonId: search.get(names.edit) ?? '' } : { moduleId };
}

/**
 * Reads the form of a lesson. Checks the permission for its course before it reads the video.
 * @throws AppError as `readUpload`, `stageVideo`, `authoredModule` and `authoredLesson`
 */
export async function readLesson(
  actor: Actor,
  upload: UploadSource,
  target: LessonTarget,
  keepFields = false,
): Promise<LessonUpload> {
  const { ownerId, moduleId } =
    'lessonId' in target
      ? authoredLesson(actor, target.lessonId)
      : { ...authoredModule(actor, target.moduleId), moduleId: target.moduleId };
  return { moduleId, ...(await readVideoUpload({ actor, upload, ownerId, keepFields })) };
}

/**
 * Adds a lesson that was read.
 * @throws AppError as `addLesson`
 */
export async function addReadLesson(actor: Actor, { moduleId, fields, file }: LessonUpload): Promise<Lesson> {
  try {
    const courseId = fields.courseId?.trim();
    if (!courseId) throw invalid(MISSING_PARENT, { courseId: [MISSING_PARENT] });
    authoredModule(actor, moduleId, courseId);
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return addLesson(actor, moduleId, fields, file);
}

/**
 * Adds or changes a lesson that was read. Without a file, a changed lesson keeps its video.
 * @returns the messages that the author sees: a confirmation, and a warning if some browsers cannot play the video
 * @throws AppError as `addLesson` and `updateLesson`
 */
export async function saveLesson(actor: Actor, target: LessonTarget, upload: LessonUpload) {
  const { moduleId, fields, file } = upload;
  if ('lessonId' in target) await updateLesson(actor, target.lessonId, fields, file);
  else await addReadLesson(actor, upload);
  const message = 'lessonId' in target ? LESSON_SAVED : LESSON_ADDED;
  return { moduleId, message, notice: file?.notice ?? null };
}
