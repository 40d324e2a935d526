import { Link, useSearchParams } from 'react-router';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { t } from '#messages';

export type Tab = { label: string; to: string; current?: boolean };

/** Links to sibling pages, with the current one marked. `fit` makes the tabs as narrow as their text. */
export function Tabs({ label, tabs, fit }: { label: string; tabs: readonly Tab[]; fit?: boolean }) {
  return (
    <nav className="tabs" aria-label={label} data-fit={fit ? '' : undefined}>
      {tabs.map(({ label: text, to, current }) => (
        <Link key={to} to={to} className="tab" aria-current={current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

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
