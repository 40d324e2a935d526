import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { formatUniqueId } from './unique-id.ts';

/** The certificate in a mail to the student. @param row with `uniqueId` in stored form */
export const mailedCertificate = <Row extends { uniqueId: string; issuerId: string }>(row: Row) => ({
  ...row,
  uniqueId: formatUniqueId(row.uniqueId),
  isReviewed: isReviewedIssuer(row.issuerId),
});
