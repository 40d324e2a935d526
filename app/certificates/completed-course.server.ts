import type { CompletedCourse } from '#app/credentials/badge.server.ts';
import { preparedSql } from '#db/client.ts';
import type { COMPLETION_RULES } from '#db/schema/progress.ts';
import { t } from '#messages';

/** The completion of a course as it is stored. */
export type CompletionFacts = {
  title: string;
  rule: (typeof COMPLETION_RULES)[number];
  durationSeconds: number;
};

/** What completed the course, for the evidence in a credential. */
const evidenceRules = (): Record<CompletionFacts['rule'], string> => ({
  lessons: t('completedCourse.allOfItsLessonsWereDone'),
  quizzes: t('completedCourse.allOfItsQuizzesWerePassed'),
  both: t('completedCourse.allOfItsLessonsWereDoneAndAll'),
});

/** Hours with at most two decimals. */
export const hoursOf = (seconds: number) => Number((seconds / 3_600).toFixed(2));

/** A completion as a credential names it. */
export const completedCourse = ({ title, rule, durationSeconds }: CompletionFacts): CompletedCourse => ({
  title,
  rule: evidenceRules()[rule],
  hours: hoursOf(durationSeconds),
});

const factsOf = preparedSql<CompletionFacts>(
  `select course_title as title, rule, duration_seconds as durationSeconds from course_completions where seq = ?`,
);

/** A completion by its `seq`. */
export function completedCourseOfCompletion(seq: number): CompletedCourse | undefined {
  const facts = factsOf().get(seq);
  return facts && completedCourse(facts);
}

/** Follows replacements and renewals back to the certificate that was issued for the completion. */
const completionOf = preparedSql<CompletionFacts>(
  `with recursive earlier (id) as (
     select @id union
     select coalesce(r.certificate_id, n.certificate_id) from earlier e
     left join certificate_replacements r on r.replacement_id = e.id
     left join certificate_renewals n on n.renewal_id = e.id
     where coalesce(r.certificate_id, n.certificate_id) is not null)
   select c.course_title as title, c.rule, c.duration_seconds as durationSeconds
   from earlier e join completion_certificates q on q.certificate_id = e.id
   join course_completions c on c.seq = q.completion_seq`,
);

/** The completed course that a certificate, or the one that it replaces or renews, was issued for. */
export function completedCourseOf(certificateId: string): CompletedCourse | undefined {
  const facts = completionOf().get({ id: certificateId });
  return facts && completedCourse(facts);
}
