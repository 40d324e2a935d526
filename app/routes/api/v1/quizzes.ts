import { z } from 'zod';
import { answersSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { beginAttempt, keepAnswers, submitAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { resource } from './respond.ts';
import { endedAttemptObject, invalidAnswersSchema, openAttemptObject } from './schemas/quizzes.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/attempts').post({
  auth: 'bearer',
  summary: 'Begin an attempt of a quiz (201), or resume the one that is open (200)',
  responses: { 200: success({ attempt: openAttemptObject }), 201: success({ attempt: openAttemptObject }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Quiz not found.',
    409: 'You have no attempt left.',
  },
  handle({ actor, params }) {
    const { attempt, isNew } = beginAttempt(actor, params.id, params.lessonId);
    return {
      status: isNew ? 201 : 200,
      body: { success: true, attempt: openAttemptObject.serialize(attempt) },
    };
  },
});

api('courses/:id/lessons/:lessonId/attempts/:attemptId').put({
  auth: 'bearer',
  summary: 'Store the valid answers of an open attempt; null removes one, and the others stay',
  body: z.object({ answers: answersSchema }),
  example: { answers: { '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9': 42.5 } },
  responses: { 200: success({ attempt: openAttemptObject, invalid: invalidAnswersSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Attempt not found.',
    409: 'The time for this attempt is up.',
  },
  act({ actor, params, input }) {
    const { answers } = input;
    const place = { courseId: params.id, lessonId: params.lessonId, attemptId: params.attemptId };
    const { attempt, invalid } = keepAnswers(actor, place, answers);
    return { body: { success: true, attempt: openAttemptObject.serialize(attempt), invalid } };
  },
});

api('courses/:id/lessons/:lessonId/attempts/:attemptId/submission').post({
  auth: 'bearer',
  summary:
    'End an attempt, once, with its last valid answers. After a pass or the last attempt, the response has the correct answers and the explanations',
  body: z.object({ answers: answersSchema.optional() }),
  example: { answers: { '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9': true } },
  responses: { 200: success({ attempt: endedAttemptObject, invalid: invalidAnswersSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Attempt not found.',
    409: 'This attempt has ended.',
  },
  act({ actor, params, input }) {
    const { answers } = input;
    const place = { courseId: params.id, lessonId: params.lessonId, attemptId: params.attemptId };
    const { attempt, invalid } = submitAttempt(actor, place, answers);
    return { body: { success: true, attempt: endedAttemptObject.serialize(attempt), invalid } };
  },
});
