import type { z } from 'zod';
import { lessonSchema } from '#app/courses/course.schema.ts';
import { multiline } from '#app/shared/fields.ts';
import { t } from '#messages';

const MAX_LESSON_TEXT = 100_000;

const text = multiline(() => t('common.text'), MAX_LESSON_TEXT);

/** The fields of a text lesson; `text` is Markdown. */
export const textLessonSchema = lessonSchema.extend({ text });

export type TextLessonInput = z.output<typeof textLessonSchema>;
