import { z } from 'zod';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { captionsSchema } from '#app/courses/captions/captions-of.server.ts';
import {
  captionsTooLarge,
  MAX_CAPTIONS_BYTES,
  noCaptionsFile,
  setCaptions,
} from '#app/courses/captions/change-captions.server.ts';
import { addLesson, noticeFor, updateLesson } from '#app/courses/change-lesson.server.ts';
import { courseSchema, lessonSchema, newCourseSchema, newLessonSchema } from '#app/courses/course.schema.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredLesson, authoredModule } from '#app/courses/find-course.server.ts';
import { addLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { createCourse, updateCourse } from '#app/courses/save-course.server.ts';
import { lessonAdded, missingCourseFields, missingLessonFields, missingParent } from '#app/courses/texts.ts';
import { type StagedVideo, stageVideo } from '#app/files/media/inspect-video.server.ts';
import { type StagedLessonFile, stageLessonFile } from '#app/files/media/stage-lesson-file.server.ts';
import { type StagedThumbnail, stageThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import {
  lessonFileTooLarge,
  MAX_LESSON_FILE_BYTES,
  MAX_THUMBNAIL_BYTES,
  MAX_VIDEO_BYTES,
  notALessonFile,
  thumbnailTooLarge,
  videoTooLarge,
} from '#app/files/media/texts.ts';
import { inMemory } from '#app/routes/pieces/check-posted-file.server.ts';
import { readUpload, type Upload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid, invalidFile } from '#app/shared/errors.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';

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
    tooLargeMessage: thumbnailTooLarge(),
  });

const readVideoUpload = ({ actor, upload, ownerId, keepFields = false }: Form) =>
  readUpload(upload, {
    actor,
    ownerId,
    keepFields,
    fileField: 'videoFile',
    stage: stageVideo,
    maxBytes: MAX_VIDEO_BYTES,
    tooLargeMessage: videoTooLarge(),
  });

/** The form of a file for a lesson. */
type FileUpload = Upload<StagedLessonFile> & { lessonId: string };

/** Reads a form with a `file` for a lesson. Errors as `readUpload` and `stageLessonFile`. */
export const readLessonFile = async ({
  actor,
  upload,
  ownerId,
  lessonId,
  keepFields = false,
}: Form & { lessonId: string }): Promise<FileUpload> => ({
  lessonId,
  ...(await readUpload(upload, {
    actor,
    ownerId,
    keepFields,
    fileField: 'file',
    stage: stageLessonFile,
    maxBytes: MAX_LESSON_FILE_BYTES,
    tooLargeMessage: lessonFileTooLarge(),
  })),
});

/** Adds a file that was read to its lesson. @throws AppError as `addLessonFile`; invalid without a file */
export const addReadFile = (actor: Actor, upload: FileUpload) =>
  usingFile(upload, async () => {
    if (!upload.file) throw invalidFile(notALessonFile());
    return addLessonFile(actor, upload.lessonId, upload.file);
  });

/** The form of a lesson, and the module of the lesson. */
type LessonUpload = Upload<StagedVideo> & { moduleId: string };

/** The module that gets a new lesson, or the lesson to change. */
type LessonTarget = { moduleId: string } | { lessonId: string };

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

/** Runs `work`, and then discards a staged file, which `work` may have placed. */
async function usingFile<Result>(
  { file }: Upload<StagedThumbnail | StagedVideo | StagedLessonFile>,
  work: () => Promise<Result>,
) {
  try {
    return await work();
  } finally {
    await file?.discard();
  }
}

/** Checks the fields and the picture together, so that one response names everything that is missing. */
const newCourseWithPicture = newCourseSchema.extend({
  thumbnail: z.custom<StagedThumbnail>((value) => value !== null, { error: missingCourseFields }),
});

/** Publishes a course that was read, or saves it as a draft. @throws AppError as `createCourse`; invalid */
export const publishCourse = (actor: Actor, upload: Upload<StagedThumbnail>) =>
  usingFile(upload, async () => {
    const fields = { ...upload.fields, thumbnail: upload.file };
    const { thumbnail, ...course } = parseInput(newCourseWithPicture, fields, missingCourseFields());
    return createCourse(actor, course, thumbnail);
  });

/** Changes a course as it was read. @throws AppError as `updateCourse`; invalid */
export const changeCourse = (actor: Actor, courseId: string, upload: Upload<StagedThumbnail>) =>
  usingFile(upload, async () =>
    updateCourse(actor, courseId, parseInput(courseSchema, upload.fields), upload.file),
  );

/**
 * Adds a lesson that was read.
 * @throws AppError as `addLesson`; invalid
 */
export const addReadLesson = (actor: Actor, upload: LessonUpload): Promise<Lesson> =>
  usingFile(upload, async () => {
    const { moduleId, fields, file } = upload;
    const courseId = fields.courseId?.trim();
    if (!courseId) throw invalid(missingParent(), { courseId: [missingParent()] });
    authoredModule(actor, moduleId, courseId);
    return addLesson(actor, moduleId, parseInput(newLessonSchema, fields, missingLessonFields()), file);
  });

/**
 * Adds or changes a lesson that was read. Without a file, a changed lesson keeps its video.
 * @returns the messages that the author sees: a confirmation, and a warning if some browsers cannot play the video
 * @throws AppError as `addLesson` and `updateLesson`; invalid
 */
export async function saveLesson(
  actor: Actor,
  target: LessonTarget,
  upload: LessonUpload,
): Promise<{ moduleId: string; message: string; notice: string | null }> {
  const { moduleId, fields, file } = upload;
  if (!('lessonId' in target)) {
    await addReadLesson(actor, upload);
    return { moduleId, message: lessonAdded(), notice: noticeFor(file) };
  }
  const saved = await usingFile(upload, async () =>
    updateLesson(actor, target.lessonId, parseInput(lessonSchema, fields, missingLessonFields()), file),
  );
  return { moduleId, ...saved };
}

const captionsFile = () => ({
  fileField: 'file',
  maxBytes: MAX_CAPTIONS_BYTES,
  tooLargeMessage: captionsTooLarge(),
});

/** Limits the memory of all files that are being read. */
const hold = createMemoryBudget({
  maxBytes: 16 * 1_048_576,
  message: () => t('captions.tooManyAreBeingSaved'),
});

/** Reads a form with captions. Errors as `readUpload`. */
export function readCaptions(actor: Actor, upload: UploadSource, keepFields = false) {
  const file = captionsFile();
  return readUpload(upload, {
    ...file,
    actor,
    ownerId: null,
    stage: inMemory({ ...file, hold }),
    keepFields,
  });
}

type StagedCaptions = Awaited<ReturnType<typeof readCaptions>>['file'];

/** Sets captions that were read, and discards the file. @throws AppError as `setCaptions`; invalid without a file */
export async function setReadCaptions(
  actor: Actor,
  lessonId: string,
  fields: Upload<unknown>['fields'],
  file: StagedCaptions,
) {
  try {
    const { language } = parseInput(captionsSchema, fields);
    if (!file || file.bytes.byteLength === 0) throw invalidFile(noCaptionsFile());
    // A copy, because the thread gets the whole buffer, and the budget's block is freed.
    return await setCaptions(actor, lessonId, language, Uint8Array.from(file.bytes));
  } finally {
    await file?.discard();
  }
}
