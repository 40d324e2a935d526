import { z } from 'zod';
import { line } from '#app/shared/fields.ts';
import { t } from '#messages';

/** What completes a course, as pages name it. */
export const rules = () =>
  ({
    lessons: t('completion.allLessonsDone'),
    quizzes: t('completion.allQuizzesPassed'),
    both: t('completion.both'),
  }) as const;
export type CompletionRule = keyof ReturnType<typeof rules>;

/** Whether a completion leads to a certificate, as pages name it. */
export const certificateChoices = () =>
  ({
    none: t('completion.none'),
    'at-once': t('completion.atOnce'),
    approval: t('completion.afterApproval'),
  }) as const;
export type CompletionCertificate = keyof ReturnType<typeof certificateChoices>;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

/** The settings 'Completion', 'In order' and 'Certificate on completion'. An unchecked box is not sent. */
export const completionSchema = z.object({
  rule: z.enum(keysOf(rules()), { error: () => t('completion.ruleMustBeLessonsQuizzesOrBoth') }),
  inOrder: z
    .union([z.boolean(), z.enum(['on', 'true', 'false'])], {
      error: () => t('completion.inorderMustBeTrueOrFalse'),
    })
    .optional()
    .transform((value) => value === true || value === 'on' || value === 'true'),
  certificate: z.enum(keysOf(certificateChoices()), {
    error: () => t('completion.certificateMustBeNoneAtOnceOrApproval'),
  }),
});

export type CompletionInput = z.output<typeof completionSchema>;

/** The name that a learner confirms for the certificate. */
export const confirmedNameSchema = z.object({ name: line(() => t('completion.name')) });

/** What completes a course, for its page. @param quizzes how many it has */
export function ruleSentence(rule: CompletionRule, quizzes: number): string {
  const lessonsDone = t('completion.youCompleteThisCourseWhenAll');
  if (rule === 'lessons') {
    return quizzes === 0 ? `${lessonsDone}.` : t('completion.lessonsdoneAQuizIsDoneWhen', { lessonsDone });
  }
  const sentence =
    rule === 'both'
      ? t('completion.lessonsdoneAndAllOfItsQuizzesArePassed', { lessonsDone })
      : t('completion.youCompleteThisCourseWhenAllOfIts');
  return quizzes === 0 ? t('completion.sentenceItHasNoQuizYet', { sentence }) : sentence;
}
