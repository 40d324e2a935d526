import { z } from 'zod';
import { answersSchema, QUESTION_TYPES, type Question } from '#app/courses/quizzes/quiz.schema.ts';
import { beginAttempt, keepAnswers, submitAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { resource } from './respond.ts';
import { success } from './schemas/responses.ts';
import 'zod-openapi';
import type { EndedAttempt, OpenAttempt } from '#app/courses/quizzes/attempt.server.ts';
import { isCorrect } from '#app/courses/quizzes/grade.ts';
import { _id, derived, instant, member, object, part, text } from './object.ts';

const value = z
  .union([z.string(), z.array(z.string()), z.boolean(), z.number()])
  .meta({ description: "An option's _id, a list of them, true or false, a number or a text" });

export const invalidAnswersSchema = z.record(z.string(), z.string()).meta({
  description: 'Why answers were not stored, by the IDs of their questions. What was stored before stays',
});

const question = {
  _id,
  type: z.enum(QUESTION_TYPES).meta({ examples: ['single'] }),
  text: text('Which clock orders events without a common time?'),
  points: z.number().meta({ examples: [1] }),
};

const option = { _id, text: text('A Lamport clock') };

export const openAttemptObject = object('QuizAttempt', {
  _id,
  deadline: member(z.string(), instant.serialize)
    .nullable()
    .meta({ description: 'When the time is up; null without a time limit', format: 'date-time' }),
  questions: part({
    ...question,
    options: part(option).array(),
    value: derived(
      value.optional().meta({ description: 'What was stored for this question' }),
      (open: OpenAttempt['questions'][number]) => open.value ?? undefined,
    ),
  }).array(),
});

/** The correct answer, by the type of the question. */
function solutionOf(question: Question) {
  const { explanation = null } = question;
  if (question.type === 'boolean') return { explanation, answer: question.answer };
  if (question.type === 'number') {
    return { explanation, answer: question.answer, tolerance: question.tolerance };
  }
  return { explanation, ...(question.type === 'text' && { accepted: question.accepted }) };
}

type Answered = EndedAttempt['questions'][number];

/** A question of an ended attempt. It includes the correct answer only if the quiz shows answers. */
const answeredRow = ({ question, value: answered, score }: Answered, showsAnswers: boolean) => ({
  ...{ id: question.id, type: question.type, text: question.text, points: question.points },
  options:
    'options' in question
      ? question.options.map(({ correct, ...each }) => ({ ...each, ...(showsAnswers && { correct }) }))
      : [],
  value: answered,
  correct: isCorrect(question, answered),
  score,
  ...(showsAnswers && solutionOf(question)),
});

export const endedAttemptObject = object('QuizResult', {
  _id,
  score: z.number().meta({ description: 'Points reached', examples: [4] }),
  points: z.number().meta({ description: 'Points of all questions', examples: [5] }),
  passed: z.boolean(),
  questions: part({
    ...question,
    options: part({ ...option, correct: z.boolean().optional() }).array(),
    value: value.nullable().meta({ description: 'The answer; null without one' }),
    correct: z.boolean(),
    score: z.number().meta({ examples: [1] }),
    answer: z.union([z.boolean(), z.number()]).optional().meta({ description: 'The correct answer' }),
    tolerance: z.number().optional(),
    accepted: z.array(z.string()).optional().meta({ description: 'The accepted texts' }),
    explanation: z
      .string()
      .nullish()
      .meta({ examples: ['It needs no common time.'] }),
  }).array(),
}).from((attempt: EndedAttempt) => ({
  ...attempt,
  questions: attempt.questions.map((each) => answeredRow(each, attempt.showsAnswers)),
}));

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
