import { z } from 'zod';
import { lessonSchema } from '#app/courses/course.schema.ts';
import { line, multiline, optional, sentence } from '#app/shared/fields.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

export const QUESTION_TYPES = ['single', 'multiple', 'boolean', 'number', 'text'] as const;

export const MAX_QUESTIONS = 100;
export const MAX_OPTIONS = 20;
const MAX_ATTEMPTS = 1_000;
/** A week. */
const MAX_TIME_SECONDS = 604_800;
const MAX_POINTS = 1_000;
/** Far from where floating point numbers lose digits of an answer. */
const MAX_NUMBER = 1e12;

const whole = (label: () => string, min: number, max: number) => {
  const error = () =>
    t('quiz.labelMustBeAWholeNumber', {
      label: label(),
      min,
      max,
    });
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

const number = (label: () => string) => {
  const error = () => t('quiz.labelMustBeANumber', { label: label() });
  return z.number({ error }).min(-MAX_NUMBER, { error }).max(MAX_NUMBER, { error });
};

/** Hundredths of a point, so that sums are exact. */
const pointsHelp = () => t('quiz.pointsMustBeFrom0', { maxPoints: MAX_POINTS });
const points = z
  .number({ error: pointsHelp })
  .min(0, { error: pointsHelp })
  .max(MAX_POINTS, { error: pointsHelp })
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), { error: pointsHelp });

const flag = (name: LazyText) =>
  z.boolean({ error: () => t('common.nameMustBeTrueOrFalse', { name: textNow(name) }) });

const common = {
  text: multiline(() => t('common.question'), 2_000),
  points: points.default(1),
  explanation: optional(multiline(() => t('common.explanation'), 2_000)),
};

const optionList = z
  .array(
    z.object({ text: sentence(() => t('common.option'), 500), correct: flag('correct').default(false) }),
    {
      error: () => t('quiz.optionsMustBeAList'),
    },
  )
  .min(2, { error: () => t('quiz.aQuestionNeedsAtLeastTwoOptions') })
  .max(MAX_OPTIONS, {
    error: () => t('quiz.aQuestionHasAtMostMaxoptionsOptions', { maxOptions: MAX_OPTIONS }),
  });

const correctCount = (options: { correct: boolean }[]) => options.filter(({ correct }) => correct).length;

const oneCorrect = () => t('quiz.exactlyOneOptionMustBeCorrect');
const someCorrect = () => t('quiz.atLeastOneOptionMustBeCorrect');

/** A question as its author writes it. */
export const questionSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('single'),
      ...common,
      options: optionList.refine((options) => correctCount(options) === 1, { error: oneCorrect }),
    }),
    z.object({
      type: z.literal('multiple'),
      ...common,
      options: optionList.refine((options) => correctCount(options) > 0, { error: someCorrect }),
    }),
    z.object({ type: z.literal('boolean'), ...common, answer: flag(() => t('quiz.theAnswer')) }),
    z.object({
      type: z.literal('number'),
      ...common,
      answer: number(() => t('quiz.theAnswer')),
      tolerance: number(() => t('quiz.theTolerance'))
        .min(0, { error: () => t('quiz.theToleranceMustNotBeNegative') })
        .default(0),
    }),
    z.object({
      type: z.literal('text'),
      ...common,
      accepted: z
        .array(
          line(() => t('common.acceptedAnswer'), 200),
          { error: () => t('quiz.acceptedMustBeAList') },
        )
        .min(1, { error: () => t('quiz.aQuestionNeedsAtLeastOneAcceptedAnswer') })
        .max(MAX_OPTIONS, {
          error: () => t('quiz.aQuestionHasAtMostMaxoptionsAcceptedAnswers', { maxOptions: MAX_OPTIONS }),
        }),
      ignoreCase: flag('ignoreCase').default(false),
      ignoreAccents: flag('ignoreAccents').default(false),
    }),
  ],
  { error: () => t('quiz.typeMustBeOneOfQuestiontypes', { questionTypes: QUESTION_TYPES.join(', ') }) },
);

export type QuestionInput = z.output<typeof questionSchema>;

export const quizSettingsSchema = z.object({
  passMark: whole(() => t('quiz.thePassMark'), 0, 100),
  attempts: whole(() => t('quiz.theNumberOfAttempts'), 1, MAX_ATTEMPTS)
    .nullish()
    .transform((value) => value ?? null),
  timeLimit: whole(() => t('quiz.theTimeLimitInSeconds'), 10, MAX_TIME_SECONDS)
    .nullish()
    .transform((value) => value ?? null),
  shuffle: flag('shuffle').default(false),
});

export type QuizSettings = z.output<typeof quizSettingsSchema>;

const noPoints = () => t('quiz.theQuestionsMustHavePoints');

export const quizSchema = quizSettingsSchema.extend({
  questions: z
    .array(questionSchema, { error: () => t('quiz.questionsMustBeAList') })
    .min(1, { error: () => t('quiz.aQuizNeedsAtLeastOneQuestion') })
    .max(MAX_QUESTIONS, {
      error: () => t('common.aQuizHasAtMostMaxquestionsQuestions', { maxQuestions: MAX_QUESTIONS }),
    })
    .refine((questions) => questions.some((question) => question.points > 0), { error: noPoints }),
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

/** Answers by the IDs of questions. Null removes an answer. Each is checked for itself, so that an invalid one does not reject the others. */
export const answersSchema = z.record(z.string().max(100), z.unknown(), {
  error: () => t('quiz.answersMustBeAnObject'),
});
