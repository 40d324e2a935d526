import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { type Content, contentOf } from '#app/certificates/fields.ts';
import { findByUniqueId } from '#app/certificates/find-certificate.server.ts';
import { type FrozenField, readFrozen } from '#app/certificates/own-fields.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { parseUniqueId } from '#app/certificates/unique-id.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { preparedSql } from '#db/client.ts';
import { type SampleName, sampleOf } from './samples.ts';

/** A certificate of an issuer's own list, whose values a design is shown with. */
export type OwnRow = { content: Omit<Content, 'studentEmail'>; fields: readonly FrozenField[] };

const printed = (row: Content): OwnRow['content'] => {
  const { studentEmail: _, ...content } = contentOf(row);
  return content;
};

/** The values of a preview. */
export type Sample = SampleName | OwnRow;

/** A certificate in the list of choices. */
export type RowOption = Pick<Content, 'studentName' | 'courseName'> & { uniqueId: string };

const MOST_OFFERED = 5;

/** Erased ones among the newest are left out and not made up for, so that the query reads no more rows than it shows. */
const newest = preparedSql<RowOption>(
  `with waiting as (
     select unique_id, student_name, course_name, created_at from scheduled_certificates
     where issuer_id = @issuerId order by seq desc limit ${MOST_OFFERED}),
   issued as (
     select id, unique_id, student_name, course_name, created_at from certificates
     where issuer_id = @issuerId order by seq desc limit ${MOST_OFFERED})
   select unique_id as uniqueId, student_name as studentName, course_name as courseName from (
     select * from waiting union all
     select unique_id, student_name, course_name, created_at from issued
     where not exists (select 1 from erasures where certificate_id = issued.id))
   order by created_at desc limit ${MOST_OFFERED}`,
);

/**
 * The newest certificates of the actor's organisation that are issued or wait, to show a design with.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer
 */
export function newestRows(actor: Actor): RowOption[] {
  requireIssuer(actor, 'certificates');
  return newest().all({ issuerId: actor.organisation.id });
}

/**
 * Finds the values of a preview.
 * @param chosen the name of a sample or the ID of a certificate. Anything else means 'usual'
 * @throws AppError unauthenticated; forbidden; not-found for a certificate of others, and for one whose holder was erased
 */
export function chosenSample(actor: Actor, chosen: string | undefined): Sample {
  requireIssuer(actor, 'certificates');
  const uniqueId = parseUniqueId(chosen ?? '');
  if (uniqueId === null) return sampleOf(chosen);
  const waiting = findScheduled(actor, uniqueId);
  if (waiting) return { content: printed(waiting), fields: waiting.fields };
  const row = findByUniqueId(actor, uniqueId);
  if (row?.issuerId !== actor.organisation.id || row.erasedAt !== null) throw notFound();
  return { content: printed(row), fields: readFrozen(row.fields) };
}
