import { useSearchParams } from 'react-router';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { t } from '#messages';
import { Tabs } from './tabs.tsx';

/** Returns a function that adds the present `redirectTo` to the path of another sign-in page. */
export function useReturnPath() {
  const [search] = useSearchParams();
  const target = parseRedirectTarget(search.get('redirectTo'));
  return (path: string) => withRedirectTo(path, target);
}

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
