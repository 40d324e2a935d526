import { Award, Building2, ChevronDown, type IconNode, LogOut, Menu, Settings, X } from 'lucide';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { type FetcherFormProps, useFetcher, useLocation } from 'react-router';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { PageNotReloaded } from '#app/routes/layouts/page-error.tsx';
import type { Waiting } from '#app/server/session/waiting.server.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Wordmark } from '#app/ui/brand.tsx';
import { Icon, PathLink } from '#app/ui/page.tsx';
import { ThemeSwitch } from '#app/ui/preference-switches.tsx';
import type { MenuGroup, SidebarState, Theme } from '#app/ui/preferences.ts';
import { rememberMenuGroup, SIDEBAR_FIELD, toSidebarState } from '#app/ui/preferences.ts';
import { t } from '#messages';
import { SidebarSearch, useSearchKey } from './sidebar-search.tsx';

/** The logged-in user. */
type ShellUser = { name: string; role: string };

export type ShellProps = {
  user: ShellUser;
  /** The rights of the user's role in its organisation. */
  acts: readonly OrganisationAct[];
  /** The organisations to choose from, or null. */
  switcher: { current: string; choices: { id: string; name: string }[] } | null;
  /** Path of the page, which marks its link and opens its group. */
  pathname: string;
  theme: Theme;
  sidebar: SidebarState;
  /** The open group of an issuer's menu. */
  group: MenuGroup;
  waiting: Waiting;
  children: ReactNode;
};

const SIDEBAR = 'sidebar';

/** Catalogue pages outside /courses. */
export const CATALOGUE = ['/course', '/explore', '/course-details'] as const;

/** Whether a path equals another one or is below it. */
const isWithin = (pathname: string, path: string) => `${pathname}/`.startsWith(`${path}/`);

type NavLinkProps = {
  to: string;
  pathname: string;
  /** Further paths on which the link is marked. */
  covers?: readonly string[];
  icon?: IconNode;
  /** How much waits there. */
  count?: number | undefined;
  children: ReactNode;
};

const MOST_SHOWN = 99;

/** The number beside an entry, which is part of its name. */
const Count = ({ count }: { count: number }) => (
  <>
    <span className="sr-only"> {t('appFrame.countWaiting', { count })}</span>
    <span className="nav-count" aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  </>
);

/** A sidebar link. It is marked on its own page, on pages below it and on the paths in `covers`. */
function NavLink({ to, pathname, covers = [], icon, count, children }: NavLinkProps) {
  const within = [to, ...covers].some((path) => isWithin(pathname, path));
  const current = pathname === to ? 'page' : within ? 'true' : undefined;
  return (
    <PathLink href={to} className="nav-link" aria-current={current}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {count ? <Count count={count} /> : null}
    </PathLink>
  );
}

type NavGroupProps = {
  label: string;
  icon: IconNode;
  open: boolean;
  /** Of an issuer's menu, in which opening a group closes the others, and which remembers the open one. */
  group?: MenuGroup;
  /** How much waits in the group, shown while it is closed. */
  count?: number | undefined;
  children: ReactNode;
};

const GROUP = '#sidebar details[data-group]';

const rememberOpenGroup = () =>
  rememberMenuGroup(document.querySelector<HTMLElement>(`${GROUP}[open]`)?.dataset.group ?? 'none');

/** An expandable group of links. */
export function NavGroup({ label, icon, open, group, count, children }: NavGroupProps) {
  return (
    <details open={open} {...(group && { name: 'menu', 'data-group': group, onToggle: rememberOpenGroup })}>
      <summary className="nav-link">
        <Icon of={icon} />
        <span>{label}</span>
        {count ? <Count count={count} /> : null}
        <Icon of={ChevronDown} className="accordion-chevron" />
      </summary>
      <div className="nav-sub">{children}</div>
    </details>
  );
}

type SidebarToggleProps = { state: SidebarState; form: ComponentType<FetcherFormProps> };

function SidebarToggle({ state, form: Form }: SidebarToggleProps) {
  const { pathname, search } = useLocation();
  const collapsed = state === 'collapsed';
  return (
    <Form method="post" action="/sidebar" className="app-bar-collapse">
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <button
        type="submit"
        name={SIDEBAR_FIELD}
        value={collapsed ? 'open' : 'collapsed'}
        className="app-bar-menu"
        aria-controls={SIDEBAR}
        aria-expanded={!collapsed}
        aria-label={t('appFrame.sidebar')}
        title={collapsed ? t('appFrame.showTheSidebar') : t('appFrame.hideTheSidebar')}
      >
        <Icon of={Menu} />
      </button>
    </Form>
  );
}

/** The choice of the organisation that the session acts for. A full page load, so that the client keeps no data of the other one. */
function OrganisationSwitcher({ current, choices }: NonNullable<ShellProps['switcher']>) {
  const chosen = choices.find(({ id }) => id === current);
  return (
    <div className="app-bar-switcher">
      <button type="button" className="app-bar-organisation" popoverTarget="organisations">
        <Icon of={Building2} />
        <span className="sr-only">{t('appFrame.actsFor')} </span>
        <span dir="auto" className="app-bar-name max-lg:sr-only">
          {chosen?.name ?? t('appFrame.chooseAnOrganisation')}
        </span>
      </button>
      <form method="post" action="/organisation" id="organisations" popover="auto" className="bar-menu">
        {choices.map(({ id, name }) => (
          <button
            key={id}
            type="submit"
            name="organisation"
            value={id}
            aria-current={id === current ? 'true' : undefined}
          >
            <span dir="auto" className="breakable">
              {name}
            </span>
            {id === '' && <span> {t('appFrame.yourOwnAccount')}</span>}
          </button>
        ))}
      </form>
    </div>
  );
}

const PERSON = 'person';

/** The viewer's name: a link to the settings, or a menu of what one does as a person. */
function Person({ user, personal, pathname }: Pick<AppFrameProps, 'user' | 'personal' | 'pathname'>) {
  const name = (
    <>
      <span dir="auto" className="app-bar-name max-lg:sr-only">
        {user.name}
      </span>
      <Avatar name={user.name} />
    </>
  );
  if (!personal)
    return (
      <PathLink href="/settings" className="app-bar-person">
        <span className="sr-only">{t('appFrame.settingsOf')}</span>
        {name}
      </PathLink>
    );
  return (
    <div className="app-bar-person">
      <button type="button" className="app-bar-person" popoverTarget={PERSON}>
        <span className="sr-only">{t('appFrame.menuOf')}</span>
        {name}
      </button>
      <nav id={PERSON} popover="auto" className="bar-menu" aria-label={t('appFrame.yourPages')}>
        <NavLinks links={personal} pathname={pathname} />
      </nav>
    </div>
  );
}

type BarProps = Pick<AppFrameProps, 'user' | 'switcher' | 'home' | 'personal' | 'pathname'> &
  SidebarToggleProps;

const Bar = ({ user, switcher, home, personal, pathname, ...toggle }: BarProps) => (
  <header className="app-bar on-navy">
    <button type="button" className="app-bar-menu" popoverTarget={SIDEBAR} aria-label={t('appFrame.menu')}>
      <Icon of={Menu} />
    </button>
    <SidebarToggle {...toggle} />
    <PathLink href={home} aria-label={t('appFrame.certraceToYourStartPage')}>
      <Wordmark />
    </PathLink>
    {switcher && <OrganisationSwitcher {...switcher} />}
    <Person user={user} personal={personal} pathname={pathname} />
  </header>
);

type AppFrameProps = ShellProps & {
  /** Target of the logo. */
  home: string;
  navigation: ReactNode;
  /** Links of the menu under the avatar. */
  personal?: readonly NavEntry[];
};

/**
 * The frame for logged-in users: bar, sidebar, page. On narrow screens the sidebar is a popover, which works without
 * JavaScript. On wide screens a form collapses and restores it.
 */
export function AppFrame({ sidebar: kept, navigation, children, ...props }: AppFrameProps) {
  const { user, switcher, pathname, theme, home, personal } = props;
  const sidebar = useRef<HTMLElement>(null);
  const change = useFetcher({ key: 'sidebar' });
  const state = change.formData ? toSidebarState(change.formData.get(SIDEBAR_FIELD)) : kept;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on navigation
  useEffect(() => {
    sidebar.current?.hidePopover?.();
    document.getElementById(PERSON)?.hidePopover?.();
  }, [pathname]);
  useSearchKey();

  return (
    <>
      <Bar {...{ user, switcher, home, personal, pathname }} state={state} form={change.Form} />
      <div className="app-frame" data-sidebar={state}>
        <nav ref={sidebar} id={SIDEBAR} popover="auto" className="sidebar" aria-label={t('common.main')}>
          <div className="sidebar-inner">
            <button
              type="button"
              className="sidebar-close"
              popoverTarget={SIDEBAR}
              popoverTargetAction="hide"
              aria-label={t('appFrame.closeMenu')}
            >
              <Icon of={X} />
            </button>
            <SidebarSearch />
            {navigation}
            <div className="sidebar-end">
              <NavLink to="/settings" pathname={pathname} icon={Settings}>
                {t('common.settings')}
              </NavLink>
              {/* A full page load, so that the client keeps no data of the ended session. */}
              <form method="post" action="/logout">
                <button type="submit" className="nav-link">
                  <Icon of={LogOut} className="icon-points" />
                  <span>{t('appFrame.logout')}</span>
                </button>
              </form>
              <div className="sidebar-theme">
                <ThemeSwitch theme={theme} />
              </div>
            </div>
          </div>
        </nav>
        <main id="main" tabIndex={-1} className="app-main">
          <div>
            <PageNotReloaded />
            {children}
          </div>
        </main>
      </div>
    </>
  );
}

/** A link of a sidebar: its path, text and icon, and further paths on which it is marked. */
export type NavEntry = readonly [
  to: string,
  text: string,
  icon?: IconNode | undefined,
  covers?: readonly string[] | undefined,
  count?: number | undefined,
];
type NavLinksProps = { links: readonly NavEntry[]; pathname: string };

export const NavLinks = ({ links, pathname }: NavLinksProps) =>
  links.map(([to, text, icon, covers, count]) => (
    <NavLink key={to} {...{ to, pathname, count }} {...(icon && { icon })} {...(covers && { covers })}>
      {text}
    </NavLink>
  ));

/** The Certificates group of a sidebar. It is open on the pages of its links. */
export const CertificatesGroup = ({ links, pathname }: NavLinksProps) => (
  <NavGroup label={t('common.certificates')} icon={Award} open={links.some(([to]) => isWithin(pathname, to))}>
    <NavLinks links={links} pathname={pathname} />
  </NavGroup>
);
