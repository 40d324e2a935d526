/** Labels of the payment states for super admins. */
export const STATE_LABELS = {
  created: 'Created',
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
  disputed: 'Disputed',
} as const;
