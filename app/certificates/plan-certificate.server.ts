import type { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import type { issueSchema } from './certificate.schema.ts';
import { chooseDesign, designIdOf } from './choose-design.server.ts';
import { requireNoDuplicate } from './duplicates.server.ts';

/** The content of a certificate that is not issued yet. */
export type PlannedCertificate = {
  studentName: string;
  studentEmail: string;
  courseName: string;
  issueDate: string;
  expiryDate: string | null;
  designId: string | null;
};

/**
 * Says what `issueCertificate` would issue, and changes nothing.
 * @param input as for `issueCertificate`
 * @throws AppError as `issueCertificate`, except for the daily quota and the log
 */
export function planCertificate(actor: Actor, input: z.output<typeof issueSchema>): PlannedCertificate {
  requireIssuer(actor, 'certificates');
  requireNoDuplicate(actor.organisation.id, input);
  const { designVersionId, studentName, studentEmail, courseName, issueDate, expiryDate } = chooseDesign(
    actor.organisation.id,
    input,
  );
  const designId = designIdOf(designVersionId);
  return { studentName, studentEmail, courseName, issueDate, expiryDate, designId };
}
