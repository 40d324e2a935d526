import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { removeUnreferenced } from '#app/files/media/files.server.ts';
import type { StagedVideo } from '#app/files/media/inspect-video.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import type { newLessonSchema } from './course.schema.ts';
import { type Lesson, videoUrlPath } from './course.server.ts';
import { authoredModule, recordChange } from './find-course.server.ts';
import { insertLesson, newLesson } from './lessons/insert-lesson.server.ts';
import { missingVideo } from './texts.ts';

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
