import { z } from 'zod';
import { enrol, leaveCourse, leftCourse } from '#app/courses/enrol.server.ts';
import { learnersSchema } from '#app/courses/learners/learners.schema.ts';
import { listLearners } from '#app/courses/learners/list-learners.server.ts';
import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { resource } from './respond.ts';
import { learnerObject } from './schemas/learning.ts';
import { done, listOf, NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

const enrolled = success({ message: z.literal(enrolledTexts()), enrolled: z.literal(true) });

api('courses/:id/enrolment')
  .post({
    auth: 'bearer',
    summary: 'Enrol in a free course. Repeating it changes nothing',
    responses: { 200: enrolled, 201: enrolled },
    failures: { 402: 'Please buy this course to enrol in it.', 404: 'Course not found.' },
    handle: ({ actor, params }) => ({
      status: enrol(actor, params.id, 'payment-declined') ? 201 : 200,
      body: { success: true, message: enrolledTexts(), enrolled: true },
    }),
  })
  .delete({
    auth: 'bearer',
    summary: 'Leave a course, which deletes the progress in it',
    responses: { 200: done(leftCourse()) },
    failures: { 404: 'You are not enrolled in this course.' },
    handle({ actor, params }) {
      leaveCourse(actor, params.id);
      return { body: { success: true, message: leftCourse() } };
    },
  });

api('courses/:id/learners').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: "Learners of one's course, the latest enrolment first. For its author and super admins",
  query: learnersSchema,
  since: { list: 'learners', at: 'enrolledAt', inOrder: true },
  headers: { Link: 'The next page (RFC 8288)' },
  responses: { 200: listOf('learners', learnerObject) },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
  handle({ actor, params, query }) {
    const { learners, nextCursor } = listLearners(actor, params.id, query);
    return {
      body: {
        success: true,
        learners: learners.map(learnerObject.serialize),
        nextCursor,
      },
    };
  },
});
