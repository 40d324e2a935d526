import { Badge } from '#app/ui/badge.tsx';

const BADGES = {
  checking: { tone: 'neutral', label: 'Checking' },
  ready: { tone: 'warning', label: 'Ready' },
  issuing: { tone: 'warning', label: 'Issuing' },
  done: { tone: 'success', label: 'Done' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const;

/** The status of a batch. */
export const BatchBadge = ({ status }: { status: keyof typeof BADGES }) => (
  <Badge tone={BADGES[status].tone}>{BADGES[status].label}</Badge>
);
