import { t } from '#messages';
export const consentNames = () => ({
  open: t('consentNames.open'),
  ask: t('consentNames.askMe'),
  closed: t('consentNames.closed'),
});

export type ConsentName = keyof ReturnType<typeof consentNames>;
