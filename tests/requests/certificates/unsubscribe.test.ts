import { afterEach, beforeEach, expect, it } from 'vitest';
import { remindStep } from '#app/certificates/remind.server.ts';
import {
  reminderSettingsOf,
  setReminders,
  unsubscribeToken,
} from '#app/certificates/reminder-settings.server.ts';
import { saveHolderSettings } from '#app/holders/consent.server.ts';
import { loggablePath } from '#app/server/edge/route-needs.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { makeMember } from '#tests/support/members.ts';

const ADA = 'ada@students.example';
const SUMMARY = 'Certificates that expire soon';
const goTo = (day: string) => setClock(() => Date.parse(`${day}T09:00:00Z`));
const remind = () => {
  while (remindStep());
};

let issuer: Person;
beforeEach(async () => {
  // A Monday.
  goTo('2026-11-23');
  issuer = await makeIssuer();
  remind();
});
afterEach(() => setClock());

const issueToAda = () =>
  makeCertificate(issuer, { studentEmail: ADA, issueDate: '2026-11-01', expiryDate: '2027-01-23' });
const remindersToAda = () => mailsTo(ADA).filter(({ subject }) => subject.includes('expires on'));
const summariesTo = (address: string) => mailsTo(address).filter(({ subject }) => subject === SUMMARY);

/** The path of the page that a mail names in its header and in its text. */
function pageOf({ unsubscribe, text }: { unsubscribe?: string | null; text: string }): string {
  const url = /^<([^>]+)>/.exec(unsubscribe ?? '')?.[1] ?? '';
  expect(text).toContain(url);
  return new URL(url).pathname;
}

/** As a mail program posts: without a cookie and an Origin. */
const oneClick = (path: string, multipart = false) => {
  const fields = { 'List-Unsubscribe': 'One-Click' };
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  return fetchRaw(path, { method: 'POST', body: multipart ? form : new URLSearchParams(fields) });
};
const textOf = async (response: Promise<Response>) =>
  (await (await response).text()).replaceAll(/<[^>]+>/g, '');

async function reminderOfAda(): Promise<string> {
  await issueToAda();
  goTo('2026-11-24');
  remind();
  const [mail, ...others] = remindersToAda();
  if (!mail || others.length > 0) throw new Error('There is not one reminder');
  return pageOf(mail);
}

/** Whether Ada gets the second reminder. */
function isRemindedAgain() {
  const before = remindersToAda().length;
  goTo('2027-01-17');
  remind();
  return remindersToAda().length > before;
}

it.each([false, true])(
  'one click of a mail program stops reminders to a student, once and again',
  async (multipart) => {
    const page = await reminderOfAda();
    // Scanners of mails open every link.
    expect(await textOf(fetchPage(page))).toContain(
      `Mails about certificates that expire soon go to ${ADA}.`,
    );
    for (const _ of [1, 2]) expect((await oneClick(page, multipart)).status).toBe(200);
    expect(await textOf(fetchPage(page))).toContain('any more.');
    expect(isRemindedAgain()).toBe(false);
    // A mail that is no reminder stays.
    await makeCertificate(issuer, { studentEmail: ADA });
    expect(mailsTo(ADA).at(-1)).toMatchObject({ unsubscribe: null });
  },
);

it('the page and the settings of the holder send reminders again', async () => {
  const page = await reminderOfAda();
  await oneClick(page);
  expect((await fetchPage(page, { form: { wanted: 'yes' } })).status).toBe(200);
  expect(await textOf(fetchPage(page))).toContain('expire soon go to');
  await oneClick(page);
  saveHolderSettings({ emails: [ADA] } as never, { consent: 'open', reminders: 'on' });
  expect(isRemindedAgain()).toBe(true);
});

it('one click stops the summaries to a member alone, and its settings send them again', async () => {
  const colleague = await makeMember(issuer, 'issuer');
  await issueToAda();
  goTo('2026-11-30');
  remind();
  const [mail] = summariesTo(`${colleague.email}`);
  if (!mail) throw new Error('There is no summary');
  for (const _ of [1, 2]) expect((await oneClick(pageOf(mail))).status).toBe(200);
  expect(reminderSettingsOf(colleague.actor).summary).toBe(false);
  // Its empty box says nothing about the others.
  setReminders(colleague.actor, { students: true, summary: false });
  expect(reminderSettingsOf(issuer.actor).summary).toBe(true);
  goTo('2026-12-07');
  remind();
  expect(
    [summariesTo(`${colleague.email}`), summariesTo(`${issuer.email}`)].map(({ length }) => length),
  ).toEqual([1, 2]);
  setReminders(colleague.actor, { students: true, summary: true });
  goTo('2026-12-14');
  remind();
  expect(summariesTo(`${colleague.email}`)).toHaveLength(2);
});

it('another token is no link, and no token is logged or stored', async () => {
  const page = await reminderOfAda();
  for (const token of [
    'none',
    unsubscribeToken(['summary', 'nobody', issuer.id]),
    `${page.split('/')[2]}A`,
  ]) {
    expect((await fetchPage(`/unsubscribe/${token}`)).status).toBe(404);
    expect((await oneClick(`/unsubscribe/${token}`)).status).toBe(404);
  }
  expect(loggablePath(page)).toBe('/unsubscribe/[redacted]');
  const token = page.split('/')[2] ?? '';
  expect(
    sqlite()
      .prepare('select count(*) from outbox where instr(text || html || unsubscribe, ?)')
      .pluck()
      .get(token),
  ).toBe(0);
});
