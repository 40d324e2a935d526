import { afterEach, beforeEach, expect, it } from 'vitest';
import { remindStep } from '#app/certificates/remind.server.ts';
import { reminderSettingsSchema, setReminders } from '#app/certificates/reminder-settings.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const OFFICE = 'office@b\u00fccher.example';
const STORED = 'office@xn--bcher-kva.example';
const ADA = 'ada@students.example';
const PAGE = '<http://localhost:3000/unsubscribe/…>';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeEach(async () => {
  testEnvironment({ SUPPORT_EMAIL: 'support@certrace.example' });
  setClock(() => Date.parse('2026-11-23T09:00:00Z'));
  smtp = await startSmtp();
});
afterEach(async () => {
  setClock();
  await smtp.stop();
});

const deliver = async () => {
  const transport = createMailTransport(smtp.url);
  await createDelivery(transport).deliverDue();
  transport.close();
};

const choose = ({ actor }: Person, input: object) =>
  setReminders(actor, parseInput(reminderSettingsSchema, { students: true, summary: true, ...input }));

/** The reply address and the way out of mails to Ada: about a new certificate, and its reminder. */
async function mailsOf(issuer: Person) {
  while (remindStep());
  await makeCertificate(issuer, { studentEmail: ADA, issueDate: '2026-11-01', expiryDate: '2027-01-23' });
  setClock(() => Date.parse('2026-11-24T09:00:00Z'));
  while (remindStep());
  await deliver();
  const headers = (subject: RegExp) => {
    const mail = smtp.mails.find((each) => each.envelopeTo.includes(ADA) && subject.test(each.subject ?? ''));
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? null;
    // The page has a token.
    const leave =
      header('list-unsubscribe')?.replace(/\/unsubscribe\/[\w-]{60,}>/, '/unsubscribe/…>') ?? null;
    return [mail?.replyTo?.[0]?.address ?? null, leave, header('auto-submitted')];
  };
  return { issued: headers(/^Your certificate from .*(?<!expires on .*)$/), reminder: headers(/expires on/) };
}

it('mails about certificates are answered to the reply address of their issuer, and reminders name a way out', async () => {
  const issuer = await makeIssuer();
  choose(issuer, { replyTo: OFFICE });
  // A program that does not know the field keeps it.
  choose(issuer, {});
  expect(await mailsOf(issuer)).toEqual({
    issued: [STORED, null, 'auto-generated'],
    reminder: [STORED, `${PAGE}, <mailto:${STORED}?subject=unsubscribe>`, 'auto-generated'],
  });
  setClock(() => Date.parse('2026-11-30T09:00:00Z'));
  while (remindStep());
  await deliver();
  const summary = smtp.mails.find(({ subject }) => subject === 'Certificates that expire soon');
  expect(summary?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toMatch(
    /^<http:\/\/localhost:3000\/unsubscribe\/[\w-]{60,}>$/,
  );
});

it('without a reply address students write to the support', async () => {
  const issuer = await makeIssuer();
  choose(issuer, { replyTo: OFFICE });
  choose(issuer, { replyTo: '' });
  expect(await mailsOf(issuer)).toEqual({
    issued: [null, null, 'auto-generated'],
    reminder: [null, `${PAGE}, <mailto:support@certrace.example?subject=unsubscribe>`, 'auto-generated'],
  });
});

it('the reply address of an issuer whom nobody has reviewed is used nowhere', async () => {
  const issuer = await makeIssuer({ reviewed: false });
  choose(issuer, { replyTo: OFFICE });
  expect((await mailsOf(issuer)).issued[0]).toBeNull();
});
