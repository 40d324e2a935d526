import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { inspectCopy, inspectNarrow } from '#tests/support/page-inspection.ts';
import { linkIn } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const { server, smtp } = await sharedMailingSite();

journey('an organisation', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;
  const suffix = javaScript ? 'with' : 'without';
  const OWNER = { name: `Fenland College ${suffix}`, email: `owner-${suffix}@fenland.example` };
  const CLERK = { name: `Ada Clerk ${suffix}`, email: `clerk-${suffix}@people.example` };
  const TEACHER = { name: `Ben Teacher ${suffix}`, email: `teacher-${suffix}@people.example` };

  /** Registers and verifies a person without the browser, because other tests are about these pages. */
  async function registered({ name, email }: typeof OWNER, role: 'admin' | 'individual') {
    const response = await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email, password: PASSWORD, role }),
    });
    expect(response.status).toBe(201);
    const link = linkIn((await smtp.mailTo(email, /erify/)).text);
    await fetch(link, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });
  }

  /** Makes a call with a login over the API. */
  async function callAs({ email }: typeof OWNER, path: string, body: object) {
    const post = async (call: string, json: object, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(at(`/api/v1/${call}`), {
        method: 'POST',
        headers,
        body: JSON.stringify(json),
      });
      return (await answer.json()) as { token: string };
    };
    const { token } = await post('users/login', { email, password: PASSWORD });
    expect(await post(path, body, token)).toMatchObject({ success: true });
  }

  async function fillInLogin(page: Page, email: string) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.waitForURL((url) => url.pathname !== '/');
  }

  /** A browser of a person, on a narrow screen, logged in. */
  async function browserOf({ email }: typeof OWNER) {
    const page = await newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(at('/'));
    await fillInLogin(page, email);
    return page;
  }

  const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** What axe and a width of 320 px find on a page, without JavaScript in a copy that has it. */
  const faults = (page: Page, name: string) =>
    javaScript
      ? inspectNarrow(page, name)
      : inspectCopy(page, name, () => newPage({ javaScriptEnabled: true }));

  async function invite(owner: Page, email: string, role: string) {
    await owner.goto(at('/admin/members'));
    await owner.getByLabel('Email').fill(email);
    await owner.getByLabel('Role', { exact: true }).last().selectOption(role);
    await button(owner, 'Invite').click();
    await toast(owner, 'The invitation was sent.');
  }

  /** Waits for a mail, which no later call finds again. */
  async function mailTo({ email }: typeof OWNER, subject: string) {
    const mail = await smtp.mailTo(email, new RegExp(subject));
    smtp.mails.splice(smtp.mails.indexOf(mail), 1);
    return linkIn(mail.text);
  }

  const invitationOf = (person: typeof OWNER) => mailTo(person, 'You are invited to an organisation');

  /** Chooses in the bar at the top whom the session acts for. */
  async function switchTo(page: Page, name: string) {
    await page.getByRole('button', { name: 'Acts for' }).click();
    await page.locator('.bar-menu').getByRole('button', { name }).click();
    await page.getByRole('button', { name: `Acts for ${name}` }).waitFor();
  }

  const statusOf = async (page: Page, path: string) => (await page.goto(at(path)))?.status();

  async function accept(page: Page) {
    await button(page, 'Accept').click();
    await toast(page, `You are a member of ${OWNER.name} now.`);
    await mailTo(OWNER, 'Your organisation has a new member');
  }

  it('is joined by two people, changes its owner, and is closed', async () => {
    await registered(OWNER, 'admin');
    await registered(CLERK, 'individual');
    const owner = await browserOf(OWNER);

    // A person with an account accepts with it, after its login.
    await invite(owner, CLERK.email, 'viewer');
    expect(await faults(owner, '/admin/members')).toEqual([]);
    const clerk = await newPage({ viewport: { width: 320, height: 640 } });
    await clerk.goto(await invitationOf(CLERK));
    expect(await faults(clerk, '/invitations, visitor')).toEqual([]);
    await clerk.locator('main').getByRole('link', { name: 'Log in' }).click();
    await fillInLogin(clerk, CLERK.email);
    await button(clerk, 'Accept').waitFor();
    expect(await faults(clerk, '/invitations, member')).toEqual([]);
    await accept(clerk);

    // Another registers, and is led back to the invitation.
    await invite(owner, TEACHER.email, 'author');
    const teacher = await newPage({ viewport: { width: 320, height: 640 } });
    const teachersLink = await invitationOf(TEACHER);
    await teacher.goto(teachersLink);
    await teacher.getByRole('link', { name: 'Register' }).click();
    await teacher.getByLabel('Full name').fill(TEACHER.name);
    await teacher.getByLabel('Email').fill(TEACHER.email);
    await teacher.getByLabel('Password').fill(PASSWORD);
    await teacher.getByLabel('Individual').check();
    await button(teacher, 'Register Now').click();
    await toast(teacher, 'Please verify your email!');
    await teacher.goto(await mailTo(TEACHER, 'erify'));
    if (!javaScript) await button(teacher, 'Verify email').click();
    await toast(teacher, 'Email verified successfully!');
    await teacher.goto(teachersLink);
    await teacher.locator('main').getByRole('link', { name: 'Log in' }).click();
    await fillInLogin(teacher, TEACHER.email);
    await accept(teacher);
    // The link works once.
    await teacher.goto(teachersLink);
    await teacher.getByText('This invitation is no longer valid.').waitFor();

    // The bar at the top switches between the organisation and the own account.
    await switchTo(teacher, TEACHER.name);
    expect(await statusOf(teacher, '/admin/courses')).toBe(403);
    await switchTo(teacher, OWNER.name);
    expect(await statusOf(teacher, '/admin/courses')).toBe(200);
    await teacher.getByRole('button', { name: 'Acts for' }).click();
    expect(await faults(teacher, 'the choice of the organisation')).toEqual([]);

    // Another role counts from the next request on.
    expect(await statusOf(clerk, '/admin/issue-certificate')).toBe(403);
    await owner.goto(at('/admin/members'));
    expect(await faults(owner, '/admin/members, three members')).toEqual([]);
    await owner.getByLabel(`Role of ${CLERK.name}`).selectOption('issuer');
    await button(owner, `Change the role of ${CLERK.name}`).click();
    await toast(owner, 'The role was changed.');
    await mailTo(CLERK, 'Your role was changed');
    expect(await statusOf(clerk, '/admin/issue-certificate')).toBe(200);

    // A removed member is out with the next request, and can be invited again.
    await button(owner, `Remove ${TEACHER.name}`).click();
    await toast(owner, 'The member was removed.');
    await mailTo(TEACHER, 'You are no longer a member');
    await teacher.goto(at('/admin/courses'));
    expect(new URL(teacher.url()).pathname).toBe('/admin-login/admincredentials');
    await teacher.goto(at('/'));
    await fillInLogin(teacher, TEACHER.email);
    expect(await statusOf(teacher, '/admin/courses')).toBe(403);
    await invite(owner, TEACHER.email, 'viewer');
    await teacher.goto(await invitationOf(TEACHER));
    await accept(teacher);
    await teacher.goto(at('/settings/organisations'));
    expect(await faults(teacher, '/settings/organisations')).toEqual([]);
    await button(teacher, `Leave ${OWNER.name}`).click();
    await toast(teacher, `You have left ${OWNER.name}.`);
    await mailTo(OWNER, 'A member left your organisation');

    // A token of the owner stays the owner's, whoever owns the organisation.
    await callAs(OWNER, 'tokens', { name: 'Campus system', scopes: ['certificates:read'] });

    // The ownership changes when the new owner takes it over, not before.
    await owner.goto(at('/admin/members'));
    await button(owner, `Make owner (${CLERK.name})`).click();
    await toast(owner, 'The member was asked to take the ownership over.');
    await button(owner, `Withdraw the offer to ${CLERK.name}`).waitFor();
    await mailTo(CLERK, 'Will you own this organisation');
    expect(await statusOf(clerk, '/admin/members')).toBe(403);
    await clerk.goto(at('/settings/organisations'));
    await button(clerk, 'Take over').click();
    await toast(clerk, `You own ${OWNER.name} now.`);
    expect(await statusOf(owner, '/admin/members')).toBe(403);
    await mailTo(OWNER, 'Your organisation has another owner');

    // The new owner revokes it, and asks for another name.
    expect(await statusOf(clerk, '/admin/members')).toBe(200);
    expect(await faults(clerk, '/admin/members, with a token')).toEqual([]);
    await button(clerk, 'Revoke the token Campus system').click();
    await toast(clerk, 'The API token was revoked.');
    await clerk.getByText('Campus system').waitFor({ state: 'detached' });
    await clerk.getByLabel('Name of the organisation').last().fill('Fenland University');
    await button(clerk, 'Request this name').click();
    await clerk.getByText('You asked for “Fenland University”').waitFor();
    await mailTo(CLERK, 'Your new name is waiting');
    expect(await faults(clerk, '/admin/members, with a requested name')).toEqual([]);

    // The new owner closes it, and nobody is a member any more.
    expect(await statusOf(clerk, '/admin/members')).toBe(200);
    await clerk.getByText('Close the organisation…').click();
    expect(await faults(clerk, '/admin/members, about to close')).toEqual([]);
    await button(clerk, 'Close organisation').click();
    await toast(clerk, 'The organisation was closed.');
    await mailTo(OWNER, 'An organisation was closed');
    await owner.goto(at('/'));
    await fillInLogin(owner, OWNER.email);
    await owner.goto(at('/settings/organisations'));
    await owner.getByText('You are a member of no organisation').waitFor();
    expect(await faults(owner, '/settings/organisations, none')).toEqual([]);
    expect(await statusOf(owner, '/admin/issue-certificate')).toBe(403);
  });
});
