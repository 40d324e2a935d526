import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { indexInTurn, indexLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import type { StagedVideo } from '#app/files/media/inspect-video.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import { installFfmpeg, willBeConverted } from '#app/files/media/texts.ts';
import { deleteInSteps, letOthersRun } from '#app/shared/background-work.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { quizAttempts } from '#db/schema/lessons.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { t } from '#messages';
import type { lessonSchema, newLessonSchema } from './course.schema.ts';
import { type Lesson, videoUrlPath } from './course.server.ts';
import { authoredLesson, authoredModule, recordChange } from './find-course.server.ts';
import { insertLesson, newLesson } from './lessons/insert-lesson.server.ts';
import { deleteUnused, mediaOfLesson, postersOf } from './media-of.server.ts';
import { lessonSaved, missingVideo } from './texts.ts';

/**
 * Adds a lesson at the end of a module with a staged video, which the caller discards.
 * @throws AppError unauthenticated; forbidden; not-found; invalid, naming fields; conflict when the module or its course is
 *   full; storage-full
 */
export async function addLesson(
  actor: Actor,
  moduleId: string,
  input: z.output<typeof newLessonSchema>,
  video: StagedVideo | null,
): Promise<Lesson & { videoPath: string }> {
  authoredModule(actor, moduleId);
  if (!video) throw invalid(missingVideo(), { videoFile: [missingVideo()] });
  const lesson = newLesson('video', input);
  const added = {
    ...lesson,
    videoPath: videoUrlPath(video.id, video.contentType),
    contentType: video.contentType,
    isDraft: false,
    isOpen: true,
  };
  await placeVideo(video);
  try {
    transaction((tx) => {
      const module = authoredModule(actor, moduleId, undefined, tx);
      insertVideo(tx, video, module.ownerId);
      insertLesson(tx, module, { ...lesson, videoId: video.id });
      recordChange(tx, module.courseId);
      storeAnswer(tx, added);
    });
  } finally {
    await removeUnreferenced([video.id]);
  }
  return added;
}

const titleOf = preparedValue<string>('select title from lessons where id = ?');

/** The notice about a video that not all browsers play. */
export function noticeFor(video: StagedVideo | null): string | null {
  if (!video?.notice) return null;
  return env().ffmpeg ? willBeConverted() : `${video.notice} ${installFfmpeg()}`;
}

/**
 * Changes a lesson's title and duration and, if a new one is given, its video. The old file is deleted after the commit.
 * @param video staged; the caller discards it
 * @returns what its author reads: a confirmation, and a warning if some browsers cannot play the video
 * @throws AppError unauthenticated; forbidden; not-found; invalid, naming fields; conflict for the video of another type of lesson;
 *   storage-full
 */
export async function updateLesson(
  actor: Actor,
  lessonId: string,
  { title, duration }: z.output<typeof lessonSchema>,
  video: StagedVideo | null = null,
): Promise<{ message: string; notice: string | null }> {
  const { videoId: oldId } = authoredLesson(actor, lessonId);
  const saved = { message: lessonSaved(), notice: noticeFor(video) };
  if (video && oldId === null) throw new AppError('conflict', t('updateLesson.thisLessonHasNoVideo'));
  if (video) await placeVideo(video);
  const replaced = video && oldId !== null ? [oldId, ...postersOf([oldId])] : [];
  await noteRemoval(replaced);
  try {
    const store = (tx: Transaction) => {
      const lesson = authoredLesson(actor, lessonId, undefined, tx);
      if (video) insertVideo(tx, video, lesson.ownerId);
      const isRenamed = titleOf().get(lessonId) !== title;
      const changed = { title, duration: duration.text, durationSeconds: duration.seconds };
      tx.update(lessons)
        .set({ ...changed, ...(video && { videoId: video.id }) })
        .where(eq(lessons.id, lessonId))
        .run();
      if (video && lesson.videoId !== null) {
        replaced.push(lesson.videoId, ...postersOf([lesson.videoId], tx));
        deleteUnused(tx, [lesson.videoId]);
      }
      if (isRenamed) indexLesson(tx, lessonId);
      recordChange(tx, lesson.courseId);
      storeAnswer(tx, saved);
    };
    await indexInTurn(actor, () => transaction(store));
    return saved;
  } finally {
    if (video) await removeUnreferenced([...new Set([video.id, ...replaced])]);
  }
}

/**
 * Deletes a lesson; its video and files are deleted after the commit.
 * @param moduleId if given, the module that must contain the lesson
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function deleteLesson(actor: Actor, lessonId: string, moduleId?: string): Promise<void> {
  const found = authoredLesson(actor, lessonId, moduleId);
  const noted = mediaOfLesson(lessonId);
  await noteRemoval(noted);
  await emptyLesson(found);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      const lesson = authoredLesson(actor, lessonId, moduleId, tx);
      const ids = mediaOfLesson(lessonId, tx);
      tx.delete(lessons).where(eq(lessons.id, lessonId)).run();
      deleteUnused(tx, ids);
      recordChange(tx, lesson.courseId);
      storeAnswer(tx);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}

const STEP_ROWS = 1_000;
/** An attempt has up to 100 answers. */
const STEP_ATTEMPTS = 50;

const forgetWords = preparedSql('delete from lessons_search where rowid = ?');

/**
 * Removes what learners have of a lesson, and the words of its transcript, in short steps, because its deletion would do it in a long one.
 * After a kill in between, the lesson is there without a part of them, and its deletion can be repeated.
 */
export async function emptyLesson({ id, seq }: { id: string; seq: number }) {
  await deleteInSteps(lessonProgress, eq(lessonProgress.lessonId, id), STEP_ROWS);
  await deleteInSteps(quizAttempts, eq(quizAttempts.lessonId, id), STEP_ATTEMPTS);
  forgetWords().run(seq);
  await letOthersRun();
}
