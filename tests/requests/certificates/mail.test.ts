import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { RETRY_AFTER_MS } from '#app/mail/delivery-results.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeEach(async () => {
  smtp = await startSmtp();
  testEnvironment({ SMTP_URL: smtp.url });
});
afterEach(() => smtp.stop());

async function deliver() {
  const transport = createMailTransport(smtp.url);
  await createDelivery(transport).deliverDue();
  transport.close();
}

const REASON = '451 No <such> user';
const SHOWN = '451 No &lt;such&gt; user';
const STUDENT = 'ingrid@students.example';

/** Issues a certificate whose mail is the only one that waits. */
async function issued() {
  const issuer = await makeIssuer();
  await deliver();
  const { uniqueId } = await makeCertificate(issuer);
  const path = `certificates/${uniqueId}/mail`;
  const state = async () => (await (await fetchApi(path, { token: issuer.token })).json()).mail;
  const sendAgain = () => fetchApi(path, { token: issuer.token, method: 'POST' });
  return { issuer, uniqueId, state, sendAgain };
}

const toStudent = () =>
  smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(STUDENT)).map(({ subject }) => subject);

it('shows the delivery state of a certificate’s mail, and sends the mail again', async () => {
  const { issuer, uniqueId, state, sendAgain } = await issued();
  expect(await state()).toMatchObject({ status: 'waiting', reason: null });
  smtp.state.refuseWith = 451;
  smtp.state.refuseText = 'No <such> user';
  await deliver();
  expect(await state()).toMatchObject({ status: 'retrying', reason: REASON });
  for (const page of ['/admin/issued-certificates', `/admin/issued-certificates/${uniqueId}/mail`])
    expect(await (await fetchPage(page, { cookie: issuer.cookie })).text()).toContain(SHOWN);

  // A message that waits for a retry is tried at once instead of being written again.
  expect((await sendAgain()).status).toBe(202);
  expect(sqlite().prepare('select count(*) from outbox where to_address = ?').pluck().get(STUDENT)).toBe(1);
  for (const _ of RETRY_AFTER_MS) {
    await deliver();
    sqlite().exec('update outbox set next_attempt_at = 0 where next_attempt_at is not null');
  }
  expect(await state()).toMatchObject({ status: 'failed', reason: REASON });

  smtp.state.refuseWith = undefined;
  const page = await fetchPage(`/admin/issued-certificates/${uniqueId}/mail`, {
    cookie: issuer.cookie,
    form: {},
  });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('The message to the student is on its way.');
  await deliver();
  expect(toStudent()).toEqual([`Your certificate from ${issuer.name}`]);
  expect(smtp.mails.at(-1)?.text).toContain(uniqueId);
  expect(await state()).toMatchObject({ status: 'sent', reason: null });
});

it('sends the newest message about a certificate again, at most five times an hour', async () => {
  const { issuer, uniqueId, sendAgain } = await issued();
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Wrong name' });
  await deliver();
  await sendAgain();
  await deliver();
  expect(toStudent().at(-1)).toBe(`Your certificate from ${issuer.name} was revoked`);
  for (let count = 0; count < 4; count += 1) expect((await sendAgain()).status).toBe(202);
  const refused = await sendAgain();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  expect((await refused.json()).message).toBe(
    'Several messages were sent to this student in the last hour. Please try again in 1 hour.',
  );
});

it('shows super admins the queue and its failures without texts, and lets them retry', async () => {
  const { uniqueId } = await issued();
  const root = await makeSuperAdmin();
  const page = async () => (await fetchPage('/superadmin/mail', { cookie: root.cookie })).text();
  const retry = (mailId: string) => fetchPage('/superadmin/mail', { cookie: root.cookie, form: { mailId } });
  expect(await page()).toContain('No message was rejected');
  expect((await retry('all')).status).toBe(409);
  smtp.state.refuseWith = 451;
  smtp.state.refuseText = 'No <such> user';
  await deliver();
  const html = await page();
  expect(html).toContain(SHOWN);
  expect(html).not.toContain(uniqueId.replaceAll('-', ''));
  expect(html).toMatch(/Single.*?>0<.*?>1</s);
  smtp.state.refuseWith = undefined;
  const id = sqlite().prepare('select id from outbox where to_address = ?').pluck().get(STUDENT) as string;
  expect((await retry(id)).status).toBe(200);
  await deliver();
  expect(toStudent()).toHaveLength(1);
  expect(await page()).toContain('No message was rejected');
});

describe('without SMTP_URL', () => {
  beforeEach(() => testEnvironment());

  it('shows a message as in the mailbox, which lists it', async () => {
    const { issuer, uniqueId, state, sendAgain } = await issued();
    const root = await makeSuperAdmin();
    expect(await state()).toMatchObject({ status: 'mailbox', reason: null });
    for (const [page, { cookie }] of [
      ['/admin/issued-certificates', issuer],
      [`/admin/issued-certificates/${uniqueId}/mail`, issuer],
      ['/superadmin/mail', root],
      ['/superadmin/status', root],
    ] as const) {
      const html = await (await fetchPage(page, { cookie })).text();
      expect(html, page).toContain('In the mailbox');
      expect(html, page).not.toMatch(/>Waiting|Due now/);
    }
    expect(await (await sendAgain()).json()).toMatchObject({
      message: 'The message to the student is in the mailbox.',
    });
    const mailbox = await (await fetchPage('/dev/mail')).text();
    expect(mailbox).toContain(STUDENT);
    const [, path = ''] = /href="(\/dev\/mail\/[\w-]+)"/.exec(mailbox) ?? [];
    const inArabic = await (await fetchPage(path, { cookie: 'language=ar' })).text();
    expect(inArabic).toMatch(/إلى \u2068(?:<!-- -->)?<span dir="ltr"/);
    expect(inArabic).toMatch(/<p dir="auto"[^>]*>Hello /);
    // Over a page of newer messages.
    sqlite().exec(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)
       insert into outbox (id, lane, to_name, to_address, subject, text, html, created_at)
       select 'newer ' || i, lane, to_name, 'newer@people.example', subject, text, html, created_at from outbox, n where seq = 1`,
    );
    const newest = await (await fetchPage('/dev/mail')).text();
    expect(newest).not.toContain(STUDENT);
    const [, next = ''] = /href="(\/dev\/mail\?cursor=[^"]+)"/.exec(newest) ?? [];
    expect(await (await fetchPage(next)).text()).toContain(STUDENT);
    expect((await fetchPage('/dev/mail?cursor=x')).status).toBe(400);
  });

  it('waits in production, and a retry says why nothing is sent', async () => {
    const { state, sendAgain } = await issued();
    const { cookie } = await makeSuperAdmin();
    testEnvironment({ NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) });
    expect(await state()).toMatchObject({ status: 'waiting' });
    expect(await (await sendAgain()).json()).toMatchObject({
      message: 'The message to the student waits, because this site does not send mail at present.',
    });
    const retry = await fetchPage('/superadmin/mail', { cookie, form: { mailId: 'all' } });
    expect([retry.status, await retry.text()]).toEqual([
      409,
      expect.stringContaining('SMTP_URL is not set, so no mail is sent.'),
    ]);
  });
});
