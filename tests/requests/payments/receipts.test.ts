import { expect, it } from 'vitest';
import { reconcilePayments } from '#app/payments/reconcile.server.ts';
import { sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { payments, receipts } from '#db/schema/payments.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
  payWith,
} from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';

const SELLER = {
  name: 'Akademie Süd',
  address: 'Hauptstraße 1\n80331 München',
  taxId: 'DE123',
  taxRate: '19',
};

const numbers = () =>
  db()
    .select()
    .from(receipts)
    .orderBy(receipts.number)
    .all()
    .map(({ number }) => number);

/** The text of a receipt's page. */
async function receiptPage({ cookie }: Person, paymentId: string): Promise<string> {
  const page = await fetchPage(`/verify/receipts/${paymentId}`, { cookie });
  expect(page.status).toBe(200);
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(await page.text()) ?? [];
  return main
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[ ]+/g, ' ');
}

const apiPayment = async (verifier: Person, uniqueId: string, extra = {}) =>
  (await payWith(verifier.actor, { ...paymentInput(uniqueId), ...extra })).payment;

it('numbers receipts without gaps, despite parallel and failing settlements', async () => {
  const issuer = await makeIssuer();
  const ids = await Promise.all(Array.from({ length: 12 }, () => makeCertificate(issuer)));
  const verifiers = await Promise.all([1, 2, 3].map(() => makeVerifier()));
  const payers = verifiers.flatMap((verifier) =>
    ids.slice(0, 4).map(({ uniqueId }) => ({ verifier, uniqueId })),
  );
  await Promise.all(payers.map(({ verifier, uniqueId }) => payFor(verifier, uniqueId)));
  expect(numbers()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  // The settlement writes the log last, so this makes it fail after it has taken a number.
  sqlite().exec(`create trigger broken before insert on log_entries when new.type = 'verify'
    begin select raise(abort, 'broken'); end`);
  const [verifier] = verifiers as [Person];
  const late = ids.slice(4, 7);
  for (const { uniqueId } of late) await expect(payFor(verifier, uniqueId)).rejects.toThrow('broken');
  expect(numbers()).toHaveLength(12);
  sqlite().exec('drop trigger broken');
  await reconcilePayments();
  expect(numbers()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
});

it('names the issuer with its username and the host, because others may have its name', async () => {
  const [verifier, issuer] = [await makeVerifier(), await makeIssuer({ name: 'Aurora Institute' })];
  const { payment } = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const page = await receiptPage(verifier, payment.id);
  expect(page).toContain(`Issued by Aurora Institute (${issuer.username}, localhost:3000)`);
});

it('says of a test payment that no money was taken', async () => {
  const [verifier, certificate] = [await makeVerifier(), await makeCertificate(await makeIssuer())];
  const { payment } = await payFor(verifier, certificate.uniqueId);
  expect(await receiptPage(verifier, payment.id)).toContain('Note Test payment: no money was taken');
  const { cookie } = verifier;
  await fetchPage('/verify', { cookie, form: { uniqueId: certificate.uniqueId } });
  const paid = await (await fetchPage('/verify/payment', { cookie })).text();
  expect(paid).toContain('Test payment: no money was taken');
  db().update(payments).set({ gateway: 'stripe' }).run();
  expect(await receiptPage(verifier, payment.id)).not.toContain('Test payment');
  expect(await (await fetchPage('/verify/payment', { cookie })).text()).not.toContain('Test payment');
});

it('keeps the seller, tax and names at the time of payment', async () => {
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const first = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const before = await receiptPage(verifier, first.payment.id);
  expect(before).not.toMatch(/Seller|Net amount|Tax/);
  const set = await fetchPage('/superadmin/payments/receipts', { cookie: superAdmin.cookie, form: SELLER });
  expect(set.status).toBe(200);
  const second = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const shown = await receiptPage(verifier, second.payment.id);
  for (const text of [
    'Akademie Süd',
    '80331 München',
    'DE123',
    'Net amount $3,529.41 USD',
    'Tax (19%) $670.59 USD',
  ]) {
    expect(shown).toContain(text);
  }
  expect(shown).toMatch(/Status Valid as of \d\d\/\d\d\/\d{4}, \d\d:\d\d \(UTC\)/);
  setSellerDetails(superAdmin.browser, parseInput(sellerSchema, { name: 'Another name', taxRate: '7' }));
  db().update(users).set({ name: 'Renamed' }).run();
  expect(await receiptPage(verifier, first.payment.id)).toBe(before);
  expect(await receiptPage(verifier, second.payment.id)).toBe(shown);
  const pdf = await fetchPage(`/verify/receipts/${second.payment.id}/pdf`, { cookie: verifier.cookie });
  expect(pdf.status).toBe(200);
});

it('rejects invalid seller details and marks the field', async () => {
  const { cookie } = await makeSuperAdmin();
  for (const [field, value] of [
    ['name', ''],
    ['name', 'x'.repeat(201)],
    ['address', 'x'.repeat(501)],
    ['taxId', 'two\nlines'],
    ['taxRate', '100'],
    ['taxRate', 'much'],
  ] as const) {
    const page = await fetchPage('/superadmin/payments/receipts', {
      cookie,
      form: { ...SELLER, [field]: value },
    });
    expect([field, value.length, page.status]).toEqual([field, value.length, 400]);
    expect(await page.text()).toMatch(/aria-invalid="true"/);
  }
  expect(await (await fetchPage('/superadmin/payments/receipts', { cookie })).text()).not.toContain('DE123');
});

it("takes the buyer's company and tax ID from the request, or else from the account", async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  const next = async () => (await makeCertificate(issuer)).uniqueId;
  const browser = browserSession({ headers: { cookie: verifier.cookie } });
  const saved = await browser.fetch('/settings', {
    form: { intent: 'billing', company: 'Example GmbH', taxId: 'DE999' },
    cookie: verifier.cookie,
  });
  expect(saved.status).toBe(200);
  const byAccount = await apiPayment(verifier, await next());
  expect(await receiptPage(verifier, byAccount.id)).toMatch(/Company Example GmbH Tax ID DE999/);
  const byRequest = await apiPayment(verifier, await next(), { company: 'Other Ltd', taxId: '' });
  const shown = await receiptPage(verifier, byRequest.id);
  expect(shown).toContain('Company Other Ltd');
  expect(shown).not.toContain('Tax ID');
  const tooLong = payWith(verifier.actor, {
    ...paymentInput(await next()),
    company: 'x'.repeat(201),
  });
  await expect(tooLong).rejects.toMatchObject({ fields: { company: [expect.stringContaining('Company')] } });

  const uniqueId = await next();
  await browser.fetch('/verify', { form: { uniqueId }, cookie: verifier.cookie });
  const page = await (await browser.fetch('/verify/payment', { cookie: verifier.cookie })).text();
  expect(page).toMatch(/name="company"[^>]*value="Example GmbH"/);
  const paid = await browser.fetch('/verify/payment', {
    form: { ...paymentInput(uniqueId), company: '', taxId: 'DE1' } as Record<string, string>,
    cookie: verifier.cookie,
  });
  expect(paid.status).toBe(302);
  expect(db().select().from(receipts).all().at(-1)?.facts.buyer).toMatchObject({
    company: null,
    taxId: 'DE1',
  });
});

it('takes the company that the buyer entered last before paying', async () => {
  const stripe = await startStripe();
  try {
    testEnvironment(stripe.env);
    const [verifier, { uniqueId }] = [await makeVerifier(), await makeCertificate(await makeIssuer())];
    for (const company of ['First', 'Second']) await payWith(verifier.actor, { uniqueId, company });
    const [session] = stripe.sessions.values();
    expect(stripe.sessions.size).toBe(1);
    stripe.pay(session?.id ?? '');
    const { payment } = await payWith(verifier.actor, { uniqueId, company: 'Third' });
    expect(await receiptPage(verifier, payment.id)).toContain('Company Second');
  } finally {
    await stripe.stop();
  }
});
