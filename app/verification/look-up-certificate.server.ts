import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { type CertificateStatus, currentStatus } from '#app/certificates/certificate.server.ts';
import { requireHolder } from '#app/certificates/managed-certificate.server.ts';
import { shareUrlOf } from '#app/certificates/share-links.server.ts';
import { type FormOfId, formatUniqueId, formOf } from '#app/certificates/unique-id.ts';
import { consentTo } from '#app/holders/consent.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { askForConsent, consentFor, consentRefused } from '#app/verification/consent/consent.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { invalidCertificate } from './texts.ts';
import type { lookUpSchema, lookUpWithPurposeSchema } from './verification.schema.ts';
import { certificateToVerify, findVerification, toFound, verificationFor } from './verification.server.ts';

type CertificateState = CertificateStatus | 'unknown';

/**
 * The state of a certificate by its ID, for anybody, and no other data of it. Records no look-up.
 * @param input {uniqueId}; a malformed ID counts as unknown
 * @throws AppError rate-limited; invalid; busy when it is not as it was signed
 */
export async function certificateState(
  actor: Actor,
  input: z.output<typeof lookUpSchema>,
): Promise<{ uniqueId: string; state: CertificateState; form?: FormOfId }> {
  await limit(actor, 'look-ups');
  const { uniqueId } = input;
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) return { uniqueId, state: 'unknown', form: formOf(uniqueId) };
  return { uniqueId: formatUniqueId(certificate.uniqueId), state: currentStatus(certificate) };
}

/** What anybody sees who scans a certificate's code. `issued` is null for an unknown ID, and where the holder's consent is needed. */
export type PublicCertificate = {
  uniqueId: string;
  state: CertificateState;
  issued: { by: string; on: string } | null;
  /** The holder's name and page, while the holder shares it. */
  shared: { studentName: string; url: string } | null;
  /** Describes the typed ID if it is unknown. */
  form?: FormOfId;
};

/**
 * The state, issuer and issue date (YYYY-MM-DD) of a certificate by its ID, for anybody, and whose it is where the holder shares it.
 * Records no look-up.
 * @param input {uniqueId}; a malformed ID counts as unknown
 * @throws AppError rate-limited; busy when it is not as it was signed
 */
export async function publicCertificate(
  actor: Actor,
  { uniqueId }: z.output<typeof lookUpSchema>,
): Promise<PublicCertificate> {
  await limit(actor, 'look-ups');
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) return { uniqueId, state: 'unknown', issued: null, shared: null, form: formOf(uniqueId) };
  const { id, studentEmail, studentName, issuerName, issueDate } = certificate;
  // Where the holder wants to be asked, nobody learns more without asking.
  const isOpen = consentTo({ certificateId: id, studentEmail }) === 'open';
  const url = isOpen ? shareUrlOf(certificate) : null;
  return {
    uniqueId: formatUniqueId(certificate.uniqueId),
    state: currentStatus(certificate),
    issued: isOpen ? { by: issuerName, on: issueDate } : null,
    shared: url === null ? null : { studentName, url },
  };
}

/** A look-up that waits for the holder's consent. It says no more of the certificate than its status. */
type WaitingLookUp = { consent: 'pending'; status: CertificateStatus };

/**
 * Looks a certificate up by its ID. Finds or creates this account's verification of it. A browser session stores it for the
 * payment page. Where the holder wants to be asked, asks instead; a verification that was paid needs no consent.
 * @param input {uniqueId, purpose?, purposeText?}; the ID in any case, with or without hyphens
 * @throws AppError unauthenticated; invalid; not-found for an unknown or malformed ID; rate-limited; forbidden with `consent` and
 *   `status` as details; busy when it is not as it was signed
 */
export async function lookUpCertificate(
  actor: Actor,
  input: z.output<typeof lookUpWithPurposeSchema>,
): Promise<ReturnType<typeof toFound> | WaitingLookUp> {
  requireMember(actor);
  await limit(actor, 'look-ups');
  const { uniqueId, ...purpose } = input;
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) throw notFound(invalidCertificate());
  const found = findVerification(actor, certificate);
  if (!found?.paidAt) {
    requireHolder(certificate);
    const { state } = consentFor(actor.user, certificate, certificate.consent);
    const status = currentStatus(certificate);
    const waiting = { consent: 'pending', status } as const;
    if (state === 'unasked') await askForConsent(actor, certificate, purpose, waiting);
    if (state === 'unasked' || state === 'pending') return waiting;
    if (state !== 'open' && state !== 'granted') throw consentRefused(state, status);
  }
  const verification = verificationFor(actor, certificate, purpose, found);
  if (actor.kind === 'user') setPendingLookUp(actor, { uniqueId: certificate.uniqueId, at: now() });
  return toFound(certificate, verification);
}

/** A look-up: the stored form of the certificate's ID, and the time in milliseconds UTC. */
type LookUp = { uniqueId: string; at: number };

/** Stores a look-up in the session, so that the payment page works without JavaScript. */
export function setPendingLookUp(actor: Member, { uniqueId, at }: LookUp) {
  db()
    .update(sessions)
    .set({ pendingUniqueId: uniqueId, lookedUpAt: at })
    .where(eq(sessions.id, actor.sessionId))
    .run();
}

/** This session's last look-up, or null. */
export function pendingLookUp(actor: Actor): LookUp | null {
  requireMember(actor);
  const row = db()
    .select({ uniqueId: sessions.pendingUniqueId, at: sessions.lookedUpAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .get();
  return row?.uniqueId ? { uniqueId: row.uniqueId, at: row.at ?? 0 } : null;
}
