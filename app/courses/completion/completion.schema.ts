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

/** Sentences about what completes a course, for its page. */
export const RULE_SENTENCES: Record<CompletionRule, string> = {
  lessons: 'You complete this course when all of its lessons are done. A quiz is done when it is passed.',
  quizzes: 'You complete this course when all of its quizzes are passed.',
  both: 'You complete this course when all of its lessons are done and all of its quizzes are passed.',
};

/** The same for the evidence in a credential. */
export const EVIDENCE_RULES: Record<CompletionRule, string> = {
  lessons: 'All of its lessons were done.',
  quizzes: 'All of its quizzes were passed.',
  both: 'All of its lessons were done, and all of its quizzes were passed.',
};
