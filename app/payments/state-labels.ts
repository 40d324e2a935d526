/** The states of a payment, as super admins filter by them. */
export const STATE_LABELS = {
  created: 'Created',
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
  disputed: 'Disputed',
} as const;
