import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { STANDARD_DESIGN } from '#app/drawing/design.ts';
import { preparedValue } from '#db/client.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { isAsSigned } from './signed-record.server.ts';
import { parseUniqueId } from './typed-ids.ts';
import { formatUniqueId } from './unique-id.ts';

const isInUse = preparedValue<1>('select 1 from designs where id = ? and retired_at is null');

/** What the form of the next certificate is filled in with. */
export type Remembered = {
  /** The certificate that it is from. */
  uniqueId: string;
  fields: { courseName: string; issueDate: string; designId: string };
};

/**
 * What the form for another certificate remembers of one that the actor's organisation issued: what a class has in common, and neither the
 * student nor an expiry.
 * @param typed the ID, from the URL
 * @returns null without a certificate of the organisation that is as it was signed
 * @throws AppError forbidden unless the actor may issue
 */
export function rememberedCertificate(actor: Actor, typed: string | null): Remembered | null {
  requireIssuer(actor, 'certificates');
  const uniqueId = typed === null ? null : parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findByUniqueId(actor, uniqueId);
  if (row?.issuerId !== actor.organisation.id || !isAsSigned(row.id)) return null;
  const { courseName, issueDate, designId } = row;
  const design = designId === null ? STANDARD_DESIGN : isInUse().get(designId) ? designId : '';
  return { uniqueId: formatUniqueId(row.uniqueId), fields: { courseName, issueDate, designId: design } };
}
