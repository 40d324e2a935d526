import { Tabs } from '../../ui/tabs.tsx';

/** The switch between the two halves of the way in. */
export const AccountTabs = ({ current }: { current: 'login' | 'register' }) => (
  <Tabs
    label="Account"
    tabs={[
      { label: 'Login', to: '/', current: current === 'login' },
      { label: 'Register', to: '/register', current: current === 'register' },
    ]}
  />
);
