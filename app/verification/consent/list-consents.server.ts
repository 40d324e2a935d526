import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import type { Certificate, CertificateStatus } from '#app/certificates/certificate.server.ts';
import { currentStatus } from '#app/certificates/certificate.server.ts';
import { isAsSigned } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { type Consent, certificateConsent, consentTo } from '#app/holders/consent.server.ts';
import { shownPurpose } from '#app/verification/texts.ts';
import { uncheckedCertificate } from '#app/verification/verification.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import type { consentRequests } from '#db/schema/holders.ts';
import { consentFor, type Refusal, requestState } from './consent.server.ts';

/** The newest requests that a list shows. */
const MOST_SHOWN = 50;

const statements = prepared(() => ({
  // The newest request of each verifier.
  ofCertificate: sqlite().prepare<unknown[], HeldRow>(
    `select r.id, r.answer, r.withdrawn_at as withdrawnAt, r.lapses_at as lapsesAt, r.asked_at as askedAt, r.purpose,
       r.purpose_text as purposeText, u.name as verifierName, u.company as organisation, v.paid_at as paidAt
     from consent_requests r join users u on u.id = r.verifier_id
     left join verifications v on v.verifier_id = r.verifier_id and v.certificate_id = r.certificate_id
     where r.certificate_id = @certificateId
       and r.seq = (select max(seq) from consent_requests where certificate_id = r.certificate_id and verifier_id = r.verifier_id)
     order by r.seq desc limit ${MOST_SHOWN}`,
  ),
  ofVerifier: sqlite().prepare<unknown[], { uniqueId: string; askedAt: number }>(
    `select c.unique_id as uniqueId, max(r.asked_at) as askedAt
     from (select * from consent_requests where verifier_id = @verifierId order by seq desc limit ${4 * MOST_SHOWN}) r
     join certificates c on c.id = r.certificate_id
     left join verifications v on v.verifier_id = r.verifier_id and v.certificate_id = r.certificate_id
     where v.paid_at is null group by c.id order by max(r.seq) desc limit ${MOST_SHOWN}`,
  ),
}));

type HeldRow = Pick<
  typeof consentRequests.$inferSelect,
  'id' | 'answer' | 'withdrawnAt' | 'lapsesAt' | 'askedAt' | 'purpose' | 'purposeText'
> & { verifierName: string; organisation: string | null; paidAt: number | null };

/** A verifier's request as the holder sees it. `canWithdraw` while consent is given and not paid for. */
export type HeldRequest = {
  id: string;
  verifierName: string;
  organisation: string | null;
  purpose: string | null;
  askedAt: number;
  state: ReturnType<typeof requestState>;
  canWithdraw: boolean;
};

export type HeldConsent = { own: Consent | null; counts: Consent; requests: HeldRequest[] };

/** The holder's choice for a certificate, and the newest requests for it. The caller has checked the holder. */
export function heldConsent({ id, studentEmail }: Pick<Certificate, 'id' | 'studentEmail'>): HeldConsent {
  const rows = statements().ofCertificate.all({ certificateId: id });
  return {
    own: certificateConsent(id),
    counts: consentTo({ certificateId: id, studentEmail }),
    requests: rows.map(({ verifierName, organisation, askedAt, paidAt, ...row }) => {
      const state = requestState(row);
      const canWithdraw = state === 'granted' && paidAt === null;
      return {
        id: row.id,
        verifierName,
        organisation,
        askedAt,
        purpose: shownPurpose(row),
        state,
        canWithdraw,
      };
    }),
  };
}

/** A verifier's request for consent. It says no more of the certificate than its status. */
export type OwnRequest = {
  /** In groups of four. */
  uniqueId: string;
  status: CertificateStatus;
  askedAt: number;
  state: Refusal | 'granted';
};

/** The newest requests of a verifier that were not paid for. @throws AppError unauthenticated */
export function ownConsentRequests(actor: Actor): OwnRequest[] {
  requireMember(actor);
  const rows = statements().ofVerifier.all({ verifierId: actor.user.id });
  return rows.flatMap(({ uniqueId, askedAt }) => {
    const certificate = uncheckedCertificate(uniqueId);
    if (!certificate || !isAsSigned(certificate.id)) return [];
    const { state } = consentFor(actor.user, certificate);
    const shown = state === 'open' || state === 'unasked' ? 'granted' : state;
    const status = currentStatus(certificate);
    return [{ uniqueId: formatUniqueId(uniqueId), status, askedAt, state: shown }];
  });
}
