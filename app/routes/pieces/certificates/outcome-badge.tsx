import { Badge } from '#app/ui/badge.tsx';

/** 'Success' for a paid verification, or else 'No'. A declined payment is styled as failed. */
export const OutcomeBadge = ({ outcome }: { outcome: string }) =>
  outcome === 'paid' ? (
    <Badge tone="success">Success</Badge>
  ) : (
    <Badge tone={outcome === 'failed' ? 'danger' : 'neutral'}>No</Badge>
  );
