import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { courseRemovedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { transaction } from '#db/client.ts';
import { courses, lessons, media, modules } from '#db/schema/courses.ts';
import { courseDeletionSchema } from './course.schema.ts';
import { authoredCourse, courseWithAuthor } from './find-course.server.ts';
import { noteRemoval, settle } from './media/files.server.ts';
import { videosOfCourse } from './media/videos-of.server.ts';

/**
 * Deletes a course with its content, and its files after the commit. Certificates for it do not change. The author gets a mail
 * if somebody else deletes it.
 * @param input {reason?}, shown to the author
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export async function deleteCourse(actor: Actor, courseId: string, input: unknown = {}): Promise<void> {
  const { thumbnailId } = authoredCourse(actor, courseId);
  const { reason } = parseInput(courseDeletionSchema, input);
  const noted = [thumbnailId, ...videosOfCourse(courseId)];
  await noteRemoval(noted);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      const course = authoredCourse(actor, courseId, tx);
      const { title, author } = courseWithAuthor(courseId, tx);
      const deletedByAuthor =
        actor.kind !== 'system' && actor.kind !== 'visitor' && actor.user.id === course.ownerId;
      if (author && !deletedByAuthor) enqueueMail(tx, courseRemovedMail(author, title, reason));
      const ids = [course.thumbnailId, ...videosOfCourse(courseId, tx)];
      const moduleIds = tx.select({ id: modules.id }).from(modules).where(eq(modules.courseId, courseId));
      tx.delete(lessons).where(inArray(lessons.moduleId, moduleIds)).run();
      tx.delete(courses).where(eq(courses.id, courseId)).run();
      for (const id of ids) tx.delete(media).where(eq(media.id, id)).run();
      return ids;
    });
  } finally {
    await settle([...new Set([...noted, ...removed])]);
  }
}
