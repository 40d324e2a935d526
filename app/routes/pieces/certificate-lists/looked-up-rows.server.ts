import { shownDate } from '#app/certificates/display.ts';
import type { OwnVerification, Verification } from '#app/verification/list-verifications.server.ts';
import type { LookedUp } from '#app/verification/verification.server.ts';
import { t } from '#messages';
import type { View } from './rows.server.ts';

/** A looked-up certificate, formatted for a page. */
export const shownLookedUp = (found: LookedUp, view: View) => ({
  ...found,
  revocation: view.revocation(found.revocation),
});

export type ShownLookedUp = ReturnType<typeof shownLookedUp>;

/** The note below a verification's outcome: when it was paid or refunded. */
export const verifiedAt = (
  payment: Verification['payment'],
  outcome: Verification['outcome'],
  view: Pick<View, 'instant'>,
) => (payment ? view.instant(payment.paidAt) : outcome === 'refunded' ? t('lookedUpRows.refunded') : null);

/** A row of a verifier's list. The student's name is only included when paid. */
export const ownRow =
  (view: View) =>
  ({ id, certificate, lookedUp, payment, outcome, lookedUpAt }: OwnVerification) => {
    const told = certificate ?? lookedUp;
    return {
      id,
      uniqueId: told.uniqueId,
      courseName: told.courseName,
      issuerName: certificate ? certificate.issuer.name : lookedUp.issuedBy.name,
      studentName: certificate?.studentName ?? null,
      issueDate: shownDate(told.issueDate),
      status: told.status,
      revocation: view.revocation(told.revocation),
      replacedBy: told.replacedBy,
      renewedBy: told.renewedBy,
      verifiedAt: verifiedAt(payment, outcome, view),
      paymentId: payment?.id ?? null,
      outcome,
      group: view.group(lookedUpAt),
    };
  };

export type OwnRow = ReturnType<ReturnType<typeof ownRow>>;
