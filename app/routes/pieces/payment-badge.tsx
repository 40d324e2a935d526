import { stateLabels } from '#app/payments/state-labels.ts';
import { Badge } from '#app/ui/list-parts.tsx';

const TONES = {
  created: 'neutral',
  pending: 'info',
  paid: 'success',
  failed: 'danger',
  expired: 'neutral',
  refunded: 'warning',
  disputed: 'danger',
} as const;

export const PaymentBadge = ({ state }: { state: keyof ReturnType<typeof stateLabels> }) => (
  <Badge tone={TONES[state]}>{stateLabels()[state]}</Badge>
);
