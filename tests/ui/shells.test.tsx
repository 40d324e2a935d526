import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';
import { AppShell } from '#app/routes/layouts/site-frame.tsx';
import type { MenuGroup } from '#app/ui/preferences.ts';
import { renderAt } from './render.tsx';

const EVERYTHING = ['read', 'certificates', 'courses', 'manage'] as const;

const show = (
  role: string,
  pathname: string,
  { acts = EVERYTHING as readonly OrganisationAct[], group = 'certificates' as MenuGroup, waiting = {} } = {},
) =>
  renderAt(
    pathname,
    <AppShell
      user={{ name: 'Ada Byron', role }}
      acts={acts}
      group={group}
      waiting={waiting}
      switcher={null}
      pathname={pathname}
      theme="system"
      sidebar="open"
    >
      <h1>Page</h1>
    </AppShell>,
  );

/** Label and target of every link in the sidebar, in order. */
const sidebarLinks = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLAnchorElement>('#sidebar a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);

const groupIsOpen = (container: HTMLElement) =>
  container.querySelector('#sidebar details')?.hasAttribute('open');

describe('the sidebar', () => {
  it.each([
    [
      'corporate',
      [
        ['Colleges', '/colleges'],
        ['Students', '/students'],
      ],
    ],
    ['individual', []],
  ])('of a verifier (%s) has the links of the role', (role, ofCompanies) => {
    const { container } = show(role, '/courses');
    expect(sidebarLinks(container)).toEqual([
      ['Courses', '/courses'],
      ['My learning', '/my-learning'],
      ['My certificates', '/my-certificates'],
      ['Check', '/check'],
      ['Verify', '/verify'],
      ['Services', '/services'],
      ...ofCompanies,
      ['Payments', '/payments'],
      ['Support', '/support'],
      ['Settings', '/settings'],
    ]);
  });

  it('of an issuer has the links of the role, in groups', () => {
    const { container } = show('admin', '/admin/courses');
    expect(sidebarLinks(container)).toEqual([
      ['Dashboard', '/admin/courses'],
      ['Courses', '/courses'],
      ['Issue', '/admin/issue-certificate'],
      ['Batches', '/admin/batches'],
      ['Designs', '/admin/designs'],
      ['Fields', '/admin/fields'],
      ['Issued', '/admin/issued-certificates'],
      ['Verified', '/admin/verified-certificates'],
      ['Create Course', '/admin/create-course'],
      ['Coupons', '/admin/coupons'],
      ['Statistics', '/dashboard'],
      ['Members', '/admin/members'],
      ['Audit', '/admin/audit'],
      ['Settings', '/settings'],
    ]);
    expect(
      [...container.querySelectorAll<HTMLAnchorElement>('#person a')].map((link) => link.pathname),
    ).toEqual(['/my-learning', '/my-certificates', '/check', '/verify', '/services', '/support']);
  });

  it.each(['certificates', 'courses', 'organisation', 'none'] as const)(
    'of an issuer has at most ten links in sight while the open group is %s',
    (group) => {
      const waiting = { corrections: 3, completions: 2 };
      const { container } = show('admin', '/admin/courses', { group, waiting });
      const open = [...container.querySelectorAll('#sidebar details[open]')];
      expect(open.map((each) => each.getAttribute('data-group'))).toEqual(group === 'none' ? [] : [group]);
      const names = [...container.querySelectorAll('#sidebar details')].map((each) =>
        each.getAttribute('name'),
      );
      expect(names).toEqual(['menu', 'menu', 'menu']);
      const inSight = [...container.querySelectorAll('#sidebar a')].filter(
        (link) => !link.closest('details:not([open]), .sidebar-end'),
      ).length;
      expect([inSight >= 2, inSight <= 10]).toEqual([true, true]);
    },
  );

  it('counts what waits, in the names of its links', () => {
    const issuer = show('admin', '/admin/courses', { waiting: { corrections: 3, completions: 120 } });
    expect(sidebarLinks(issuer.container)).toContainEqual([
      'Corrections (3 waiting)3',
      '/dashboard#corrections',
    ]);
    expect(sidebarLinks(issuer.container)).toContainEqual([
      'Completions (120 waiting)99+',
      '/admin/courses#completions',
    ]);
    issuer.unmount();
    const waiting = { issuers: 2, names: 1, messages: 4 };
    const { container } = show('superadmin', '/admin/update', { waiting });
    expect(sidebarLinks(container)).toContainEqual(['Update (3 waiting)3', '/admin/update']);
    expect(sidebarLinks(container)).toContainEqual(['Support (4 waiting)4', '/admin/support']);
    expect(sidebarLinks(container)).toContainEqual(['Status', '/superadmin/status']);
  });

  it('of a super admin has the links of the role', () => {
    const { container } = show('superadmin', '/admin/update');
    expect(sidebarLinks(container)).toEqual([
      ['Courses', '/courses'],
      ['Issued', '/superadmin/issued-certificates'],
      ['Verified', '/superadmin/verified-certificates'],
      ['Check', '/check'],
      ['Verify', '/verify'],
      ['Services', '/services'],
      ['Manage courses', '/superadmin/courses'],
      ['Payments', '/superadmin/payments'],
      ['Credit', '/superadmin/credit'],
      ['Update', '/admin/update'],
      ['Accounts', '/superadmin/accounts'],
      ['Audit', '/superadmin/audit'],
      ['Mail', '/superadmin/mail'],
      ['Status', '/superadmin/status'],
      ['Support', '/admin/support'],
      ['Settings', '/settings'],
    ]);
  });

  it.each([
    ['/services', true],
    ['/verify', true],
    ['/verify/payment', true],
    ['/check', true],
    ['/courses', false],
    ['/settings', false],
  ])('of a verifier on %s: the Certificates group open is %s', (pathname, open) => {
    expect(groupIsOpen(show('corporate', pathname).container)).toBe(open);
  });

  it('marks only the current page', () => {
    const { container } = show('corporate', '/verify/payment');
    const marked = [...container.querySelectorAll('#sidebar [aria-current]')].map((link) => link.textContent);
    expect(marked).toEqual(['Verify']);
  });

  it('logs out with a POST form', () => {
    show('corporate', '/courses');
    const form = screen.getByRole('button', { name: 'Logout' }).closest('form');
    expect(form?.getAttribute('action')).toBe('/logout');
    expect(form?.getAttribute('method')).toBe('post');
  });

  it('opens and closes with buttons that need no JavaScript', () => {
    const { container } = show('corporate', '/courses');
    expect(container.querySelector('#sidebar')?.hasAttribute('popover')).toBe(true);
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe('sidebar');
    expect(container.querySelector('.sidebar-close')?.getAttribute('popovertargetaction')).toBe('hide');
  });
});

describe('the footer', () => {
  it('has its columns, the copyright line and external links with rel=noopener', () => {
    renderAt(
      '/faq',
      <GuestShell theme="system" pathname="/faq">
        <h1>Page</h1>
      </GuestShell>,
    );
    const hrefs = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(hrefs('About Us')).toEqual(['/faq', '/mission', '/vision', '/support', '/contact']);
    expect(hrefs('Services')).toEqual([
      '/tracking',
      '/tracing',
      '/verification',
      '/training',
      '/authentication',
    ]);
    expect(screen.getByText(/© 2025 Certrace/)).toBeDefined();
    for (const name of ['LinkedIn', 'Instagram', 'Twitter']) {
      expect(screen.getByRole('link', { name }).getAttribute('rel')).toContain('noopener');
    }
  });
});
