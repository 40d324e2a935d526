import { Badge } from '#app/ui/badge.tsx';
import { t } from '#messages';

const badgeTexts = () =>
  ({
    checking: { tone: 'neutral', label: t('batchBadge.checking') },
    ready: { tone: 'warning', label: t('batchBadge.ready') },
    issuing: { tone: 'warning', label: t('batchBadge.issuing') },
    done: { tone: 'success', label: t('batchBadge.done') },
    cancelled: { tone: 'neutral', label: t('batchBadge.cancelled') },
  }) as const;

export const BatchBadge = ({ status }: { status: keyof ReturnType<typeof badgeTexts> }) => (
  <Badge tone={badgeTexts()[status].tone}>{badgeTexts()[status].label}</Badge>
);
