import { Tabs } from '#app/ui/tabs.tsx';
import { useReturnPath } from './use-return-path.ts';

/** Tabs for login and registration. */
export function AccountTabs({ current }: { current: 'login' | 'register' }) {
  const returnPath = useReturnPath();
  return (
    <Tabs
      label="Account"
      tabs={[
        { label: 'Login', to: returnPath('/'), current: current === 'login' },
        { label: 'Register', to: returnPath('/register'), current: current === 'register' },
      ]}
    />
  );
}
