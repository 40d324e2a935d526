import { describe, expect, it } from 'vitest';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import { makeIssuer, makePendingIssuer, makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';

const SIDEBAR = 'id="sidebar"';
const FOOTER = '<footer';

async function ask(path: string, cookie?: string) {
  const answer = await fetchPage(path, { cookie });
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') };
}

describe('public pages', () => {
  const PATHS = [
    '/support',
    '/contact',
    '/faq',
    '/mission',
    '/vision',
    '/tracking',
    '/tracing',
    '/verification',
    '/training',
    '/authentication',
    '/check',
    '/api/docs',
    '/nothing-here',
  ];

  it('have the sidebar for logged-in accounts and the footer for visitors', async () => {
    const { cookie } = await makeVerifier();
    for (const path of PATHS) {
      const [member, visitor] = [await ask(path, cookie), await ask(path)];
      expect([path, member.html.includes(SIDEBAR), member.html.includes(FOOTER)]).toEqual([
        path,
        true,
        false,
      ]);
      expect([path, visitor.html.includes(SIDEBAR), visitor.html.includes(FOOTER)]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });

  it.each([
    ['an issuer', makeIssuer, '/admin/issue-certificate'],
    ['a super admin', makeSuperAdmin, '/superadmin/courses'],
  ])("show %s the role's own sidebar", async (_name, make, link) => {
    expect((await ask('/support', (await make()).cookie)).html).toContain(`href="${link}"`);
  });

  it('offer registration only to visitors', async () => {
    const { cookie } = await makeVerifier();
    for (const path of ['/check', '/mission']) {
      expect((await ask(path)).html).toContain('Create an account');
    }
    for (const path of PATHS) expect((await ask(path, cookie)).html, path).not.toContain('href="/register"');
  });

  it('have no sidebar if they are forms for signing in', async () => {
    const { html } = await ask('/register', (await makeVerifier()).cookie);
    expect([html.includes(SIDEBAR), html.includes(FOOTER)]).toEqual([false, true]);
  });
});

describe('an error page', () => {
  it.each([
    ['by its guard', '/superadmin/issued-certificates', makeIssuer],
    ['by its loader', '/admin/issued-certificates', makePendingIssuer],
    ['to a verifier', '/admin/courses', makeVerifier],
  ])('for a request refused %s keeps the frame of the account', async (_name, path, make) => {
    const { status, html } = await ask(path, (await make()).cookie);
    expect(status).toBe(403);
    expect(html).toContain(SIDEBAR);
    expect(html).toContain('href="/support"');
  });

  it('links to the dashboard from an unknown path', async () => {
    const { status, html } = await ask('/nothing-here', (await makeVerifier()).cookie);
    expect(status).toBe(404);
    expect(html).toContain('Go to your dashboard');
    expect((await ask('/nothing-here')).html).not.toContain('Go to your dashboard');
  });
});

describe('an issuer that cannot issue', () => {
  it('sees on its pages that it waits for approval', async () => {
    const issuer = await makePendingIssuer();
    for (const [path, wanted] of [
      ['/services', 200],
      ['/support', 200],
      ['/dashboard', 403],
      ['/settings', 200],
      ['/admin/issued-certificates', 403],
      ['/admin/verified-certificates', 403],
      ['/admin/create-course', 403],
    ] as const) {
      const { status, html } = await ask(path, issuer.cookie);
      expect([path, status]).toEqual([path, wanted]);
      const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
      expect(shown.split('Your issuer account is waiting for approval.'), path).toHaveLength(2);
      expect(html).toContain(`We write to ${issuer.email} once yours is approved.`);
    }
  });

  it('sees that it is suspended', async () => {
    const issuer = await makeIssuer();
    expect((await ask('/services', issuer.cookie)).html).not.toContain('Your issuer account');
    decideIssuer((await makeSuperAdmin()).browser, { issuerId: issuer.id, decision: 'suspend' });
    expect((await ask('/services', issuer.cookie)).html).toContain('Your issuer account is suspended.');
  });
});

describe('the sidebar', () => {
  it('stays collapsed until it is opened again', async () => {
    const session = browserSession();
    session.cookies.set('certrace_session', (await makeVerifier()).cookie.split('=')[1] ?? '');
    const state = async () => {
      const html = await (await session.fetch('/services')).text();
      return [/data-sidebar="(\w+)"/.exec(html)?.[1], /aria-expanded="(\w+)"/.exec(html)?.[1]];
    };
    const post = (sidebar: string, redirectTo: string) =>
      session.fetch('/sidebar', { form: { sidebar, redirectTo } });
    expect(await state()).toEqual(['open', 'true']);
    const answer = await post('collapsed', '/services?a=b');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/services?a=b']);
    expect(await state()).toEqual(['collapsed', 'false']);
    expect((await post('open', 'https://evil.example')).headers.get('location')).toBe('/');
    expect(await state()).toEqual(['open', 'true']);
  });
});
