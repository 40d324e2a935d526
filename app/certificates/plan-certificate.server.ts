import type { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import type { issueSchema } from './certificate.schema.ts';
import { chooseDesign, designIdOf } from './choose-design.server.ts';
import { requireNoDuplicate } from './duplicates.server.ts';
import { type Content, contentOf } from './fields.ts';

/** The content of a certificate that is not issued yet. */
export type PlannedCertificate = Content & { designId: string | null };

/**
 * Says what `issueCertificate` would issue, and changes nothing.
 * @param input as for `issueCertificate`
 * @throws AppError as `issueCertificate`, except for the daily quota and the log
 */
export function planCertificate(actor: Actor, input: z.output<typeof issueSchema>): PlannedCertificate {
  requireIssuer(actor, 'certificates');
  requireNoDuplicate(actor.organisation.id, input);
  const planned = chooseDesign(actor.organisation.id, input);
  return { ...contentOf(planned), designId: designIdOf(planned.designVersionId) };
}
