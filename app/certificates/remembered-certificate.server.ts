import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { STANDARD_DESIGN } from '#app/drawing/design.ts';
import { preparedValue } from '#db/client.ts';
import { declarationOf, fieldsInUse } from './field-values.server.ts';
import { sameInClass } from './fields.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { controlOf, enteredAs, type FrozenField, readFrozen } from './own-fields.ts';
import { isOfClass } from './ready-fields.ts';
import { isAsSigned } from './signed-record.server.ts';
import { parseUniqueId } from './typed-ids.ts';
import { formatUniqueId } from './unique-id.ts';

const isInUse = preparedValue<1>('select 1 from designs where id = ? and retired_at is null');

/** The values that certificates of a class are likely to have in common, with the names of today. */
function sameForClass(issuerId: string, frozen: readonly FrozenField[]) {
  const fields = fieldsInUse(issuerId);
  return frozen.flatMap((each) => {
    const field = declarationOf(fields, each);
    return field && isOfClass(field) ? [{ key: field.key, name: field.name, value: each.value }] : [];
  });
}

/** What the form of the next certificate is filled in with. */
export type Remembered = {
  /** The certificate that it is from. */
  uniqueId: string;
  /** By the names of controls. */
  fields: Record<string, string>;
  /** Names of the own fields among them. */
  own: string[];
};

/**
 * The values of an issued certificate that the form for another one begins with: those that a class has in common. The student, the
 * expiry and values of own fields that belong to one person are left out.
 * @param typed the ID, from the URL
 * @returns null without a certificate of the organisation that is as it was signed
 * @throws AppError forbidden unless the actor may issue
 */
export function rememberedCertificate(actor: Actor, typed: string | null): Remembered | null {
  requireIssuer(actor, 'certificates');
  const uniqueId = typed === null ? null : parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findByUniqueId(actor, uniqueId);
  if (row?.issuerId !== actor.organisation.id || !isAsSigned(row.id)) return null;
  const { designId } = row;
  const design = designId === null ? STANDARD_DESIGN : isInUse().get(designId) ? designId : '';
  const own = sameForClass(actor.organisation.id, readFrozen(row.fields));
  return {
    uniqueId: formatUniqueId(row.uniqueId),
    fields: {
      ...sameInClass(row),
      designId: design,
      ...Object.fromEntries(own.map(({ key, value }) => [controlOf(key), enteredAs(value)])),
    },
    own: own.map(({ name }) => name),
  };
}
