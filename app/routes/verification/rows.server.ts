import { shownDate } from '#app/certificates/display.ts';
import type { groupFor } from '#app/routes/certificates/rows.server.ts';
import type { OwnVerification } from '#app/verification/list-verifications.server.ts';

/** What a verifier's own list shows of each: the student's name only once it is paid. */
export const ownRow =
  (group: ReturnType<typeof groupFor>) =>
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
      paymentId: payment?.id ?? null,
      outcome,
      group: group(lookedUpAt),
    };
  };

export type OwnRow = ReturnType<ReturnType<typeof ownRow>>;
