import { z } from 'zod';
import { textLessonSchema } from './lessons/text.schema.ts';
import { quizLessonSchema } from './quizzes/quiz.schema.ts';
import { MISSING_PARENT } from './texts.ts';

const courseId = z.string({ error: MISSING_PARENT }).trim().min(1, MISSING_PARENT).max(100, MISSING_PARENT);

/** A new lesson without a video, as the API takes it in JSON. */
export const newLessonJsonSchema = z.discriminatedUnion(
  'type',
  [
    textLessonSchema.extend({ type: z.literal('text'), courseId }),
    quizLessonSchema.extend({ type: z.literal('quiz'), courseId }),
  ],
  { error: "type must be 'text' or 'quiz'." },
);
