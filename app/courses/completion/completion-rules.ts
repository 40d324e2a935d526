import { t } from '#messages';

/* What completes a course, and whether that gives a certificate, apart from the schema of forms: pages load no schemas. */

export const RULES = ['lessons', 'quizzes', 'both'] as const;
export type CompletionRule = (typeof RULES)[number];

/** What completes a course, as pages name it. */
export const rules = (): Record<CompletionRule, string> => ({
  lessons: t('completion.allLessonsDone'),
  quizzes: t('completion.allQuizzesPassed'),
  both: t('completion.both'),
});

export const CERTIFICATES = ['none', 'at-once', 'approval'] as const;
export type CompletionCertificate = (typeof CERTIFICATES)[number];

export const certificateChoices = (): Record<CompletionCertificate, string> => ({
  none: t('completion.none'),
  'at-once': t('completion.atOnce'),
  approval: t('completion.afterApproval'),
});

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
