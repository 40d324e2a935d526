import { Badge } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

/** 'Success' for a paid verification, or else 'No'. A declined payment is styled as failed. */
export const OutcomeBadge = ({ outcome }: { outcome: string }) =>
  outcome === 'paid' ? (
    <Badge tone="success">{t('common.success')}</Badge>
  ) : (
    <Badge tone={outcome === 'failed' ? 'danger' : 'neutral'}>{t('common.no')}</Badge>
  );
