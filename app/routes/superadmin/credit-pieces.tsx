import { TextField } from '#app/ui/form.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

export const AgreementBadge = ({ isEnded }: { isEnded: boolean }) => (
  <Badge tone={isEnded ? 'neutral' : 'success'}>
    {isEnded ? t('creditPieces.ended') : t('creditPieces.inForce')}
  </Badge>
);

export const LimitField = (field: { defaultValue?: string }) => (
  <TextField
    label={t('creditPieces.creditLimitInDollars')}
    name="limit"
    required
    inputMode="decimal"
    maxLength={20}
    autoComplete="off"
    hint={t('creditPieces.theMostThatTheAccountMayOwe')}
    {...field}
  />
);
