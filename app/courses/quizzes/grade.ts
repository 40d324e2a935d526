import { existingName } from '#app/shared/fields.ts';
import { fold } from '#db/folding.ts';
import { t } from '#messages';
import type { AnswerValue, Question } from './quiz.schema.ts';

/** Invisible characters come along when a text is pasted, and never count. */
const answerText = existingName(() => t('grade.answer'), 500);

/** Beside the tolerance, so that 2.1 is within 0.1 of 2 although floating point numbers are not exact. */
const RELATIVE_ERROR = 1e-9;

/** Parses the value that a learner entered for a question. Returns null for a value that the question does not take. */
export function parseAnswer(question: Question, value: unknown): AnswerValue | null {
  switch (question.type) {
    case 'single':
      return question.options.some(({ id }) => id === value) ? (value as string) : null;
    case 'multiple': {
      if (!Array.isArray(value)) return null;
      const chosen = question.options.map(({ id }) => id).filter((id) => value.includes(id));
      return chosen.length === value.length ? chosen : null;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'text': {
      const parsed = answerText.safeParse(value);
      return parsed.success ? parsed.data : null;
    }
  }
}

/** Why a question does not take a value for which `parseAnswer` returns null. */
export function whyInvalid({ type }: Question, value: unknown): string {
  const label = t('quiz.theAnswer');
  switch (type) {
    case 'boolean':
      return t('common.nameMustBeTrueOrFalse', { name: label });
    case 'number':
      return t('quiz.labelMustBeANumber', { label });
    case 'text':
      return answerText.safeParse(value).error?.issues[0]?.message ?? '';
    default:
      return t('grade.chooseOnlyOptionsOfThisQuestion');
  }
}

/** Whether an answer is correct. A question with several correct options needs all of them, and no others. */
export function isCorrect(question: Question, value: AnswerValue | null): boolean {
  if (value === null) return false;
  switch (question.type) {
    case 'single':
      return question.options.some(({ id, correct }) => correct && id === value);
    case 'multiple':
      return (
        Array.isArray(value) && question.options.every(({ id, correct }) => correct === value.includes(id))
      );
    case 'boolean':
      return question.answer === value;
    case 'number': {
      const { answer, tolerance } = question;
      const margin = RELATIVE_ERROR * Math.max(1, Math.abs(answer), tolerance);
      return (
        typeof value === 'number' && Math.abs(value - answer) <= tolerance + (tolerance > 0 ? margin : 0)
      );
    }
    case 'text':
      return (
        typeof value === 'string' &&
        question.accepted.some((accepted) => fold(accepted, question) === fold(value, question))
      );
  }
}

/** Points in hundredths, as they are stored. */
export const toHundredths = (points: number) => Math.round(points * 100);
