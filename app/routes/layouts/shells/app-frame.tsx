import { Award, Building2, ChevronDown, type IconNode, LogOut, Menu, Settings, X } from 'lucide';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { type FetcherFormProps, useFetcher, useLocation } from 'react-router';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { PageNotReloaded } from '#app/routes/layouts/page-error.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Wordmark } from '#app/ui/brand.tsx';
import { Icon, PathLink } from '#app/ui/page.tsx';
import { ThemeSwitch } from '#app/ui/preference-switches.tsx';
import { SIDEBAR_FIELD, type SidebarState, type Theme, toSidebarState } from '#app/ui/preferences.ts';
import { t } from '#messages';

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
  children: ReactNode;
};

/** A sidebar link. It is marked on its own page, on pages below it and on the paths in `covers`. */
function NavLink({ to, pathname, covers = [], icon, children }: NavLinkProps) {
  const within = [to, ...covers].some((path) => isWithin(pathname, path));
  const current = pathname === to ? 'page' : within ? 'true' : undefined;
  return (
    <PathLink href={to} className="nav-link" aria-current={current}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </PathLink>
  );
}

type NavGroupProps = { label: string; icon: IconNode; open: boolean; children: ReactNode };

/** An expandable group of links. */
export function NavGroup({ label, icon, open, children }: NavGroupProps) {
  return (
    <details open={open}>
      <summary className="nav-link">
        <Icon of={icon} />
        <span>{label}</span>
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
      <form
        method="post"
        action="/organisation"
        id="organisations"
        popover="auto"
        className="organisation-menu"
      >
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

type BarProps = Pick<AppFrameProps, 'user' | 'switcher' | 'home'> & SidebarToggleProps;

const Bar = ({ user, switcher, home, ...toggle }: BarProps) => (
  <header className="app-bar on-navy">
    <button type="button" className="app-bar-menu" popoverTarget={SIDEBAR} aria-label={t('appFrame.menu')}>
      <Icon of={Menu} />
    </button>
    <SidebarToggle {...toggle} />
    <PathLink href={home} aria-label={t('appFrame.certraceToYourStartPage')}>
      <Wordmark />
    </PathLink>
    {switcher && <OrganisationSwitcher {...switcher} />}
    <PathLink href="/settings" className="app-bar-person">
      <span className="sr-only">{t('appFrame.settingsOf')}</span>
      <span dir="auto" className="app-bar-name max-lg:sr-only">
        {user.name}
      </span>
      <Avatar name={user.name} />
    </PathLink>
  </header>
);

type AppFrameProps = ShellProps & {
  /** Target of the logo. */
  home: string;
  navigation: ReactNode;
};

/**
 * The frame for logged-in users: bar, sidebar, page. On narrow screens the sidebar is a popover, which works without
 * JavaScript. On wide screens a form collapses and restores it.
 */
export function AppFrame({ sidebar: kept, navigation, children, ...props }: AppFrameProps) {
  const { user, switcher, pathname, theme, home } = props;
  const sidebar = useRef<HTMLElement>(null);
  const change = useFetcher({ key: 'sidebar' });
  const state = change.formData ? toSidebarState(change.formData.get(SIDEBAR_FIELD)) : kept;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on navigation
  useEffect(() => {
    sidebar.current?.hidePopover?.();
  }, [pathname]);

  return (
    <>
      <Bar user={user} switcher={switcher} home={home} state={state} form={change.Form} />
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
type NavEntry = readonly [to: string, text: string, icon?: IconNode, covers?: readonly string[]];
type NavLinksProps = { links: readonly NavEntry[]; pathname: string };

export const NavLinks = ({ links, pathname }: NavLinksProps) =>
  links.map(([to, text, icon, covers]) => (
    <NavLink key={to} to={to} pathname={pathname} {...(icon && { icon })} {...(covers && { covers })}>
      {text}
    </NavLink>
  ));

/** The Certificates group of a sidebar. It is open on the pages of its links. */
export const CertificatesGroup = ({ links, pathname }: NavLinksProps) => (
  <NavGroup label={t('common.certificates')} icon={Award} open={links.some(([to]) => isWithin(pathname, to))}>
    <NavLinks links={links} pathname={pathname} />
  </NavGroup>
);
