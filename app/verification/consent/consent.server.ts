import type { Role } from '#app/accounts/actor.server.ts';
import {
  type CertificateStatus,
  currentStatus,
  type StatusColumns,
} from '#app/certificates/certificate.server.ts';
import { consentTo } from '#app/holders/consent.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import type { consentRequests } from '#db/schema/consent.ts';
import { t } from '#messages';

/** The reason of a refused look-up. */
export type Refusal = 'pending' | 'declined' | 'lapsed' | 'closed';

export const consentPending = () => t('common.waitingForTheHoldersConsent');

export const consentDeclined = () => t('consent.theHolderDeclinedThisLookUp');

const refused = (): Record<Refusal, string> => ({
  pending: consentPending(),
  declined: consentDeclined(),
  lapsed: t('consent.theHolderDidNotAnswerWithin14Days'),
  closed: t('consent.theHolderDoesNotAllowLook'),
});

type Request = Pick<typeof consentRequests.$inferSelect, 'answer' | 'withdrawnAt' | 'lapsesAt'>;

export type RequestState = 'pending' | 'granted' | 'declined' | 'lapsed';

/** The state of a request. Consent that was withdrawn counts as declined. */
export function requestState({ answer, withdrawnAt, lapsesAt }: Request): RequestState {
  if (withdrawnAt !== null) return 'declined';
  return answer ?? (lapsesAt <= now() ? 'lapsed' : 'pending');
}

const newestRequest = prepared(() =>
  sqlite().prepare<[string, string], Request & { asked: number }>(
    `select answer, withdrawn_at as withdrawnAt, lapses_at as lapsesAt, count(*) over () as asked
     from consent_requests where certificate_id = ? and verifier_id = ? order by seq desc limit 1`,
  ),
);

type Verifier = { id: string; role: Role };
type Certificate = { id: string; studentEmail: string };

const chosenFor = ({ id, studentEmail }: Certificate) => consentTo({ certificateId: id, studentEmail });

/**
 * Whether a verifier may look a certificate up: 'open', or 'granted' by the holder. A super admin always may.
 * @param chosen the holder's choice, if it was just read
 * @returns how often the verifier has asked, too
 */
export function consentFor(
  { id, role }: Verifier,
  certificate: Certificate,
  chosen = role === 'superadmin' ? 'open' : chosenFor(certificate),
) {
  if (role === 'superadmin') return { state: 'open', asked: 0 } as const;
  if (chosen !== 'ask') return { state: chosen, asked: 0 } as const;
  const request = newestRequest().get(certificate.id, id);
  return request
    ? ({ state: requestState(request), asked: request.asked } as const)
    : ({ state: 'unasked', asked: 0 } as const);
}

/** Whether a verifier may look a certificate up now. */
export function mayLookUp(verifier: Verifier, certificate: Certificate): boolean {
  const { state } = consentFor(verifier, certificate);
  return state === 'open' || state === 'granted';
}

/** The error for a look-up or a payment without the holder's consent. It says no more of the certificate than its status. */
export const consentRefused = (consent: Refusal, status: CertificateStatus) =>
  new AppError('forbidden', refused()[consent], { details: { code: 'consent_required', consent, status } });

type WithState = Certificate & StatusColumns;

/**
 * Requires that the verifier may look the certificate up now.
 * @throws AppError forbidden with `consent` and `status` as details
 */
export function requireConsent(verifier: Verifier, certificate: WithState) {
  const { state } = consentFor(verifier, certificate);
  if (state === 'open' || state === 'granted') return;
  throw consentRefused(state === 'unasked' ? 'pending' : state, currentStatus(certificate));
}
