import { expect, it } from 'vitest';
import { renewCertificates } from '#app/certificates/renew-certificates.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { mailedToken, makeCertificate, makeIssuer, PASSWORD } from '#tests/support/factories.ts';
import { browserSession } from '#tests/support/handler.ts';

const ADA = 'ada@students.example';
const ON_THE_PAGE = 'Your certificates';

/** Registers in a browser, follows the mailed link and logs in. */
async function registerAs(email: string) {
  const browser = browserSession();
  const form = { name: 'Ada', email, password: PASSWORD, role: 'individual' };
  await (await browser.fetch('/register', { form })).text();
  await (await browser.fetch('/resend-verification', { form: { email } })).text();
  await (await browser.fetch(`/verify/${mailedToken(email, 'verify')}`, { form: {} })).text();
  await (await browser.fetch('/', { form: { email, password: PASSWORD } })).text();
  return { browser, home: await (await browser.fetch('/services')).text() };
}

it('shows a person who registers the certificates that were issued before, and says so', async () => {
  await makeCertificate(await makeIssuer(), { studentEmail: ADA, courseName: 'Logic' });
  const { browser, home } = await registerAs(ADA);
  expect(home).toContain(ON_THE_PAGE);
  expect(await (await browser.fetch('/my-certificates')).text()).toContain('>Logic</a>');
});

it('says nothing of certificates to a person without one, until there is one', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, { studentEmail: 'bob@students.example' });
  const { browser, home } = await registerAs(ADA);
  expect(home).not.toContain(ON_THE_PAGE);
  expect(await (await browser.fetch('/my-certificates')).text()).toContain(
    'No certificates were issued to this address.',
  );
  await makeCertificate(issuer, { studentEmail: ADA });
  expect(await (await browser.fetch('/services')).text()).toContain(ON_THE_PAGE);
});

it('shows a renewal and an expiry at the next request', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, expiryDate: '2090-01-01' });
  const { browser } = await registerAs(ADA);
  const pages = async () =>
    Promise.all(
      ['/my-certificates', `/my-certificates/${uniqueId}`].map(async (path) =>
        (await browser.fetch(path)).text(),
      ),
    );
  for (const page of await pages()) expect(page).not.toContain('Renewed by');
  await renewCertificates(issuer.actor, [uniqueId], {
    issueDate: undefined,
    expiryDate: '2095-01-01',
    neverExpires: undefined,
  });
  for (const page of await pages()) expect(page).toContain('Renewed by');
  const short = await makeCertificate(issuer, {
    studentEmail: ADA,
    issueDate: '2020-01-01',
    expiryDate: new Date().toISOString().slice(0, 10),
  });
  const shown = async () => (await browser.fetch(`/my-certificates/${short.uniqueId}`)).text();
  expect(await shown()).not.toContain('>Expired<');
  // A day ends at 12:00 UTC of the next one.
  const ended = (Math.floor(Date.now() / 86_400_000) + 1.5) * 86_400_000;
  setClock(() => ended);
  expect(await shown()).toContain('>Expired<');
});
