import { Badge } from '#app/ui/badge.tsx';
import { TextField } from '#app/ui/field.tsx';

export const AgreementBadge = ({ isEnded }: { isEnded: boolean }) => (
  <Badge tone={isEnded ? 'neutral' : 'success'}>{isEnded ? 'Ended' : 'In force'}</Badge>
);

export const LimitField = (field: { defaultValue: string | undefined; errors: string[] | undefined }) => (
  <TextField
    label="Credit limit in dollars"
    name="limit"
    required
    inputMode="decimal"
    maxLength={20}
    autoComplete="off"
    hint="The most that the account may owe."
    {...field}
  />
);
