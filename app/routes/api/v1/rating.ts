import { ratingSchema } from '#app/courses/course.schema.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { rated } from '#app/courses/texts.ts';
import { resource } from './respond.ts';
import { done } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/rating').put({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Rate a course in which the account is enrolled. A second rating replaces the first',
  body: ratingSchema,
  example: { stars: 5 },
  responses: { 200: done(rated()) },
  failures: { 403: 'Please enrol in this course before you rate it.', 404: 'Course not found.' },
  act({ actor, params, input }) {
    rateCourse(actor, params.id, input);
    return { body: { success: true, message: rated() } };
  },
});
