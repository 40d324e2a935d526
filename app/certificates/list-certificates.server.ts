import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { namedOnly, namesOfMembers } from '#app/accounts/account-names.server.ts';
import { type Actor, requireIssuer, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { issuerIdsOf } from '#app/accounts/issuers.server.ts';
import { type MailState, mailStates } from '#app/mail/mail-state.server.ts';
import { db, parameter, prepared } from '#db/client.ts';
import { plainRows } from '#db/plain-rows.ts';
import {
  certificateRenewals,
  certificateReplacements,
  certificateRevocations,
  certificates,
} from '#db/schema/certificates.ts';
import { designs } from '#db/schema/designs.ts';
import { correctionRequests } from '#db/schema/holders.ts';
import { erasures } from '#db/schema/privacy.ts';
import {
  type Certificate,
  certificateColumns,
  revocationOf,
  toCertificate,
  toCertificateOfHolder,
  toCertificateOfOthers,
} from './certificate.server.ts';
import {
  type allCertificateListSchema,
  type CertificateOrder,
  type ownCertificateListSchema,
  SCHEDULED,
} from './certificate-list.schema.ts';
import { courseNamesIn } from './course-names.server.ts';
import { countCertificates, isSortable, pageOfCertificates } from './page-of-certificates.server.ts';
import { type ListedCertificate, pageOfScheduled } from './scheduled/scheduled-certificate.server.ts';

const openAmong = prepared(() =>
  db()
    .select({ id: correctionRequests.certificateId })
    .from(correctionRequests)
    .where(
      and(
        sql`${correctionRequests.certificateId} in (select value from json_each(${parameter('ids')}))`,
        isNull(correctionRequests.decision),
      ),
    )
    .prepare(),
);

/** Which of these certificates, by `id`, have an open request. */
const withOpenCorrection = (certificateIds: string[]): ReadonlySet<string> =>
  new Set(
    openAmong()
      .all({ ids: JSON.stringify(certificateIds) })
      .map(({ id }) => id),
  );

export type CertificatePage = {
  certificates: ListedCertificate[];
  /** Delivery state of the latest message about each certificate, by the certificate's id. */
  mails: ReadonlyMap<string, MailState>;
  /** The certificates, by `id`, whose holders wait for an answer to a correction. */
  corrections: ReadonlySet<string>;
  /** Names of the members who issued them, by the certificates' `id`, if the organisation has several. */
  members: ReadonlyMap<string, string>;
  nextCursor: string | null;
  /** How many certificates the list has, up to one more than lists count, or null where that is not known. */
  total: () => number | null;
};

const replacement = alias(certificates, 'replacement');
const replaced = alias(certificates, 'replaced');
const renewal = alias(certificates, 'renewal');
const renewed = alias(certificates, 'renewed');
const replacementOf = alias(certificateReplacements, 'replacement_of');
const renewalOf = alias(certificateRenewals, 'renewal_of');

/** `certificateColumns` with the related rows joined: 50 subqueries for each take a third longer. */
const listColumns = {
  ...certificateColumns,
  designId: designs.id,
  erasedAt: erasures.erasedAt,
  replacedBy: replacement.uniqueId,
  replaces: replaced.uniqueId,
  renewedBy: renewal.uniqueId,
  renews: renewed.uniqueId,
};

const bySeqs = prepared(() =>
  db()
    .select(listColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .leftJoin(erasures, eq(erasures.certificateId, certificates.id))
    .leftJoin(designs, eq(designs.seq, certificates.designSeq))
    .leftJoin(certificateReplacements, eq(certificateReplacements.certificateId, certificates.id))
    .leftJoin(replacement, eq(replacement.id, certificateReplacements.replacementId))
    .leftJoin(replacementOf, eq(replacementOf.replacementId, certificates.id))
    .leftJoin(replaced, eq(replaced.id, replacementOf.certificateId))
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .leftJoin(renewal, eq(renewal.id, certificateRenewals.renewalId))
    .leftJoin(renewalOf, eq(renewalOf.renewalId, certificates.id))
    .leftJoin(renewed, eq(renewed.id, renewalOf.certificateId))
    .where(sql`${certificates.seq} in (select value from json_each(${parameter('seqs')}))`)
    .orderBy(desc(certificates.seq))
    .prepare(),
);

const certificateRows = plainRows(listColumns);

/** Certificates by `seq` for their holder, newest first. */
export const certificatesBySeq = (seqs: number[]): Certificate[] =>
  seqs.length === 0
    ? []
    : certificateRows(bySeqs(), { seqs: JSON.stringify(seqs) }).map(toCertificateOfHolder);

const EMPTY: CertificatePage = {
  certificates: [],
  mails: new Map(),
  corrections: new Set(),
  members: new Map(),
  nextCursor: null,
  total: () => null,
};

function read(
  { seqs, nextCursor }: ReturnType<typeof pageOfCertificates>,
  toShown: typeof toCertificate,
): CertificatePage {
  if (seqs.length === 0) return { ...EMPTY, nextCursor };
  const places = new Map(seqs.map((seq, place) => [seq, place]));
  const placeOf = ({ seq }: { seq: number }) => places.get(seq) ?? 0;
  const found = certificateRows(bySeqs(), { seqs: JSON.stringify(seqs) }).toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
  const states = mailStates(found.map(({ seq }) => seq));
  const mails = new Map(
    found.flatMap(({ id, seq }) => {
      const state = states.get(seq);
      return state ? [[id, state] as const] : [];
    }),
  );
  const corrections = withOpenCorrection(found.map(({ id }) => id));
  return { ...EMPTY, certificates: found.map(toShown), mails, corrections, nextCursor };
}

type Sorted = { sort?: CertificateOrder | undefined };

const orderOf = (input: Sorted) => (isSortable(input) ? input.sort : '');

const coursesOfIssuer = courseNamesIn('certificates', 'issuer_id');
const coursesOfAll = courseNamesIn('certificates', null);

/**
 * The actor's issued certificates, newest first, or in the order `sort` (`isSortable` in page-of-certificates.server.ts).
 * @param input {limit?, cursor?, sort?, q?, state?, course?, design?, from?, to?}; `q` matches beginnings of words in the ID, the
 *   student's name and email and the course, ignoring case and accents
 * @throws AppError forbidden unless the actor is an active issuer; invalid
 */
export function listOwnCertificates(
  actor: Actor,
  input: z.output<typeof ownCertificateListSchema> & Sorted,
): CertificatePage {
  requireIssuer(actor, 'read');
  const { id } = actor.organisation;
  const courses = coursesOfIssuer.spellings(input.course, id);
  const { state, ...rest } = input;
  const filters = { ...rest, sort: orderOf(input) };
  const found =
    state === SCHEDULED
      ? { ...EMPTY, ...pageOfScheduled(actor, { ...filters, courses }) }
      : read(pageOfCertificates({ ...filters, state, courses }, [id]), toCertificate);
  const nameOf = namesOfMembers(
    id,
    found.certificates.map(({ issuedBy }) => issuedBy),
  );
  const members = found.certificates.map((each) => [each.id, nameOf(each.issuedBy)] as const);
  const total = () => (state === SCHEDULED ? null : countCertificates({ ...filters, state, courses }, id));
  return { ...found, members: namedOnly(members), total };
}

/**
 * Issued certificates of all issuers or of one, newest first, for super admins. Errors as `listOwnCertificates`.
 * @param input {limit?, cursor?, q?, state?, course?, issuer?, from?, to?}; `issuer` is a username, or a name that several may have
 */
export function listAllCertificates(
  actor: Actor,
  input: z.output<typeof allCertificateListSchema> & Sorted,
): CertificatePage {
  requireSuperAdmin(actor);
  const { issuer, ...rest } = input;
  const filters = { ...rest, sort: orderOf(input) };
  const { course } = filters;
  const ids = issuer === '' ? null : issuerIdsOf(issuer);
  const courses = ids
    ? [...new Set(ids.flatMap((id) => coursesOfIssuer.spellings(course, id)))]
    : coursesOfAll.spellings(course);
  const query = { ...filters, courses, design: '' };
  const total = () => (ids ? null : countCertificates(query, null));
  return { ...read(pageOfCertificates(query, ids ?? [null]), toCertificateOfOthers), total };
}

/** Names of the first 200 courses for which the actor has issued certificates, sorted. */
export function ownCourses(actor: Actor): string[] {
  requireIssuer(actor, 'read');
  return coursesOfIssuer.choices(actor.organisation.id);
}

/** Names of the first 200 courses of all certificates, sorted. */
export function allCourses(actor: Actor): string[] {
  requireSuperAdmin(actor);
  return coursesOfAll.choices();
}
