import { expect, it } from 'vitest';
import { startSession } from '#app/accounts/sessions.server.ts';
import { transaction } from '#db/client.ts';
import { makeIssuer, makeVerifier, PASSWORD } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';

const NEW = 'a wholly new password';

async function loggedIn() {
  const person = await makeVerifier({ name: 'Ada Lovelace' });
  const browser = browserSession();
  await browser.fetch('/', { form: { email: person.email, password: PASSWORD } });
  return { ...person, browser };
}

it('changes the name', async () => {
  const { browser, token } = await loggedIn();
  const answer = await browser.fetch('/settings', { form: { intent: 'name', name: ' Ada King ' } });
  expect(answer.status).toBe(200);
  expect((await (await fetchApi('users/me', { token })).json()).user.name).toBe('Ada King');
  const refused = await browser.fetch('/settings', { form: { intent: 'name', name: '' } });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Full name is required.');
});

it('changes the password after checking the old one, and ends all other sessions', async () => {
  const { browser, token, cookie, email } = await loggedIn();
  const refused = await browser.fetch('/settings', {
    form: { intent: 'password', currentPassword: 'not it', newPassword: NEW },
  });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain('Current password is incorrect.');
  expect(page).not.toContain(NEW);
  const before = browser.cookie;
  const changed = await browser.fetch('/settings', {
    form: { intent: 'password', currentPassword: PASSWORD, newPassword: NEW },
  });
  expect(await changed.text()).toContain('Your password was changed.');
  expect(browser.cookie).not.toBe(before);
  expect((await browser.fetch('/settings')).status).toBe(200);
  for (const old of [before, cookie])
    expect((await fetchPage('/settings', { cookie: old })).status).toBe(302);
  expect((await fetchApi('users/me', { token })).status).toBe(401);
  expect((await fetchApi('users/login', { json: { email, password: NEW } })).status).toBe(200);
});

it('pages through hundreds of sessions and lists API tokens separately', async () => {
  const { browser, actor } = await loggedIn();
  await browser.fetch('/settings', { form: { intent: 'token', name: 'Campus', scopes: 'payments:read' } });
  const logins = Array.from({ length: 250 }, () =>
    transaction((tx) =>
      startSession(tx, actor.user.id, 'bearer', { address: '10.0.0.9', userAgent: 'loop' }),
    ),
  );
  const seen = new Set<string>();
  let path: string | undefined = '/settings';
  while (path) {
    const html: string = await (await browser.fetch(path)).text();
    expect(html).toContain('Revoke the token Campus');
    for (const [, id = ''] of html.matchAll(/name="sessionId" value="([\w-]+)"/g)) seen.add(id);
    path = /href="(\/settings\?sessions=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  // Besides these: the factory's two sessions and the token. The current session has no button to end it.
  expect(seen.size).toBe(logins.length + 3);
  const answer = await browser.fetch('/settings?sessions=nonsense');
  expect(answer.status).toBe(400);
  await answer.text();
});

it('creates API tokens, shows them once, and revokes them', async () => {
  const { browser } = await loggedIn();
  const made = await browser.fetch('/settings', {
    form: { intent: 'token', name: 'Campus', scopes: 'payments:read' },
  });
  const secret = /<code class="secret">(\w+)<\/code>/.exec(await made.text())?.[1] ?? '';
  expect((await fetchApi('payments', { token: secret })).status).toBe(200);
  const page = await (await browser.fetch('/settings')).text();
  expect(page).not.toContain(secret);
  const id =
    /name="sessionId" value="([\w-]+)"[^>]*\/?><button[^>]*aria-label="Revoke the token Campus"/.exec(
      page,
    )?.[1] ?? '';
  expect((await browser.fetch('/settings', { form: { intent: 'session', sessionId: id } })).status).toBe(200);
  expect((await fetchApi('payments', { token: secret })).status).toBe(401);
});

it('lists the sessions, marks the current one, and ends the others', async () => {
  const { browser, cookie } = await loggedIn();
  const page = await (await browser.fetch('/settings')).text();
  expect(page.match(/This session/g)).toHaveLength(1);
  const ended = await browser.fetch('/settings', { form: { intent: 'other-sessions' } });
  expect(await ended.text()).toContain('2 other sessions were ended.');
  expect((await fetchPage('/settings', { cookie })).status).toBe(302);
  expect((await browser.fetch('/settings')).status).toBe(200);
});

it("does not end another account's session", async () => {
  const [mine, other] = [await loggedIn(), await makeVerifier()];
  const answer = await mine.browser.fetch('/settings', {
    form: { intent: 'session', sessionId: other.browser.kind === 'user' ? other.browser.sessionId : '' },
  });
  expect(answer.status).toBe(404);
  expect((await fetchPage('/settings', { cookie: other.cookie })).status).toBe(200);
});

it('keeps a cleared date of a refused API token cleared', async () => {
  const { browser } = await loggedIn();
  const form = { intent: 'token', name: '', scopes: 'payments:read' };
  const dateOf = async (expiresAt: string) => {
    const page = await (await browser.fetch('/settings', { form: { ...form, expiresAt } })).text();
    const [field = ''] = /<input type="date"[^>]*>/.exec(page) ?? [];
    return / value="([^"]*)"/.exec(field)?.[1] ?? '';
  };
  expect(await dateOf('')).toBe('');
  expect(await dateOf('2099-11-01')).toBe('2099-11-01');
});

it('rejects API tokens and unknown intents', async () => {
  const { token, browser } = await loggedIn();
  const answer = await fetchPage('/settings', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(403);
  expect((await browser.fetch('/settings', { form: { intent: 'constructor' } })).status).toBe(400);
});

it('lets only issuers turn expiry reminders on and off', async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  const save = async ({ cookie }: { cookie: string }, ticked: Record<string, string>) => {
    const answer = await fetchPage('/settings', { cookie, form: { intent: 'reminders', ...ticked } });
    const box = (name: string) => new RegExp(`<input[^>]*type="checkbox"[^>]*name="${name}"[^>]*>`);
    const html = await answer.text();
    const isTicked = (name: string) => box(name).exec(html)?.[0].includes('checked=""');
    return [answer.status, isTicked('students'), isTicked('summary')];
  };
  expect(await save(issuer, { summary: 'on' })).toEqual([200, false, true]);
  expect(await save(issuer, { students: 'on', summary: 'on' })).toEqual([200, true, true]);
  expect(await save(issuer, { students: 'maybe' })).toEqual([400, true, true]);
  expect(await save(verifier, {})).toEqual([403, undefined, undefined]);
});
