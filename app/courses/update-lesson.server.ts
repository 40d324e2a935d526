import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import type { StagedVideo } from '#app/files/media/inspect-video.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import { installFfmpeg, willBeConverted } from '#app/files/media/texts.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedValue, type Transaction, transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { lessonSchema } from './course.schema.ts';
import { authoredLesson, recordChange } from './find-course.server.ts';
import { indexInTurn, indexLesson } from './lessons/index-lesson.server.ts';
import { deleteUnused, postersOf } from './media-of.server.ts';
import { lessonSaved } from './texts.ts';

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
