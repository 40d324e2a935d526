import { desc, sql } from 'drizzle-orm';
import { type Actor, requireIssuer, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { type MailState, mailStates } from '#app/mail/mail-state.server.ts';
import { db, parameter, prepared, sqlite } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { type Certificate, certificateColumns, revocationOf, toCertificate } from './certificate.server.ts';
import { pageOfCertificates } from './page-of-certificates.server.ts';

export type CertificatePage = {
  certificates: Certificate[];
  /** What became of the latest message about each certificate, by its id. */
  mails: ReadonlyMap<string, MailState>;
  nextCursor: string | null;
};

const bySeqs = prepared(() =>
  db
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(sql`${certificates.seq} in (select value from json_each(${parameter('seqs')}))`)
    .orderBy(desc(certificates.seq))
    .prepare(),
);

function list(input: unknown, issuerId: string | null): CertificatePage {
  const { seqs, nextCursor } = pageOfCertificates(input, issuerId);
  if (seqs.length === 0) return { certificates: [], mails: new Map(), nextCursor };
  const found = bySeqs().all({ seqs: JSON.stringify(seqs) });
  const states = mailStates(found.map(({ seq }) => seq));
  const mails = new Map(
    found.flatMap(({ id, seq }) => {
      const state = states.get(seq);
      return state ? [[id, state] as const] : [];
    }),
  );
  return { certificates: found.map(toCertificate), mails, nextCursor };
}

/**
 * The actor's issued certificates, newest first.
 * @param input {limit?, cursor?, q?, state?, course?, design?, from?, to?}; `q` matches beginnings of words in the ID, the student's name and email and
 *   the course, ignoring case and accents
 * @throws AppError forbidden unless the actor is an active issuer; invalid
 */
export function listOwnCertificates(actor: Actor, input: unknown): CertificatePage {
  requireIssuer(actor);
  return list(input, actor.user.id);
}

const MOST_COURSES = 200;

/** Seeks each next name in the index, so that the cost does not grow with the certificates of a course. */
const courseNames = prepared(() =>
  sqlite
    .prepare(
      `with recursive names (name) as (
         select min(course_name) from certificates where issuer_id = @issuer
         union all
         select (select min(course_name) from certificates where issuer_id = @issuer and course_name > name)
         from names where name is not null
       )
       select name from names where name is not null limit ${MOST_COURSES}`,
    )
    .pluck(),
);

/** The names of the courses for which the actor has issued certificates, in their order; the first 200. */
export function ownCourses(actor: Actor): string[] {
  requireIssuer(actor);
  return courseNames().all({ issuer: actor.user.id }) as string[];
}

/** All issued certificates, newest first, for super admins. Input and errors as `listOwnCertificates`. */
export function listAllCertificates(actor: Actor, input: unknown): CertificatePage {
  requireSuperAdmin(actor);
  return list(input, null);
}
