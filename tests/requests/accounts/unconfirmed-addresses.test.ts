import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { remindStep } from '#app/certificates/remind.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import {
  mailedToken,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
} from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const BAIT = 'You have won, collect it at https://evil.example/prize or evil.example, ';
const NAME = `${BAIT}${'x'.repeat(100)}`;
const DAY_MS = 86_400_000;

const post = (path: string, json: object) => fetchApi(path, { json });
const register = (email: string) =>
  post('users/register', { name: NAME, email, password: PASSWORD, role: 'individual' });

/** Delivers the outbox over SMTP and returns what arrived, headers included. */
async function delivered() {
  const smtp = await startSmtp();
  const transport = createMailTransport(smtp.url);
  await createDelivery(transport).deliverDue();
  transport.close();
  await smtp.stop();
  return smtp.mails;
}

it('a mail to the address of an account that nobody has confirmed carries neither name nor username', async () => {
  const email = 'victim@people.example';
  await register(email);
  await register(email);
  await post('users/forgot-password', { email });
  const mails = await delivered();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Please verify your email',
    'Set a new password',
    'You already have a Certrace account',
  ]);
  const username = sqlite().prepare('select username from users').pluck().get() as string;
  for (const mail of mails) {
    const whole = JSON.stringify(mail);
    expect(whole).not.toMatch(/evil|won|xxx/);
    expect(whole).not.toContain(username);
    expect(mail.text).toMatch(/^Hello,\n/);
  }
});

it('limits mails to one mailbox, whatever follows a plus', async () => {
  testEnvironment({ RATE_LIMITS: 'on' });
  for (let n = 0; n < 8; n += 1) await register(`victim+${n}@people.example`);
  expect(await delivered()).toHaveLength(5);
});

it('an address has a hundred registrations a day that nobody confirms, and a confirmed one gives its use back', async () => {
  const email = 'first@people.example';
  await register(email);
  sqlite().exec(`insert into unconfirmed_registrations (address, user_id, created_at)
    select address, null, created_at from unconfirmed_registrations, (with recursive n(i) as
      (select 1 union all select i + 1 from n where i < 98) select i from n)`);
  // A mailbox that registers again, as by a double click, counts once.
  for (let n = 0; n < 3; n += 1) expect((await register(email)).status).toBe(201);
  // The hundredth is of a mailbox that has an account, which counts as well.
  await makeVerifier({ email: 'known@people.example' });
  expect((await register('known@people.example')).status).toBe(201);
  const refused = await register('one-more@people.example');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 80_000]).toEqual([429, true]);
  expect((await fetchApi(`users/verify/${mailedToken(email, 'verify')}`)).status).toBe(200);
  expect((await register('one-more@people.example')).status).toBe(201);
  expect((await register('another@people.example')).status).toBe(429);
  const later = now() + DAY_MS;
  setClock(() => later);
  expect((await register('another@people.example')).status).toBe(201);
});

/** What students of an issuer are told about a certificate that is issued, expires soon and is revoked. */
async function toldByIssuer(reviewed: boolean) {
  const issuer = await makeIssuer({ name: NAME, reviewed });
  const start = now();
  remindStep();
  const expiryDate = new Date(start + 61 * DAY_MS).toISOString().slice(0, 10);
  const { uniqueId } = await makeCertificate(issuer, {
    studentName: NAME,
    courseName: NAME,
    studentEmail: 'student@people.example',
    expiryDate,
  });
  setClock(() => start + 2 * DAY_MS);
  while (remindStep());
  revokeCertificate(issuer.actor, uniqueId, { reason: `${BAIT} now` });
  return (await delivered()).filter(({ envelopeTo }) => envelopeTo.includes('student@people.example'));
}

it('a mail to a student of an issuer whom nobody has reviewed has short names without links', async () => {
  const mails = await toldByIssuer(false);
  expect(mails).toHaveLength(3);
  for (const mail of mails) {
    expect(JSON.stringify(mail)).not.toMatch(/evil|https?:(?!\/\/localhost|\/\/www\.w3)/);
    expect(mail.text).not.toContain('x'.repeat(30));
    expect(mail.text).not.toContain('Reason');
  }
});

it('a mail to a student of a reviewed issuer has the whole names and the reason', async () => {
  const texts = (await toldByIssuer(true)).map(({ text }) => text);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toContain(NAME);
  expect(texts.filter((text) => text?.includes(`Reason: ${BAIT} now`))).toHaveLength(1);
});

it('every mail stands in docs/product.md with its recipient', async () => {
  const folder = 'app/mail';
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('-mails.server.ts'))
    .flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^export (?:const|function) (\w+Mail)\b/gm),
    ])
    .map(([, name = '']) => name);
  const rows = [...readFileSync('docs/product.md', 'utf8').matchAll(/^\| `(\w+Mail)` \|/gm)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  expect(rows.toSorted()).toEqual(names.toSorted());
});
