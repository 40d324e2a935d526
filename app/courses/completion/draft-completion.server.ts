import type { Actor } from '#app/accounts/actor.server.ts';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { draftPicture } from '#app/certificates/draft-certificate.server.ts';
import { EXAMPLE } from '#app/certificates/fields.ts';
import { authoredCourse } from '#app/courses/find-course.server.ts';
import { completionOf } from './completion-settings.server.ts';
import { completionContent } from './issue-completion-certificates.server.ts';

/**
 * The draft of the certificate that completing a course would give today to somebody with the name of an example. Null if it gives none,
 * or if its issuer may not issue.
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's course; errors of `draftPicture`; invalid for a
 *   validity of the design that ends after the year 9999
 */
export function draftOfCourse(actor: Actor, courseId: string) {
  const { ownerId, title } = authoredCourse(actor, courseId);
  const issuer = completionOf(courseId).certificate === 'none' ? null : findIssuer(ownerId);
  if (!issuer) return null;
  const learnerName = EXAMPLE.studentName;
  const content = completionContent(issuer.id, { email: null, learnerName, title });
  return { learnerName, ...draftPicture(actor, issuer, content) };
}
