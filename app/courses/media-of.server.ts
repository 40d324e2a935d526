import { and, eq, inArray, isNotNull, notExists, type SQL } from 'drizzle-orm';
import { db, type Transaction } from '#db/client.ts';
import { courses, lessons, media, modules } from '#db/schema/courses.ts';
import { lessonFiles, videoPosters } from '#db/schema/lessons.ts';

type Reader = Pick<Transaction, 'select'>;

/** Media ids of the posters of videos. */
export const postersOf = (videoIds: string[], tx: Reader = db()): string[] =>
  tx
    .select({ id: videoPosters.thumbnailId })
    .from(videoPosters)
    .where(inArray(videoPosters.mediaId, videoIds))
    .all()
    .map(({ id }) => id);

/** Media ids of the videos of lessons, their posters, and the files of lessons. A poster comes after its video, which refers to it. */
function mediaOf(condition: SQL, tx: Reader): string[] {
  const videos = tx
    .select({ id: lessons.videoId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(condition, isNotNull(lessons.videoId)))
    .all();
  const files = tx
    .select({ id: lessonFiles.mediaId })
    .from(lessonFiles)
    .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(condition)
    .all();
  const videoIds = videos.flatMap(({ id }) => id ?? []);
  return [...videoIds, ...postersOf(videoIds, tx), ...files.map(({ id }) => id)];
}

/** Media ids of all lessons of a course. */
export const mediaOfCourse = (courseId: string, tx: Reader = db()) =>
  mediaOf(eq(modules.courseId, courseId), tx);

/** Media ids of all lessons of a module. */
export const mediaOfModule = (moduleId: string, tx: Reader = db()) =>
  mediaOf(eq(lessons.moduleId, moduleId), tx);

export const mediaOfLesson = (lessonId: string, tx: Reader = db()) => mediaOf(eq(lessons.id, lessonId), tx);

/** Deletes the rows of media that neither a course nor a lesson uses any more, and of their posters. Duplicates of a course share media. */
export function deleteUnused(tx: Transaction, mediaIds: string[]) {
  const posters = postersOf(mediaIds, tx);
  const isUsed = [
    tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.videoId, media.id)),
    tx.select({ id: lessonFiles.id }).from(lessonFiles).where(eq(lessonFiles.mediaId, media.id)),
    tx.select({ id: courses.id }).from(courses).where(eq(courses.thumbnailId, media.id)),
    tx.select({ id: videoPosters.mediaId }).from(videoPosters).where(eq(videoPosters.thumbnailId, media.id)),
  ];
  const remove = (ids: string[]) => {
    for (let at = 0; at < ids.length; at += 500) {
      tx.delete(media)
        .where(and(inArray(media.id, ids.slice(at, at + 500)), ...isUsed.map((query) => notExists(query))))
        .run();
    }
  };
  remove(mediaIds);
  // Their videos refer to them.
  remove(posters);
}
