import { z } from 'zod';
import { lessonSchema } from '#app/courses/course.schema.ts';
import { numberToEnter, readNumber } from '#app/shared/entered-numbers.ts';
import { t } from '#messages';
import { optionNames } from './entries-text.ts';
import { type QuestionInput, type QuizSettings, questionSchema, quizSettingsSchema } from './quiz.schema.ts';

/** A question as texts, from a form or a row of CSV. */
export type QuestionFields = {
  type: string;
  text: string;
  points: string;
  /** The options, or the accepted answers of a text question. Blank ones are left out. */
  options: string[];
  /** Numbers of the correct options, from 1; 'true' or 'false'; or the number that is correct. */
  correct: string[];
  tolerance: string;
  ignoreCase: boolean;
  ignoreAccents: boolean;
  explanation: string;
};

/** Parses a number in the reader's notation. Other texts stay texts, so that they are rejected. */
export function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : (readNumber(trimmed)?.value ?? trimmed);
}

function toBoolean(text = ''): boolean | string {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : word;
}

/** What `questionSchema` parses. */
export function toQuestionInput(fields: QuestionFields): Record<string, unknown> {
  const { type, text, explanation, correct } = fields;
  const common = { type, text, explanation, points: toNumber(fields.points) };
  const filled = fields.options
    .map((option, index) => ({ text: option, correct: correct.includes(String(index + 1)) }))
    .filter((option) => option.text.trim() !== '');
  switch (type) {
    case 'boolean':
      return { ...common, answer: toBoolean(correct[0]) };
    case 'number':
      return { ...common, answer: toNumber(correct[0] ?? ''), tolerance: toNumber(fields.tolerance) };
    case 'text':
      return {
        ...common,
        accepted: filled.map((option) => option.text),
        ignoreCase: fields.ignoreCase,
        ignoreAccents: fields.ignoreAccents,
      };
    default:
      return { ...common, options: filled };
  }
}

/**
 * The fields of a question, for its form and for CSV.
 * @param write writes a number
 */
export function toFields(question: QuestionInput, write = numberToEnter): QuestionFields {
  const options =
    'options' in question
      ? question.options.map(({ text }) => text)
      : 'accepted' in question
        ? question.accepted
        : [];
  const correct =
    'options' in question
      ? question.options.flatMap((option, index) => (option.correct ? [String(index + 1)] : []))
      : 'answer' in question
        ? [typeof question.answer === 'number' ? write(question.answer) : String(question.answer)]
        : [];
  return {
    type: question.type,
    text: question.text,
    points: write(question.points),
    options,
    correct,
    tolerance: question.type === 'number' ? write(question.tolerance) : '',
    ignoreCase: question.type === 'text' && question.ignoreCase,
    ignoreAccents: question.type === 'text' && question.ignoreAccents,
    explanation: question.explanation ?? '',
  };
}

const entry = z.string().default('');
const box = z.boolean().default(false);

/** The form of a question. `correct` has the numbers of the correct options. */
export const questionFormSchema = z
  .object({
    id: entry,
    type: entry,
    text: entry,
    points: entry,
    correct: z.array(z.string()).default([]),
    tolerance: entry,
    ignoreCase: box,
    ignoreAccents: box,
    explanation: entry,
    ...Object.fromEntries(optionNames.map((name) => [name, entry])),
  })
  .transform((form, context): { id: string; question: QuestionInput } => {
    const texts = form as Record<string, unknown>;
    const options = optionNames.map((name) => String(texts[name] ?? ''));
    const { data, error } = questionSchema.safeParse(toQuestionInput({ ...form, options }));
    if (data) return { id: form.id, question: data };
    for (const issue of error.issues) {
      const path = issue.path.slice(0, 1).map((name) => (name === 'accepted' ? 'options' : name));
      context.addIssue({
        code: 'custom',
        path: path.map((name) => (name === 'answer' ? 'correct' : name)),
        message: issue.message,
      });
    }
    return z.NEVER;
  });

/** A number in a field. Conform would read other texts as JavaScript does: '0x10' as 16. */
const entered = <Schema extends z.ZodType>(schema: Schema) =>
  entry
    .transform((text): unknown => {
      const number = toNumber(text);
      return typeof number === 'string' ? Number.NaN : number;
    })
    .pipe(schema as z.ZodType<z.output<Schema>, unknown>);
const minutesHelp = () => t('questionFields.timeLimitMustBeANumber');

/** The form of a quiz's settings, with the time limit in minutes. */
export const quizFormSchema = lessonSchema
  .extend({
    passMark: entered(quizSettingsSchema.shape.passMark),
    attempts: entered(quizSettingsSchema.shape.attempts),
    minutes: entered(
      z
        .number({ error: minutesHelp })
        .min(1, { error: minutesHelp })
        .max(10_080, { error: minutesHelp })
        .optional(),
    ),
    shuffle: box,
  })
  .transform(({ minutes, attempts, ...form }, context): z.output<typeof lessonSchema> & QuizSettings => {
    const timeLimit = minutes === undefined ? null : Math.round(minutes * 60);
    const { data, error } = quizSettingsSchema.safeParse({ ...form, attempts, timeLimit });
    if (data) return { title: form.title, duration: form.duration, ...data };
    for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
