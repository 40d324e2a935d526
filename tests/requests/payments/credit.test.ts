import { beforeEach, describe, expect, it } from 'vitest';
import { checkCredit } from '#app/operations/check-payments.server.ts';
import { db, sqlite } from '#db/client.ts';
import { creditEntries } from '#db/schema/credit.ts';
import { outbox } from '#db/schema/mail.ts';
import { payments } from '#db/schema/payments.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  giveCredit,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const FEE = 4200;
const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };

beforeEach(() => testEnvironment({ PAYMENT_GATEWAY: 'sandbox,invoice' }));

/** Grants a verifier credit for some verifications. */
async function withCredit(verifications = 3) {
  const [office, issuer, verifier] = [await makeSuperAdmin(), await makeIssuer(), await makeVerifier()];
  giveCredit(office, verifier, verifications * FEE);
  return { office, issuer, verifier, path: `/superadmin/credit/${verifier.id}` };
}

const pay = ({ token }: Person, uniqueId: string, fields: Record<string, string> = {}) =>
  fetchApi('cert/verify/payment', { token, json: { uniqueId, gateway: 'invoice', ...fields } });
const lookUp = ({ cookie }: Person, uniqueId: string) => fetchPage('/verify', { cookie, form: { uniqueId } });
const read = async (path: string, { cookie }: Person) => (await fetchPage(path, { cookie })).text();
const send = ({ cookie }: Person, path: string, form: Record<string, string>) =>
  fetchPage(path, { cookie, form });
const owed = () => sqlite().prepare('select owed_minor / 100.0 from credit_accounts').pluck().get();
const receiptNumbers = () =>
  sqlite().prepare('select number from receipts order by number').pluck().all() as number[];

describe('paying from credit', () => {
  it('pays a verification at once and issues a receipt', async () => {
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    const [answer, again] = [await pay(verifier, uniqueId), await pay(verifier, uniqueId)];
    expect([answer.status, again.status]).toEqual([200, 200]);
    const body = await answer.json();
    expect(body).toMatchObject({
      message: 'Payment successful!',
      cert: { uniqueId },
      payment: { state: 'paid', gateway: 'invoice', amount: FEE, card: null },
    });
    expect((await again.json()).payment._id).toBe(body.payment._id);
    expect(owed()).toBe(FEE);
    const receipt = await read(`/verify/receipts/${body.payment._id}`, verifier);
    for (const text of ['R-000001', 'Paid through', 'Credit', 'Signed receipt'])
      expect(receipt).toContain(text);
    expect(checkCredit()).toEqual([]);
  });

  it('accepts no card, and needs the gateway to be named if it is not the first', async () => {
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    const withCard = await pay(verifier, uniqueId, CARD);
    expect([withCard.status, (await withCard.json()).message]).toEqual([
      400,
      'Card data is not accepted here.',
    ]);
    const byDefault = await fetchApi('cert/verify/payment', {
      token: verifier.token,
      json: { uniqueId, ...CARD },
    });
    expect((await byDefault.json()).payment.gateway).toBe('sandbox');
    expect(owed()).toBe(0);
  });

  it('buys a course', async () => {
    const { issuer, verifier } = await withCredit();
    const { course } = await makeWholeCourse(issuer, { title: 'SQL', price: '49.50' });
    const answer = await fetchApi(`courses/${course.id}/purchase`, {
      token: verifier.token,
      json: { gateway: 'invoice' },
    });
    expect(await answer.json()).toMatchObject({
      enrolled: true,
      payment: { gateway: 'invoice', amount: 49.5 },
    });
    expect(owed()).toBe(49.5);
  });

  it('allows ten of 50 parallel payments with a credit for ten, without a limit on attempts', async () => {
    const { issuer, verifier } = await withCredit(10);
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await makeCertificate(issuer)).uniqueId);
    const answers = await Promise.all(ids.map((uniqueId) => pay(verifier, uniqueId)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(40);
    expect(owed()).toBe(10 * FEE);
    expect(receiptNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const refused = await pay(verifier, ids[statuses.indexOf(402)] ?? '');
    expect([refused.status, (await refused.json()).message]).toEqual([
      402,
      'Your credit does not cover this payment: $0 is left.',
    ]);
    // A declined payment leaves no open payment.
    expect(
      db()
        .select()
        .from(payments)
        .all()
        .every(({ state }) => state === 'paid' || state === 'failed'),
    ).toBe(true);
    expect(checkCredit()).toEqual([]);
  });

  it('draws once for two tabs without JavaScript', async () => {
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    await lookUp(verifier, uniqueId);
    const page = await read('/verify/payment', verifier);
    expect(page).toContain('Pay from credit: $12,600 left.');
    expect(page).toContain('name="gateway" value="invoice"');
    const tabs = await Promise.all(
      [1, 2].map(() =>
        send(verifier, '/verify/payment', { uniqueId, gateway: 'invoice', company: 'Ätna AG', taxId: '' }),
      ),
    );
    expect(tabs.map(({ status }) => status)).toEqual([302, 302]);
    expect(owed()).toBe(FEE);
    expect(await read('/verify/payment', verifier)).toContain('Payment Successful');
    const paid = db().select().from(payments).get();
    expect(await read(`/verify/receipts/${paid?.id}`, verifier)).toContain('Ätna AG');
  });

  it('is one of several choices, of which none is open at first', async () => {
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    await lookUp(verifier, uniqueId);
    const choices = async (html: string) =>
      [...html.matchAll(/<details name="gateway"( open="")?><summary><span>([^<]+)/g)].map(
        ([, open, text]) => `${text}${open ? ' (open)' : ''}`,
      );
    const page = await read('/verify/payment', verifier);
    expect(await choices(page)).toEqual(['Pay from credit', 'Pay with a card']);
    // A rejected form stays open, with its error.
    const rejected = await send(verifier, '/verify/payment', { uniqueId, gateway: 'sandbox' });
    expect(await choices(await rejected.text())).toEqual(['Pay from credit', 'Pay with a card (open)']);
  });

  it('explains on the page that the credit is too low, and offers none without an agreement', async () => {
    const { issuer, verifier, office } = await withCredit(0);
    const { uniqueId } = await makeCertificate(issuer);
    await lookUp(verifier, uniqueId);
    expect(await read('/verify/payment', verifier)).toContain('Your credit does not cover $4,200');
    const sent = await send(verifier, '/verify/payment', { uniqueId, gateway: 'invoice' });
    expect(sent.status).toBe(402);
    // Only the submitted form shows the error.
    const forms = (await sent.text()).split('<form').map((part) => part.split('</form>')[0]);
    expect(forms.filter((form) => form?.includes('name="gateway"'))).toHaveLength(2);
    expect(forms.filter((form) => form?.includes('$0 is left.'))).toHaveLength(1);
    await send(office, `/superadmin/credit/${verifier.id}`, { intent: 'end' });
    expect(await read('/verify/payment', verifier)).not.toContain('Pay from credit');
    testEnvironment({ PAYMENT_GATEWAY: 'invoice' });
    const stranger = await makeVerifier();
    await lookUp(stranger, uniqueId);
    const page = await read('/verify/payment', stranger);
    expect(page).toContain('Payments here are made from credit, but your account has none');
    expect(page).not.toContain('Test mode');
    expect((await pay(stranger, uniqueId)).status).toBe(402);
  });

  it('refunds to the credit once and mails the payer', async () => {
    const { issuer, verifier, office } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    const { payment } = await (await pay(verifier, uniqueId)).json();
    const path = `/superadmin/payments/${payment._id}`;
    const sent = await Promise.all([1, 2].map(() => send(office, path, { reason: 'Paid by mistake' })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 409]);
    expect(owed()).toBe(0);
    expect(await read(path, office)).not.toContain('Not yet');
    const mail = db().select().from(outbox).all().at(-1);
    expect(mail?.text).toContain('The amount was returned to your credit');
    expect((await pay(verifier, uniqueId)).status).toBe(200);
    const entries = db().select().from(creditEntries).all();
    expect(entries.map(({ kind, owedMinor }) => [kind, owedMinor / 100])).toEqual([
      ['limit', 0],
      ['draw', FEE],
      ['refund', 0],
      ['draw', FEE],
    ]);
    expect(checkCredit()).toEqual([]);
  });

  it('rejects an Idempotency-Key that was used with another gateway', async () => {
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    const headers = { 'Idempotency-Key': 'k1' };
    const call = (json: object) => fetchApi('cert/verify/payment', { token: verifier.token, json, headers });
    expect((await call({ uniqueId, gateway: 'invoice' })).status).toBe(200);
    expect((await call({ uniqueId, gateway: 'invoice' })).status).toBe(200);
    testEnvironment({ PAYMENT_GATEWAY: 'invoice' });
    expect((await call({ uniqueId })).status).toBe(422);
  });
});

describe('beside Stripe', () => {
  const { stripe } = withStripe();

  it('closes an open checkout when the payer pays from credit', async () => {
    testEnvironment({ ...stripe().env, PAYMENT_GATEWAY: 'stripe,invoice' });
    const { issuer, verifier } = await withCredit();
    const { uniqueId } = await makeCertificate(issuer);
    const started = await pay(verifier, uniqueId, { gateway: 'stripe' });
    expect((await started.json()).message).toBe('Continue at the payment page.');
    expect((await pay(verifier, uniqueId)).status).toBe(200);
    expect([...stripe().sessions.values()].map(({ status }) => status)).toEqual(['expired']);
    expect(owed()).toBe(FEE);
  });
});

describe('agreements', () => {
  it('are granted to verified verifiers by email or username', async () => {
    const { office, issuer, verifier } = await withCredit();
    const other = await makeVerifier({ role: 'corporate', name: 'Nørd <AS>' });
    // An unverified account is deleted after 30 days.
    const unverified = await makeVerifier({ verified: false });
    const refused: [Record<string, string>, string][] = [
      [{ account: unverified.email, limit: '10' }, 'This account has not verified its email address yet.'],
      [{ account: issuer.email, limit: '10' }, 'No verifier has this email address or username.'],
      [{ account: other.email, limit: '-1' }, 'Credit limit must be an amount in dollars'],
      [{ account: other.email, limit: '10000000.01' }, 'Credit limit must be an amount in dollars'],
      [{ account: '', limit: '' }, 'Account is required.'],
    ];
    for (const [form, message] of refused) {
      const answer = await send(office, '/superadmin/credit', form);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
    }
    const granted = await send(office, '/superadmin/credit', { account: other.username, limit: '$1,200.50' });
    expect(granted.headers.get('location')).toBe(`/superadmin/credit/${other.id}`);
    const list = await read('/superadmin/credit?q=n%C3%B8rd', office);
    expect(list).toContain('Nørd &lt;AS&gt;');
    expect(list).toContain('$1,200.50');
    expect(list).not.toContain(verifier.email);
  });

  it('can be changed, ended and renewed, and the ledger records who did it', async () => {
    const { office, issuer, verifier, path } = await withCredit();
    const [first, second] = [await makeCertificate(issuer), await makeCertificate(issuer)];
    await pay(verifier, first.uniqueId);
    await send(office, path, { intent: 'limit', limit: '100' });
    expect((await pay(verifier, second.uniqueId)).status).toBe(402);
    await send(office, path, { intent: 'limit', limit: '9000' });
    await send(office, path, { intent: 'end' });
    expect((await send(office, path, { intent: 'end' })).status).toBe(409);
    const ended = await pay(verifier, second.uniqueId);
    expect([ended.status, (await ended.json()).message]).toEqual([
      402,
      'Your account has no credit. Please contact support.',
    ]);
    expect(owed()).toBe(FEE);
    // A form that was loaded before the end must not renew the agreement by accident.
    expect((await send(office, path, { intent: 'limit', limit: '9000' })).status).toBe(409);
    expect((await pay(verifier, second.uniqueId)).status).toBe(402);
    expect((await send(office, path, { intent: 'renew', limit: '9000' })).status).toBe(302);
    expect((await send(office, path, { intent: 'renew', limit: '9000' })).status).toBe(409);
    expect((await pay(verifier, second.uniqueId)).status).toBe(200);
    const page = await read(path, office);
    for (const text of ['Limit set', 'Agreement ended', 'Drawn', `by ${office.username}`, '$8,400'])
      expect(page).toContain(text);
    expect(
      db()
        .select()
        .from(creditEntries)
        .all()
        .map(({ kind }) => kind),
    ).toEqual([...['limit', 'draw', 'limit', 'limit', 'end', 'limit', 'draw']]);
  });

  it('are shown as unusable without the gateway, and fsck finds debts that the ledger lacks', async () => {
    testEnvironment();
    const { office, verifier } = await withCredit();
    expect(await read('/superadmin/credit', office)).toContain('Nobody can pay from credit yet');
    sqlite().prepare('update credit_accounts set owed_minor = 1').run();
    expect(checkCredit()).toEqual([`credit of ${verifier.id}: 1 is owed, but its ledger says 0`]);
  });
});
