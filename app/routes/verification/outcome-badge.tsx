import { Badge } from '#app/ui/badge.tsx';

/** The specification's word for a payment: 'Success', else 'No'; one that was declined is styled as failed. */
export const OutcomeBadge = ({ outcome }: { outcome: 'paid' | 'unpaid' | 'failed' }) =>
  outcome === 'paid' ? (
    <Badge tone="success">Success</Badge>
  ) : (
    <Badge tone={outcome === 'failed' ? 'danger' : 'neutral'}>No</Badge>
  );
