import { z } from 'zod';
import 'zod-openapi';
import { QUESTION_TYPES } from '#app/courses/quizzes/quiz.schema.ts';
import { id, text } from './fields.ts';

const value = z
  .union([z.string(), z.array(z.string()), z.boolean(), z.number()])
  .meta({ description: "An option's _id, a list of them, true or false, a number or a text" });

export const invalidAnswersSchema = z.record(z.string(), z.string()).meta({
  description: 'Why answers were not stored, by the IDs of their questions. What was stored before stays',
});

const question = {
  _id: id,
  type: z.enum(QUESTION_TYPES).meta({ examples: ['single'] }),
  text: text('Which clock orders events without a common time?'),
  points: z.number().meta({ examples: [1] }),
};

export const openAttemptSchema = z
  .strictObject({
    _id: id,
    deadline: z
      .string()
      .nullable()
      .meta({ description: 'When the time is up; null without a time limit', format: 'date-time' }),
    questions: z.array(
      z.strictObject({
        ...question,
        options: z.array(z.strictObject({ _id: id, text: text('A Lamport clock') })),
        value: value.optional().meta({ description: 'What was stored for this question' }),
      }),
    ),
  })
  .meta({ id: 'QuizAttempt' });

export const endedAttemptSchema = z
  .strictObject({
    _id: id,
    score: z.number().meta({ description: 'Points reached', examples: [4] }),
    points: z.number().meta({ description: 'Points of all questions', examples: [5] }),
    passed: z.boolean(),
    questions: z.array(
      z.strictObject({
        ...question,
        options: z.array(
          z.strictObject({ _id: id, text: text('A Lamport clock'), correct: z.boolean().optional() }),
        ),
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
      }),
    ),
  })
  .meta({ id: 'QuizResult' });
