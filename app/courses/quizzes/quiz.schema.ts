import { z } from 'zod';
import { lessonSchema } from '#app/courses/course.schema.ts';
import { line, multiline, optional } from '#app/shared/fields.ts';

export const QUESTION_TYPES = ['single', 'multiple', 'boolean', 'number', 'text'] as const;

export const MAX_QUESTIONS = 100;
export const MAX_OPTIONS = 20;
const MAX_ATTEMPTS = 1_000;
/** A week. */
const MAX_TIME_SECONDS = 604_800;
const MAX_POINTS = 1_000;
/** Far from where floating point numbers lose digits of an answer. */
const MAX_NUMBER = 1e12;

const whole = (label: string, min: number, max: number) => {
  const error = `${label} must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  return z.number({ error }).int(error).min(min, error).max(max, error);
};

const number = (label: string) => {
  const error = `${label} must be a number.`;
  return z.number({ error }).min(-MAX_NUMBER, error).max(MAX_NUMBER, error);
};

/** Hundredths of a point, so that sums are exact. */
const POINTS_HELP = `Points must be from 0 to ${MAX_POINTS.toLocaleString('en')}, with at most two decimals.`;
const points = z
  .number({ error: POINTS_HELP })
  .min(0, POINTS_HELP)
  .max(MAX_POINTS, POINTS_HELP)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), POINTS_HELP);

const flag = (name: string) => z.boolean({ error: `${name} must be true or false.` });

const common = {
  text: multiline('Question', 2_000),
  points: points.default(1),
  explanation: optional(multiline('Explanation', 2_000)),
};

const optionList = z
  .array(z.object({ text: line('Option', 500), correct: flag('correct').default(false) }), {
    error: 'options must be a list.',
  })
  .min(2, 'A question needs at least two options.')
  .max(MAX_OPTIONS, `A question has at most ${MAX_OPTIONS} options.`);

const correctCount = (options: { correct: boolean }[]) => options.filter(({ correct }) => correct).length;

const ONE_CORRECT = 'Exactly one option must be correct.';
const SOME_CORRECT = 'At least one option must be correct.';

/** A question as its author writes it. */
export const questionSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('single'),
      ...common,
      options: optionList.refine((options) => correctCount(options) === 1, ONE_CORRECT),
    }),
    z.object({
      type: z.literal('multiple'),
      ...common,
      options: optionList.refine((options) => correctCount(options) > 0, SOME_CORRECT),
    }),
    z.object({ type: z.literal('boolean'), ...common, answer: flag('The answer') }),
    z.object({
      type: z.literal('number'),
      ...common,
      answer: number('The answer'),
      tolerance: number('The tolerance').min(0, 'The tolerance must not be negative.').default(0),
    }),
    z.object({
      type: z.literal('text'),
      ...common,
      accepted: z
        .array(line('Accepted answer', 200), { error: 'accepted must be a list.' })
        .min(1, 'A question needs at least one accepted answer.')
        .max(MAX_OPTIONS, `A question has at most ${MAX_OPTIONS} accepted answers.`),
      ignoreCase: flag('ignoreCase').default(false),
      ignoreAccents: flag('ignoreAccents').default(false),
    }),
  ],
  { error: `type must be one of ${QUESTION_TYPES.join(', ')}.` },
);

export type QuestionInput = z.output<typeof questionSchema>;

/** The settings of a quiz. */
export const quizSettingsSchema = z.object({
  passMark: whole('The pass mark', 0, 100),
  attempts: whole('The number of attempts', 1, MAX_ATTEMPTS)
    .nullish()
    .transform((value) => value ?? null),
  timeLimit: whole('The time limit in seconds', 10, MAX_TIME_SECONDS)
    .nullish()
    .transform((value) => value ?? null),
  shuffle: flag('shuffle').default(false),
});

export type QuizSettings = z.output<typeof quizSettingsSchema>;

const NO_POINTS = 'The questions must have points.';

export const quizSchema = quizSettingsSchema.extend({
  questions: z
    .array(questionSchema, { error: 'questions must be a list.' })
    .min(1, 'A quiz needs at least one question.')
    .max(MAX_QUESTIONS, `A quiz has at most ${MAX_QUESTIONS} questions.`)
    .refine((questions) => questions.some((question) => question.points > 0), NO_POINTS),
});

/** A quiz lesson, as the API takes it. */
export const quizLessonSchema = lessonSchema.extend({ quiz: quizSchema });

type Stored<Input> = Input extends { options: { text: string; correct: boolean }[] }
  ? Omit<Input, 'options'> & { id: string; options: { id: string; text: string; correct: boolean }[] }
  : Input & { id: string };

/** A question as it is stored. Its ID stays when it changes. */
export type Question = Stored<QuestionInput>;

/** A value that a learner enters: an option's ID, a list of them, true or false, a number or a text. */
export type AnswerValue = string | string[] | boolean | number;

/** Answers by the IDs of questions. Null removes an answer. */
export const answersSchema = z.record(
  z.string().max(100),
  z.union(
    [
      z.string().max(1_000, 'An answer must have at most 1,000 characters.'),
      z.array(z.string().max(100)).max(MAX_OPTIONS, `An answer has at most ${MAX_OPTIONS} options.`),
      z.boolean(),
      z.number(),
      z.null(),
    ],
    { error: 'An answer must be an option, a list of options, true or false, a number or a text.' },
  ),
  { error: 'answers must be an object with the IDs of questions.' },
);
