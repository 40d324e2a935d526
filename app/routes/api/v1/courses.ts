import { z } from 'zod';
import { catalogueSchema, ratingSchema } from '#app/courses/course.schema.ts';
import { withModules } from '#app/courses/course.server.ts';
import { rateCourse } from '#app/courses/enrol.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { withOpenLessons } from '#app/courses/lesson-access.server.ts';
import { type CoursePage, listCourses } from '#app/courses/list-courses.server.ts';
import { enrolledTexts, purchaseCourse, purchaseSchema } from '#app/courses/purchase-course.server.ts';
import { rated } from '#app/courses/texts.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { nextLink } from '#app/routes/api/v1/answer-headers.server.ts';
import { readCard } from '#app/routes/payments/payment-form.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Answer, Call } from './operation.ts';
import { EXAMPLE_CARD, paymentFailures, startedBody, startedSchema } from './paying.ts';
import { resource } from './respond.ts';
import { courseObject, courseSerializers } from './schemas/courses.ts';
import { paymentObject } from './schemas/payments.ts';
import { done, success } from './schemas/responses.ts';

export const api = resource();

/** An array of courses, with the next page in a Link header (RFC 8288). */
export function courseArray(
  { actor, request }: Pick<Call, 'actor' | 'request'>,
  { courses, nextCursor }: CoursePage,
): Answer {
  return {
    body: withOpenLessons(actor, withModules(courses)).map(courseSerializers(actor).course),
    headers: nextLink(request, nextCursor),
  };
}

api('users/courses').get({
  auth: 'none',
  scope: 'courses:read',
  summary:
    'The course catalogue, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header',
  query: catalogueSchema,
  since: { list: '', at: 'createdAt', inOrder: false },
  responses: { 200: courseObject.schema.array() },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  handle: (call) => courseArray(call, listCourses(call.query)),
});

api('admin/course/modules/fetchCourseDetails/:id').get({
  auth: 'none',
  scope: 'courses:read',
  summary: 'A course with its modules and lessons',
  responses: { 200: courseObject.schema },
  failures: { 404: 'Course not found.' },
  handle: ({ actor, params }) => ({ body: courseSerializers(actor).course(readCourse(actor, params.id)) }),
});

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

api('courses/:id/purchase').post({
  auth: 'bearer',
  summary: 'Buy a course, or enrol in a free one',
  // Without card fields for a free course, or if the gateway asks for the card on its own page.
  body: z.union([cardSchema(0).safeExtend(purchaseSchema.shape), purchaseSchema]),
  example: {
    coupon: 'SPRING-25',
    ...EXAMPLE_CARD,
  },
  hasOwnKey: true,
  responses: {
    200: z.union([
      success({
        message: z.literal(enrolledTexts()),
        enrolled: z.literal(true),
        payment: paymentObject.nullable().meta({ description: 'Null where nothing was paid' }),
      }),
      startedSchema,
    ]),
  },
  failures: paymentFailures('Course not found.'),
  async handle({ actor, params, json, request }) {
    const key = request.headers.get('Idempotency-Key');
    const fields = await json();
    const input = parseInput(purchaseSchema, fields);
    const result = await purchaseCourse(actor, params.id, input, readCard(fields), key);
    if (result.kind === 'started') return { body: startedBody(result), isInterim: true };
    const payment = result.payment && paymentObject.serialize(result.payment);
    return { body: { success: true, message: enrolledTexts(), enrolled: true, payment } };
  },
});
