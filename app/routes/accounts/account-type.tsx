import { RadioGroup } from '#app/ui/form.tsx';
import { t } from '#messages';

const roles = () => [
  { value: 'admin', label: t('register.admin') },
  { value: 'corporate', label: t('common.corporate') },
  { value: 'individual', label: t('common.individual') },
];

/** The choice of what an account is for. */
export const AccountType = () => (
  <RadioGroup label={t('register.accountType')} name="role" options={roles()} />
);
