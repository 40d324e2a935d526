/** With ISSUER_APPROVAL=auto, an issuer is active once its address is confirmed. */
export const NOT_REVIEWED = 'address confirmed, not reviewed';

/** The words for a decision about an issuer, the same on pages and in the published list. */
export const decisionWords = (
  decision: 'approved' | 'suspended' | 'reinstated',
  isReviewed: boolean,
): string => (isReviewed || decision === 'suspended' ? `${decision} by a super admin` : NOT_REVIEWED);
