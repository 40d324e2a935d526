import { z } from 'zod';
import { t } from '#messages';
import { textLessonSchema } from './lessons/text.schema.ts';
import { quizLessonSchema } from './quizzes/quiz.schema.ts';
import { missingParent } from './texts.ts';

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
