import { count, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { removeUnreferenced } from '#app/files/media/files.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import type { StagedVideo } from '#app/files/media/stage-video.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import type { newLessonSchema } from './course.schema.ts';
import { type Lesson, videoUrlPath } from './course.server.ts';
import { authoredModule, recordChange } from './find-course.server.ts';
import { MISSING_VIDEO } from './texts.ts';
import { videosOfCourse } from './videos-of.server.ts';

const MAX_LESSONS = 200;
/** Keeps a course, which the API returns with all of its lessons, below the size of a page (end-of-page.server.ts). */
const MAX_LESSONS_OF_COURSE = 500;

/**
 * Adds a lesson at the end of a module with a staged video, which the caller discards.
 * @throws AppError unauthenticated; forbidden; not-found; invalid, naming fields; conflict when the module or its course is
 *   full; storage-full
 */
export async function addLesson(
  actor: Actor,
  moduleId: string,
  { title, duration }: z.output<typeof newLessonSchema>,
  video: StagedVideo | null,
): Promise<Lesson & { videoPath: string }> {
  authoredModule(actor, moduleId);
  if (!video) throw invalid(MISSING_VIDEO, { videoFile: [MISSING_VIDEO] });
  const lesson = { id: newId(), title, duration: duration.text, durationSeconds: duration.seconds };
  await placeVideo(video);
  try {
    transaction((tx) => {
      const { courseId, ownerId } = authoredModule(actor, moduleId, undefined, tx);
      const here = tx
        .select({ count: count(), last: max(lessons.position) })
        .from(lessons)
        .where(eq(lessons.moduleId, moduleId))
        .get();
      if ((here?.count ?? 0) >= MAX_LESSONS) {
        throw new AppError('conflict', `A module has at most ${MAX_LESSONS} lessons.`);
      }
      if (videosOfCourse(courseId, tx).length >= MAX_LESSONS_OF_COURSE) {
        throw new AppError('conflict', `A course has at most ${MAX_LESSONS_OF_COURSE} lessons.`);
      }
      insertVideo(tx, video, ownerId);
      const position = (here?.last ?? 0) + 1;
      tx.insert(lessons)
        .values({ ...lesson, moduleId, videoId: video.id, position, createdAt: now() })
        .run();
      recordChange(tx, courseId);
    });
  } finally {
    await removeUnreferenced([video.id]);
  }
  return {
    ...lesson,
    videoPath: videoUrlPath(video.id, video.contentType),
    contentType: video.contentType,
  };
}
