import { z } from 'zod';
import { line } from '#app/shared/fields.ts';

/** What completes a course, as pages name it. */
export const RULES = {
  lessons: 'All lessons done',
  quizzes: 'All quizzes passed',
  both: 'Both',
} as const;
export type CompletionRule = keyof typeof RULES;

/** Whether a completion leads to a certificate, as pages name it. */
export const CERTIFICATES = {
  none: 'None',
  'at-once': 'At once',
  approval: 'After approval',
} as const;
export type CompletionCertificate = keyof typeof CERTIFICATES;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

/** The settings 'Completion', 'In order' and 'Certificate on completion'. An unchecked box is not sent. */
export const completionSchema = z.object({
  rule: z.enum(keysOf(RULES), { error: "rule must be 'lessons', 'quizzes' or 'both'." }),
  inOrder: z
    .union([z.boolean(), z.enum(['on', 'true', 'false'])], { error: 'inOrder must be true or false.' })
    .optional()
    .transform((value) => value === true || value === 'on' || value === 'true'),
  certificate: z.enum(keysOf(CERTIFICATES), {
    error: "certificate must be 'none', 'at-once' or 'approval'.",
  }),
});

export type CompletionInput = z.output<typeof completionSchema>;

/** The name that a learner confirms for the certificate. */
export const confirmedNameSchema = z.object({ name: line('Name') });

/** What completes a course, for its page. @param quizzes how many it has */
export function ruleSentence(rule: CompletionRule, quizzes: number): string {
  const lessonsDone = 'You complete this course when all of its lessons are done';
  if (rule === 'lessons') {
    return quizzes === 0 ? `${lessonsDone}.` : `${lessonsDone}. A quiz is done when it is passed.`;
  }
  const sentence =
    rule === 'both'
      ? `${lessonsDone} and all of its quizzes are passed.`
      : 'You complete this course when all of its quizzes are passed. Other lessons do not count.';
  return quizzes === 0 ? `${sentence} It has no quiz yet, so it cannot be completed now.` : sentence;
}
