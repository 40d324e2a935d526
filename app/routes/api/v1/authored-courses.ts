import { requireIssuer, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import {
  catalogueSchema,
  courseDeletionSchema,
  courseReasonSchema,
  courseSchema,
  newCourseSchema,
} from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { duplicateCourse } from '#app/courses/duplicates/duplicate-course.server.ts';
import { authoredCourse, requireAuthor } from '#app/courses/find-course.server.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import {
  publishDraft,
  publishedAlready,
  republishCourse,
  stillRefunded,
  unpublishCourse,
  unpublishedAlready,
} from '#app/courses/publish-course.server.ts';
import { courseDeleted, coursePublished, courseRepublished, courseUnpublished } from '#app/courses/texts.ts';
import { MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { changeCourse, publishCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { courseArray } from './courses.ts';
import { resource } from './respond.ts';
import { courseObject, courseSerializers } from './schemas/courses.ts';
import { done, NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('admin/course').post({
  auth: 'bearer',
  scope: 'courses:write',
  summary:
    'Publish a course: multipart with title, description and thumbnail, and optionally category, price and draft=true',
  body: newCourseSchema,
  example: {
    title: 'Distributed Systems',
    description: 'Clocks, consensus and failure.',
    category: 'Backend',
    price: '49',
  },
  files: { thumbnail: 'PNG, JPEG, WebP, GIF or AVIF, at most 10 MB' },
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: thumbnailTooLarge },
  responses: { 201: courseObject.schema },
  failures: {
    403: NOT_ALLOWED,
    409: 'An issuer has at most 500 courses. Delete one of them first.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, upload }) {
    requireIssuer(actor, 'courses');
    const form = await readThumbnailUpload({ actor, upload, ownerId: actor.organisation.id });
    return publishCourse(actor, form);
  },
  answer: (made, { actor }) => ({ status: 201, body: courseSerializers(actor).course(made) }),
});

api('admin/courses').get({
  auth: 'bearer',
  scope: 'courses:read',
  admits: (actor) => requireAuthor(actor, 'read'),
  summary:
    "The issuer's courses, or all courses for a super admin, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header",
  query: catalogueSchema,
  since: { list: '', at: 'createdAt', inOrder: false },
  responses: { 200: courseObject.schema.array() },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 403: NOT_ALLOWED },
  handle: (call) => courseArray(call, listAuthoredCourses(call.actor, call.query)),
});

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
    responses: { 200: courseObject.schema },
    failures: {
      403: NOT_ALLOWED,
      404: 'Course not found.',
      429: TOO_MANY,
      503: STORAGE_DOWN,
      507: NO_STORAGE,
    },
    async handle({ actor, params, upload }) {
      const { ownerId } = authoredCourse(actor, params.id);
      const form = await readThumbnailUpload({ actor, upload, ownerId });
      return changeCourse(actor, params.id, form);
    },
    answer: (changed, { actor }) => ({ body: courseSerializers(actor).course(changed) }),
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
    handle: async ({ actor, params, query, input }) =>
      deleteCourse(actor, params.id, { ...query, ...(await input()) }),
    answer: () => ({ body: { success: true, message: courseDeleted() } }),
  });

api('admin/course/:id/duplicate').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Duplicate a course as a draft, with everything but its learners and coupons',
  responses: { 201: courseObject.schema },
  failures: {
    403: NOT_ALLOWED,
    404: 'Course not found.',
    409: 'An issuer has at most 500 courses. Delete one of them first.',
  },
  handle: async ({ actor, params }) => duplicateCourse(actor, params.id, null),
  answer: (copy, { actor }) => ({ status: 201, body: courseSerializers(actor).course(copy) }),
});

api('admin/course/:id/publication').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Publish a course that is a draft',
  responses: { 200: done(coursePublished()) },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
  handle({ actor, params }) {
    publishDraft(actor, params.id);
    return { body: { success: true, message: coursePublished() } };
  },
});

api('admin/course/:id/unpublication')
  .post({
    auth: 'bearer',
    scope: 'courses:write',
    admits: requireSuperAdmin,
    summary:
      'Take a course out of the catalogue, for super admins. The reason is mailed to its author. Buyers keep the course, or every purchase is refunded',
    body: courseReasonSchema,
    example: { reason: 'The videos of the second module belong to another school' },
    responses: { 201: done(courseUnpublished()) },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.', 409: unpublishedAlready() },
    handle: async ({ actor, params, input }) => unpublishCourse(actor, params.id, await input()),
    answer: () => ({ status: 201, body: { success: true, message: courseUnpublished() } }),
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Put a course back into the catalogue, for super admins',
    responses: { 200: done(courseRepublished()) },
    failures: {
      403: NOT_ALLOWED,
      404: 'Course not found.',
      409: `${publishedAlready()} Or: ${stillRefunded()}`,
    },
    handle({ actor, params }) {
      republishCourse(actor, params.id);
      return { body: { success: true, message: courseRepublished() } };
    },
  });
