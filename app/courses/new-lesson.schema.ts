import { z } from 'zod';
import { multiline } from '#app/shared/fields.ts';
import { t } from '#messages';
import { lessonSchema } from './course.schema.ts';
import { quizLessonSchema } from './quizzes/quiz.schema.ts';
import { missingParent } from './texts.ts';

export const MAX_LESSON_TEXT = 100_000;

const text = multiline(() => t('common.text'), MAX_LESSON_TEXT);

/** The fields of a text lesson; `text` is Markdown. */
export const textLessonSchema = lessonSchema.extend({ text });

export type TextLessonInput = z.output<typeof textLessonSchema>;

const courseId = z
  .string({ error: missingParent })
  .trim()
  .min(1, { error: missingParent })
  .max(100, { error: missingParent });

/** A new lesson without a video, as the API takes it in JSON. */
export const newLessonJsonSchema = z.discriminatedUnion(
  'type',
  [
    textLessonSchema.extend({ type: z.literal('text'), courseId }),
    quizLessonSchema.extend({ type: z.literal('quiz'), courseId }),
  ],
  { error: () => t('newLesson.typeMustBeTextOrQuiz') },
);
