import { and, eq, exists, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireMember, SYSTEM } from '#app/accounts/actor.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { db, parameter, prepared, preparedSql } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';
import type { Certificate, CertificateRow } from './certificate.server.ts';
import {
  certificateColumns,
  revocationOf,
  toCertificate,
  toCertificateOfOthers,
} from './certificate.server.ts';
import { formatUniqueId, parseUniqueId, possibleIds } from './unique-id.ts';

/**
 * Certificates that a reader may see: a member of an organisation those of the organisation, a verifier those it paid for, a super admin and the system all. Every
 * look-up of a whole certificate uses this condition, so a hidden certificate looks as if it did not exist.
 */
function readableBy(reader: Placeholder, organisation: Placeholder) {
  const paidFor = db()
    .select({ one: sql`1` })
    .from(verifications)
    .where(
      and(
        eq(verifications.verifierId, reader),
        eq(verifications.certificateId, certificates.id),
        sql`${verifications.paidAt} is not null`,
      ),
    );
  return or(sql`${sql.placeholder('seesAll')}`, eq(certificates.issuerId, organisation), exists(paidFor));
}

const readerOf = (actor: Actor) => {
  if (actor.kind === 'system') return { reader: '', organisation: '', seesAll: 1 };
  requireMember(actor);
  return {
    reader: actor.user.id,
    organisation: actor.organisation?.id ?? '',
    seesAll: actor.user.role === 'superadmin' ? 1 : 0,
  };
};

/** Prepared: building the query takes ten times as long as running it, and the ZIP of a batch runs it 10,000 times. */
const prepareFind = (match: () => SQL) =>
  prepared(() =>
    db()
      .select(certificateColumns)
      .from(certificates)
      .leftJoin(certificateRevocations, revocationOf)
      .where(and(match(), readableBy(sql.placeholder('reader'), sql.placeholder('organisation'))))
      .prepare(),
  );
const byId = prepareFind(() => eq(certificates.id, parameter('id')));
const byUniqueId = prepareFind(() => eq(certificates.uniqueId, parameter('id')));

const existing = preparedSql<{ uniqueId: string }>(
  'select unique_id as uniqueId from certificates where unique_id in (select value from json_each(?))',
);

/**
 * The stored IDs in a pasted text. A typed ID is returned in any spelling, also of a certificate that does not exist. In a sentence, an
 * address or a file name, only IDs of certificates count.
 */
export function pastedIds(text: string): string[] {
  const typed = parseUniqueId(text);
  if (typed !== null) return [typed];
  const possible = possibleIds(text);
  return possible.length === 0
    ? []
    : existing()
        .all(JSON.stringify(possible))
        .map(({ uniqueId }) => uniqueId);
}

/**
 * The ID in a pasted text, in groups of four. A text without an ID is returned unchanged.
 * @throws AppError invalid when it has several
 */
export function pastedId(text: string): string {
  const [id, another] = pastedIds(text);
  if (another !== undefined) {
    const message = t('findCertificate.thisTextHasSeveralIds');
    throw invalid(message, { uniqueId: [message] });
  }
  return id === undefined ? text : formatUniqueId(id);
}

/**
 * Finds a certificate by the id of its row, with the values of own fields that the actor may see.
 * @throws AppError unauthenticated; not-found, also when the actor may not read it
 */
export function certificateById(actor: Actor, id: string): Certificate {
  const row = byId().get({ id, ...readerOf(actor) });
  if (!row) throw notFound();
  const isIssuer = 'organisation' in actor && actor.organisation?.id === row.issuerId;
  return isIssuer || actor.kind === 'system' ? toCertificate(row) : toCertificateOfOthers(row);
}

/** A certificate's row by the id of the row, for a caller that has checked who may read it. */
export const rowById = (id: string): CertificateRow | undefined => byId().get({ id, ...readerOf(SYSTEM) });

/** Finds a certificate's row by its ID in stored form. Returns undefined when the actor may not read it. */
export const findByUniqueId = (actor: Actor, uniqueId: string): CertificateRow | undefined =>
  byUniqueId().get({ id: uniqueId, ...readerOf(actor) });

const current = preparedSql<{ uniqueId: string }>(
  `with recursive later (id, place) as (
     select @id, 0 union all
     select coalesce(r.replacement_id, n.renewal_id), place + 1 from later e
     left join certificate_replacements r on r.certificate_id = e.id
     left join certificate_renewals n on n.certificate_id = e.id
     where coalesce(r.replacement_id, n.renewal_id) is not null)
   select c.unique_id as uniqueId from later e join certificates c on c.id = e.id
   where @emails is null or c.student_email in (select value from json_each(@emails))
   order by e.place desc limit 1`,
);

/**
 * Follows replacements and renewals to the newest certificate, and returns its ID in groups of four. Callers must have checked permission.
 * @param emails the addresses of a holder, who sees only certificates that were issued to them
 * @returns null if none was issued to them
 */
export function currentCertificate(certificateId: string, emails?: readonly string[]): string | null {
  const row = current().get({ id: certificateId, emails: emails ? JSON.stringify(emails) : null });
  return row ? formatUniqueId(row.uniqueId) : null;
}
