import { courseDeletionSchema, courseSchema } from '#app/courses/course.schema.ts';
import type { Course } from '#app/courses/course.server.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { authoredCourse, requireAuthor } from '#app/courses/find-course.server.ts';
import { courseDeleted } from '#app/courses/texts.ts';
import { MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { changeCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { resource } from './respond.ts';
import { courseSchema as course } from './schemas/courses.ts';
import { done, NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('admin/course/:id')
  .put({
    auth: 'bearer',
    scope: 'courses:write',
    admits: requireAuthor,
    summary:
      'Change a course: multipart with title, description, category, price and firstLessonFree, of which absent ones are cleared, and a new thumbnail, if there is one',
    body: courseSchema,
    example: { title: 'Distributed Systems', description: 'Clocks, consensus and failure.', price: '59' },
    files: { thumbnail: 'PNG, JPEG, WebP, GIF or AVIF, at most 10 MB; the present one stays without it' },
    upload: { bytes: MOST_PICTURE_FORM, tooLarge: thumbnailTooLarge },
    optionalFiles: true,
    responses: { 200: course },
    failures: {
      403: NOT_ALLOWED,
      404: 'Course not found.',
      429: TOO_MANY,
      503: STORAGE_DOWN,
      507: NO_STORAGE,
    },
    async handle({ actor, params, upload, keep }) {
      const { ownerId } = authoredCourse(actor, params.id);
      const form = await readThumbnailUpload({ actor, upload, ownerId });
      const toAnswer = (changed: Course) => ({ body: courseSerializers(actor).course(changed) });
      return toAnswer(await changeCourse(actor, params.id, form, keep(toAnswer)));
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    admits: requireAuthor,
    summary:
      'Delete a course with its modules, lessons and files. A super admin must give a reason, which is mailed to the author. Buyers keep the course, or every purchase is refunded',
    query: courseDeletionSchema.pick({ reason: true }),
    body: courseDeletionSchema,
    example: { reason: 'The course is out of date', buyers: 'refund' },
    responses: { 200: done(courseDeleted()) },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    async handle({ actor, params, query, input, keep }) {
      const answer = { body: { success: true, message: courseDeleted() } };
      await deleteCourse(
        actor,
        params.id,
        { ...query, ...(await input()) },
        keep(() => answer),
      );
      return answer;
    },
  });
