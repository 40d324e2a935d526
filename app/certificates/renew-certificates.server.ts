import { type Actor, issuerOf, keyOwner, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { carryConsent } from '#app/holders/consent.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { LANE, type Lane } from '#app/mail/compose.server.ts';
import { addDuration, durationBetween } from '#app/shared/durations.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { certificateRenewals } from '#db/schema/certificates.ts';
import { t } from '#messages';
import type { RenewalInput } from './certificate.schema.ts';
import { type Certificate, type CertificateRow, toCertificate, todayUtc } from './certificate.server.ts';
import { completedCourseOf } from './completed-course.server.ts';
import { carriedOver } from './field-values.server.ts';
import { certificateById } from './find-certificate.server.ts';
import { countTowardsQuota, noteQuota } from './issue-quota.server.ts';
import { illegibleIn } from './legible.server.ts';
import { allSkipped, managedCertificates, type Skipped } from './managed-certificate.server.ts';
import {
  type CertificateContent,
  type Issuer,
  type NewCertificate,
  releaseCertificate,
  requirePrintable,
  signAll,
  signCertificate,
  storeCertificate,
  unprintableIn,
} from './new-certificate.server.ts';
import { signedFacts } from './signed-record.server.ts';
import { formatUniqueId } from './unique-id.ts';

export const renewedTexts = () => t('renewCertificates.certificateRenewed');
const renewedMeanwhile = () => t('renewCertificates.oneOfTheSelectedCertificatesWas');

const isRevoked = prepared(() =>
  sqlite().prepare('select 1 from certificate_revocations where certificate_id = ?').pluck(),
);

/**
 * Why a certificate cannot be renewed, or null. The reason stays the same, because a repeated call with an Idempotency-Key gets
 * it again: a renewed certificate may be revoked later, but a revoked one is never renewed.
 */
function whyNotRenewable({
  uniqueId,
  status,
  revocation,
  expiryDate,
  renewedBy,
  ...printed
}: Certificate): string | null {
  if (status === 'erased') return t('renewCertificates.theHolderOfUniqueidWasErased', { uniqueId });
  if (expiryDate === null) return t('renewCertificates.uniqueidDoesNotExpire', { uniqueId });
  if (renewedBy !== null)
    return t('renewCertificates.uniqueidWasAlreadyRenewedRenewedby', { uniqueId, renewedBy });
  if (revocation) return t('renewCertificates.uniqueidIsRevokedAndCannotBeRenewed', { uniqueId });
  return Object.values(unprintableIn(null, printed) ?? {}).flat()[0] ?? null;
}

export const isRenewable = (certificate: Certificate) => whyNotRenewable(certificate) === null;

type Selected = { row: CertificateRow; certificate: Certificate };

function selection(actor: Actor, uniqueIds: readonly string[]): Selected[] {
  requireIssuer(actor, 'certificates');
  return managedCertificates(actor, uniqueIds).map(({ row }) => {
    // A renewal repeats what the certificate says.
    signedFacts(row);
    return { row, certificate: toCertificate(row) };
  });
}

const skippedOf = (selected: Selected[]): Skipped[] =>
  selected.flatMap(({ certificate }) => {
    const reason = whyNotRenewable(certificate);
    return reason === null ? [] : { uniqueId: certificate.uniqueId, reason };
  });

/** The expiry that makes a renewal valid for as long as the old certificate. */
function sameLength({ uniqueId, issueDate: from, expiryDate: to }: Certificate, issueDate: string): string {
  const expiryDate = addDuration(issueDate, durationBetween(from, to ?? from));
  if (expiryDate) return expiryDate;
  const message = t('renewCertificates.theRenewalOfUniqueidWouldExpire', { uniqueId });
  throw invalid(message, { expiryDate: [message] });
}

/**
 * The renewable certificates of a selection with the expiry of a renewal today, and the reasons why others are not renewable.
 */
export type Renewals = {
  renewable: { certificate: Certificate; expiryDate: string }[];
  notRenewable: string[];
};

/**
 * The renewable certificates of a selection, for the form.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found when any of them is not its own
 */
export function certificatesToRenew(actor: Actor, uniqueIds: readonly string[]): Renewals {
  const selected = selection(actor, uniqueIds);
  const today = todayUtc();
  return {
    renewable: selected
      .map(({ certificate }) => certificate)
      .filter(isRenewable)
      .map((certificate) => ({ certificate, expiryDate: sameLength(certificate, today) })),
    notRenewable: skippedOf(selected).map(({ reason }) => reason),
  };
}

/** @throws AppError invalid, naming the certificate and the field whose value its design cannot show; busy */
async function requireAllLegible(
  issuer: Issuer,
  renewing: readonly { row: CertificateRow; content: CertificateContent }[],
) {
  const errors = await illegibleIn(
    issuer,
    renewing.map(({ content }) => content),
  );
  const at = errors.findIndex((fields) => fields !== null);
  const row = renewing[at]?.row;
  if (!row) return;
  const [value = ''] = Object.values(errors[at] ?? {}).flat();
  const message = t('page.labelValue', { label: formatUniqueId(row.uniqueId), value });
  throw invalid(message, { uniqueIds: [message] });
}

export type Renewed = { certificates: Certificate[]; skipped: Skipped[] };

/** @param ids of the renewals, separated by spaces, as stored for an Idempotency-Key */
function readBack(actor: Actor, ids: string, selected: Selected[]): Renewed {
  const certificates = ids.split(' ').map((id) => certificateById(actor, id));
  const renewed = new Set(certificates.map(({ renews }) => renews));
  return {
    certificates,
    skipped: skippedOf(selected.filter(({ certificate }) => !renewed.has(certificate.uniqueId))),
  };
}

/** Stores a renewal, logs it and mails the student. Rejects it if the certificate was renewed or revoked meanwhile. */
function storeRenewal(tx: Transaction, old: CertificateRow, renewal: NewCertificate, lane: Lane) {
  storeCertificate(tx, renewal, { lane, renews: formatUniqueId(old.uniqueId) });
  carryConsent(tx, old.id, renewal.certificate.id);
  const renewed = { certificateId: old.id, renewalId: renewal.certificate.id };
  const { changes } = tx.insert(certificateRenewals).values(renewed).onConflictDoNothing().run();
  if (changes === 0 || isRevoked().get(old.id)) throw new AppError('conflict', renewedMeanwhile());
}

/**
 * Renews the renewable certificates of a selection, all of them or none, and lists the others. Each gets a new certificate with the same texts and
 * layout, a log entry and a mail, in one transaction. The old certificates do not change (docs/product.md, Renewal).
 * @param input {issueDate?, expiryDate? or expiresAfter?}
 * @param idempotencyKey the same key with the same input returns the certificates made before
 * @throws AppError as `certificatesToRenew`; conflict when none can be renewed; invalid; unprocessable; rate-limited over the
 *   daily quota; busy when the log cannot be continued
 */
export async function renewCertificates(
  actor: Actor,
  uniqueIds: readonly string[],
  input: RenewalInput,
  idempotencyKey?: string | null,
): Promise<Renewed> {
  requireIssuer(actor, 'certificates');
  const issuer = issuerOf(actor);
  const selected = selection(actor, uniqueIds);
  const { issueDate = todayUtc(), expiryDate: chosenExpiry, neverExpires } = input;
  const asked = selected.map(({ row }) => row.uniqueId);
  const call = idempotentCall(keyOwner(actor), 'certificates/renewals', idempotencyKey, [asked, input]);
  const prior = transaction((tx) => priorResult(tx, call));
  if (prior) return readBack(actor, prior, selected);
  const renewable = selected.filter(({ certificate }) => isRenewable(certificate));
  if (renewable.length === 0) {
    const skipped = skippedOf(selected);
    throw allSkipped(skipped[0]?.reason ?? '', skipped);
  }
  for (const { row } of renewable) requirePrintable(issuer, row);
  requireWritableLog();
  const renewing = renewable.map(({ row, certificate }) => {
    const expiryDate = neverExpires ? null : (chosenExpiry ?? sameLength(certificate, issueDate));
    const frozen = carriedOver(issuer.id, certificate.fields);
    return { row, content: { ...row, issueDate, expiryDate, frozen } };
  });
  await requireAllLegible(issuer, renewing);
  const renewals = await signAll(
    renewing.map(({ row, content }) =>
      signCertificate(issuer, content, row.layoutVersion, completedCourseOf(row.id)),
    ),
  );
  const lane = renewals.length > 1 ? LANE.batch : LANE.single;
  const made = await groupCommit((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const earlier = priorResult(tx, call);
    if (earlier) return earlier;
    countTowardsQuota(tx, issuer.id, renewals.length);
    for (const [index, { row }] of renewable.entries()) {
      storeRenewal(tx, row, renewals[index] as NewCertificate, lane);
    }
    const ids = renewals.map(({ certificate }) => certificate.id).join(' ');
    rememberResult(tx, call, ids);
    storeAnswer(tx, readBack(actor, ids, selected));
    return ids;
  }).finally(() => {
    renewals.forEach(releaseCertificate);
    noteQuota(issuer.id);
  });
  return readBack(actor, made, selected);
}
