import { z } from 'zod';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';

const RULES = ['lessons', 'quizzes', 'both'] as const;
export type CompletionRule = (typeof RULES)[number];

/** What completes a course, as pages name it. */
export const rules = (): Record<CompletionRule, string> => ({
  lessons: t('completion.allLessonsDone'),
  quizzes: t('completion.allQuizzesPassed'),
  both: t('completion.both'),
});

const CERTIFICATES = ['none', 'at-once', 'approval'] as const;
export type CompletionCertificate = (typeof CERTIFICATES)[number];

export const certificateChoices = (): Record<CompletionCertificate, string> => ({
  none: t('completion.none'),
  'at-once': t('completion.atOnce'),
  approval: t('completion.afterApproval'),
});

/** The settings 'Completion', 'In order' and 'Certificate on completion'. An unchecked box is not sent. */
export const completionSchema = z.object({
  rule: z.enum(RULES, { error: () => t('completion.ruleMustBeLessonsQuizzesOrBoth') }),
  inOrder: z
    .union([z.boolean(), z.enum(['on', 'true', 'false'])], {
      error: () => t('completion.inorderMustBeTrueOrFalse'),
    })
    .optional()
    .transform((value) => value === true || value === 'on' || value === 'true'),
  certificate: z.enum(CERTIFICATES, {
    error: () => t('completion.certificateMustBeNoneAtOnceOrApproval'),
  }),
});

export type CompletionInput = z.output<typeof completionSchema>;

/** The name that a learner confirms for the certificate. */
export const confirmedNameSchema = z.object({ name: printedLine(() => t('completion.name')) });

/** What completes a course, for its page. @param quizzes how many it has */
export function ruleSentence(rule: CompletionRule, quizzes: number): string {
  if (rule === 'lessons') {
    return quizzes === 0
      ? t('completion.whenAllLessonsAreDone')
      : t('completion.whenAllLessonsAreDoneWithQuizzes');
  }
  const sentence =
    rule === 'both'
      ? t('completion.whenAllLessonsAreDoneAndQuizzesPassed')
      : t('completion.youCompleteThisCourseWhenAllOfIts');
  return quizzes === 0 ? t('completion.sentenceItHasNoQuizYet', { sentence }) : sentence;
}
