import { z } from 'zod';
import { keepAnswers } from '#app/courses/quizzes/answer-attempt.server.ts';
import { answersSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { serializeOpenAttempt } from '#app/routes/api/v1/serialize-attempt.server.ts';
import { resource } from './respond.ts';
import { invalidAnswersSchema, openAttemptSchema } from './schemas/quizzes.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/attempts/:attemptId').put({
  auth: 'bearer',
  summary: 'Store the valid answers of an open attempt; null removes one, and the others stay',
  body: z.object({ answers: answersSchema }),
  example: { answers: { '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9': 42.5 } },
  responses: { 200: success({ attempt: openAttemptSchema, invalid: invalidAnswersSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Attempt not found.',
    409: 'The time for this attempt is up.',
  },
  act({ actor, params, input }) {
    const { answers } = input;
    const place = { courseId: params.id, lessonId: params.lessonId, attemptId: params.attemptId };
    const { attempt, invalid } = keepAnswers(actor, place, answers);
    return { body: { success: true, attempt: serializeOpenAttempt(attempt), invalid } };
  },
});
