import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import { useReturnPath } from './use-return-path.ts';

/** Tabs for login and registration. */
export function AccountTabs({ current }: { current: 'login' | 'register' }) {
  const returnPath = useReturnPath();
  return (
    <Tabs
      label={t('accountTabs.account')}
      tabs={[
        { label: t('accountTabs.login'), to: returnPath('/'), current: current === 'login' },
        { label: t('accountTabs.register'), to: returnPath('/register'), current: current === 'register' },
      ]}
    />
  );
}
