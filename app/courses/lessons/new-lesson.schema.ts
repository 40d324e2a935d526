import { z } from 'zod';
import { MISSING_PARENT } from '#app/courses/texts.ts';
import { textLessonSchema } from './text.schema.ts';

const courseId = z.string({ error: MISSING_PARENT }).trim().min(1, MISSING_PARENT).max(100, MISSING_PARENT);

/** A new lesson without a video, as the API takes it in JSON. */
export const newLessonJsonSchema = z.discriminatedUnion(
  'type',
  [textLessonSchema.extend({ type: z.literal('text'), courseId })],
  { error: "type must be 'text'." },
);
