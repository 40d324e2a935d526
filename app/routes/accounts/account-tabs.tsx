import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import { useReturnPath } from './use-return-path.ts';

/** Tabs for login and registration. */
export function AccountTabs({ current }: { current: 'login' | 'register' }) {
  const returnPath = useReturnPath();
  return (
    <Tabs
      label={t('common.account')}
      tabs={[
        { label: t('common.login'), to: returnPath('/'), current: current === 'login' },
        { label: t('common.register'), to: returnPath('/register'), current: current === 'register' },
      ]}
    />
  );
}
