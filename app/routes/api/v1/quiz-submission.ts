import { z } from 'zod';
import { submitAttempt } from '#app/courses/quizzes/answer-attempt.server.ts';
import { answersSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { serializeEndedAttempt } from '#app/routes/api/v1/serialize-attempt.server.ts';
import { resource } from './respond.ts';
import { endedAttemptSchema, invalidAnswersSchema } from './schemas/quizzes.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/attempts/:attemptId/submission').post({
  auth: 'bearer',
  summary:
    'End an attempt, once, with its last valid answers. After a pass or the last attempt, the response has the correct answers and the explanations',
  body: z.object({ answers: answersSchema.optional() }),
  example: { answers: { '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9': true } },
  responses: { 200: success({ attempt: endedAttemptSchema, invalid: invalidAnswersSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Attempt not found.',
    409: 'This attempt has ended.',
  },
  act({ actor, params, input }) {
    const { answers } = input;
    const place = { courseId: params.id, lessonId: params.lessonId, attemptId: params.attemptId };
    const { attempt, invalid } = submitAttempt(actor, place, answers);
    return { body: { success: true, attempt: serializeEndedAttempt(attempt), invalid } };
  },
});
