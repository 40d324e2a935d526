import { beginAttempt } from '#app/courses/quizzes/begin-attempt.server.ts';
import { serializeOpenAttempt } from '#app/routes/api/v1/serialize-attempt.server.ts';
import { resource } from './respond.ts';
import { openAttemptSchema } from './schemas/quizzes.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/attempts').post({
  auth: 'bearer',
  summary: 'Begin an attempt of a quiz (201), or resume the one that is open (200)',
  responses: { 200: success({ attempt: openAttemptSchema }), 201: success({ attempt: openAttemptSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Quiz not found.',
    409: 'You have no attempt left.',
  },
  handle({ actor, params }) {
    const { attempt, isNew } = beginAttempt(actor, params.id, params.lessonId);
    return { status: isNew ? 201 : 200, body: { success: true, attempt: serializeOpenAttempt(attempt) } };
  },
});
