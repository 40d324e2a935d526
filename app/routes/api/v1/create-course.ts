import { requireIssuer } from '#app/accounts/actor.server.ts';
import { newCourseSchema } from '#app/courses/course.schema.ts';
import type { Course } from '#app/courses/course.server.ts';
import { MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { publishCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { resource } from './respond.ts';
import { courseSchema as course } from './schemas/courses.ts';
import { NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, TOO_MANY } from './schemas/responses.ts';

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
  responses: { 201: course },
  failures: {
    403: NOT_ALLOWED,
    409: 'An issuer has at most 500 courses. Delete one of them first.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, upload, keep }) {
    requireIssuer(actor, 'courses');
    const form = await readThumbnailUpload({ actor, upload, ownerId: actor.organisation.id });
    const toAnswer = (made: Course) => ({ status: 201, body: courseSerializers(actor).course(made) });
    return toAnswer(await publishCourse(actor, form, keep(toAnswer)));
  },
});
