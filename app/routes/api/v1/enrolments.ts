import { z } from 'zod';
import {
  approvalSchema,
  approveCertificates,
  askForCertificate,
} from '#app/courses/completion/certificate-requests.server.ts';
import { completionSchema, confirmedNameSchema } from '#app/courses/completion/completion.schema.ts';
import { completionOf, setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';
import { listCompletions, myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { enrol, leaveCourse, leftCourse } from '#app/courses/enrol.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { learnersSchema, listLearners } from '#app/courses/learners/list-learners.server.ts';
import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import {
  approvalObject,
  completionObject,
  completionSettingsSchema,
  learnerObject,
} from './schemas/learning.ts';
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

const completed = success({ completion: completionObject });
const answer = (completion: MyCompletion | null) => {
  if (!completion) throw notFound(t('api.notCompletedThisCourse'));
  return { body: { success: true, completion: completionObject.serialize(completion) } };
};

api('courses/:id/completion')
  .get({
    auth: 'bearer',
    summary: 'Your completion of a course, and what became of its certificate',
    responses: { 200: completed },
    failures: { 404: 'You have not completed this course.' },
    handle: ({ actor, params }) => answer(myCompletion(actor, params.id)),
  })
  .post({
    auth: 'bearer',
    summary: 'Confirm the name on the certificate for a completed course, once, and get the certificate',
    body: confirmedNameSchema,
    example: { name: 'Ada Lovelace' },
    responses: { 200: completed },
    failures: {
      403: 'Your account has no email address to issue a certificate to.',
      404: 'Course not found.',
      409: 'You have not completed this course.',
    },
    handle: async ({ actor, params, input }) => askForCertificate(actor, params.id, await input()),
    answer: (_, { actor, params }) => answer(myCompletion(actor, params.id)),
  });

const settings = success({ settings: completionSettingsSchema });

api('courses/:id/completion-settings')
  .get({
    auth: 'none',
    scope: 'courses:read',
    summary: 'What completes a course, and whether that leads to a certificate',
    responses: { 200: settings },
    failures: { 404: 'Course not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, settings: completionOf(readCourse(actor, params.id).id) },
    }),
  })
  .put({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Set what completes a course. For its author and super admins',
    body: completionSchema,
    example: { rule: 'both', inOrder: true, certificate: 'at-once' },
    responses: { 200: settings },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    act({ actor, params, input }) {
      setCompletion(actor, params.id, input);
      return { body: { success: true, settings: completionOf(params.id) } };
    },
  });

api('courses/:id/approvals')
  .get({
    auth: 'bearer',
    scope: 'courses:read',
    summary: "Completions of one's course whose certificate waits for approval, newest first",
    query: learnersSchema.omit({ state: true }),
    since: { list: 'completions', at: 'completedAt', inOrder: false },
    headers: { Link: 'The next page (RFC 8288)' },
    responses: { 200: listOf('completions', approvalObject) },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    handle({ actor, params, query }) {
      const { learners, nextCursor } = listLearners(actor, params.id, { ...query, state: 'approval' });
      return {
        body: {
          success: true,
          completions: learners.map(approvalObject.serialize),
          nextCursor,
        },
      };
    },
  })
  .post({
    auth: 'bearer',
    scope: 'certificates:issue',
    summary: 'Approve certificates that wait for approval, up to 100 at a time. For the issuer of the course',
    body: approvalSchema,
    example: { completionIds: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] },
    responses: {
      200: success({
        approved: z
          .int()
          .min(0)
          .meta({ description: 'How many are approved now', examples: [1] }),
      }),
    },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    handle: async ({ actor, params, input }) => approveCertificates(actor, params.id, await input()),
    answer: (approved) => ({ body: { success: true, approved } }),
  });

api('completions').get({
  auth: 'bearer',
  summary: 'Courses that you have completed, newest first',
  query: listQuerySchema.pick({ cursor: true }).extend({ limit: pageSizeSchema }),
  since: { list: 'completions', at: 'completedAt', inOrder: true },
  headers: { Link: 'The next page (RFC 8288)' },
  responses: { 200: listOf('completions', completionObject) },
  handle({ actor, query }) {
    const { completions, nextCursor } = listCompletions(actor, query);
    return {
      body: { success: true, completions: completions.map(completionObject.serialize), nextCursor },
    };
  },
});
