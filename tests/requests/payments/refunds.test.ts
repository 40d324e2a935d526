import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendRefunds } from '#app/payments/reconcile.server.ts';
import { sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { payments, refunds, sandboxCharges } from '#db/schema/payments.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
  paymentInput,
  payWith,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

async function paid() {
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const { uniqueId } = await makeCertificate(issuer);
  const { payment } = await payFor(verifier, uniqueId);
  return { verifier, superAdmin, uniqueId, id: payment.id };
}

const refund = (cookie: string, id: string, reason: string) =>
  fetchPage(`/superadmin/payments/${id}`, { cookie, form: { reason } });
const read = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();

it('refunds a payment once, closes the files, and mails the payer the reason', async () => {
  const { verifier, superAdmin, uniqueId, id } = await paid();
  const file = () => fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: verifier.cookie });
  expect((await file()).status).toBe(200);
  expect((await refund(superAdmin.cookie, id, '')).status).toBe(400);
  const sent = await Promise.all([1, 2, 3].map(() => refund(superAdmin.cookie, id, 'Paid by mistake')));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 409, 409]);
  expect(db().select().from(sandboxCharges).get()?.refundedAt).not.toBeNull();
  expect((await file()).status).toBe(403);
  expect(await read('/verify', verifier.cookie)).toMatch(/No<\/span>.*Refunded/s);
  const told = mailsTo(verifier.email);
  expect(told.filter(({ text }) => text.includes('Paid by mistake'))).toHaveLength(1);
  expect(sqlite().prepare('select sum(verified) from issuer_days').pluck().get()).toBe(0);
  const page = await read(`/superadmin/payments/${id}`, superAdmin.cookie);
  expect(page).toContain(`Verification of certificate ${uniqueId}<`);
  expect(told.at(-1)?.text).toContain(`Verification of certificate ${uniqueId}\n`);
  for (const text of ['Refunded by', superAdmin.username, 'Paid by mistake', 'Confirmed'])
    expect(page).toContain(text);
  expect(page).not.toContain('Refund in full');
});

it('allows paying for a refunded verification again, with a receipt for each payment', async () => {
  const { verifier, superAdmin, uniqueId, id } = await paid();
  await refund(superAdmin.cookie, id, 'Paid by mistake');
  const { payment } = await payFor(verifier, uniqueId);
  expect(payment.id).not.toBe(id);
  const indexes = new Set<string | undefined>();
  for (const one of [id, payment.id]) {
    const receipt = JSON.parse(await read(`/verify/receipts/${one}/receipt.json`, verifier.cookie));
    expect(receipt.id).toBe(`urn:uuid:${one}`);
    const proof = await read(`/verify/receipts/${one}/receipt.tlog-proof`, verifier.cookie);
    indexes.add(/^index (\d+)$/m.exec(proof)?.[1]);
  }
  expect(indexes.size).toBe(2);
});

it('labels the charts with days and months', async () => {
  const { superAdmin } = await paid();
  const html = await read('/superadmin/payments', superAdmin.cookie);
  const labels = [...html.matchAll(/<th scope="row">([^<]+)/g)].map(([, label]) => label ?? '');
  const months = labels.filter((label) => /^\d{2}\/\d{4}$/.test(label));
  const days = labels.filter((label) => /^\d{2}\/\d{2}\/\d{4}$/.test(label));
  expect([days.length, months.length, labels.length]).toEqual([30, 12, 42]);
});

it('searches, filters, pages and exports the list of payments', async () => {
  const { verifier, superAdmin, uniqueId, id } = await paid();
  const issuer = await makeIssuer();
  for (let count = 0; count < 3; count += 1) {
    await payFor(await makeVerifier(), (await makeCertificate(issuer)).uniqueId);
  }
  db()
    .update(payments)
    .set({ createdAt: Date.parse('2026-01-02T10:00:00Z') })
    .where(eq(payments.id, id))
    .run();
  const found = async (query: string) => {
    const html = await read(`/superadmin/payments?${query}`, superAdmin.cookie);
    return [
      ...new Set([...html.matchAll(/href="\/superadmin\/payments\/([\w-]{36})"/g)].map((match) => match[1])),
    ];
  };
  expect(await found('')).toHaveLength(4);
  for (const q of [id, uniqueId.toLowerCase(), verifier.email.toUpperCase(), 'R-000001', '1']) {
    expect(await found(new URLSearchParams({ q }).toString())).toEqual([id]);
  }
  expect(await found('q=nothing')).toEqual([]);
  expect(await found('state=failed')).toEqual([]);
  expect(await found('from=2026-01-02&to=2026-01-02&state=paid')).toEqual([id]);
  const first = await read('/superadmin/payments?limit=3', superAdmin.cookie);
  const cursor = /cursor=(\w+)/.exec(first)?.[1];
  expect(await found(`limit=3&cursor=${cursor}`)).toEqual([id]);
  for (const query of ['state=odd', 'from=2026-02-30', 'cursor=!', 'limit=0']) {
    expect((await fetchPage(`/superadmin/payments?${query}`, { cookie: superAdmin.cookie })).status).toBe(
      400,
    );
  }
  const csv = await read('/superadmin/payments.csv?state=paid', superAdmin.cookie);
  expect(csv.trim().split('\r\n')).toHaveLength(5);
  expect(csv).toContain(`"${id}","R-000001","paid","4200","USD","sandbox",`);
});

it('exports the time of settlement, the tax and the credit notes of payments', async () => {
  const superAdmin = await makeSuperAdmin();
  setSellerDetails(superAdmin.browser, parseInput(sellerSchema, { name: 'Akademie Süd', taxRate: '19' }));
  setClock(() => Date.parse('2026-03-01T12:00:00Z'));
  const verifier = await makeVerifier();
  const next = async () => (await makeCertificate(await makeIssuer())).uniqueId;
  const [first, second] = [await payFor(verifier, await next()), await payFor(verifier, await next())];
  const declined = paymentInput(await next(), { cardNumber: '4000000000000002' });
  await expect(payWith(verifier.actor, declined)).rejects.toThrow('declined');
  await refund(superAdmin.cookie, second.payment.id, 'By mistake');
  const csv = await read('/superadmin/payments.csv', superAdmin.cookie);
  const [header = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  const rows = lines.map((line) => Object.fromEntries(line.map((cell, index) => [header[index], cell])));
  const charged = { Settled: '2026-03-01T12:00:00.000Z', Tax: '670.59' };
  expect(rows).toMatchObject([
    { State: 'failed', Receipt: '', Settled: '', Tax: '', 'Credit notes': '', Credited: '0' },
    {
      ...charged,
      Payment: second.payment.id,
      Receipt: 'R-000002',
      'Credit notes': 'C-000001',
      Credited: '4200',
      'Credited tax': '670.59',
    },
    {
      ...charged,
      Payment: first.payment.id,
      Receipt: 'R-000001',
      'Credit notes': '',
      Credited: '0',
      'Credited tax': '0',
    },
  ]);
});

it('shows the received and refunded totals of the day and the month', async () => {
  const { superAdmin, id } = await paid();
  await payFor(await makeVerifier(), (await makeCertificate(await makeIssuer())).uniqueId);
  await refund(superAdmin.cookie, id, 'Paid by mistake');
  const html = await read('/superadmin/payments', superAdmin.cookie);
  expect(html.match(/Received \(\$\): 8,400/g)?.length).toBe(2);
  expect(html.match(/Refunded \(\$\): 4,200/g)?.length).toBe(2);
});

describe('at Stripe', () => {
  const { stripe } = withStripe();

  /** Pays for a verification at Stripe, and returns functions that refund it and retry. */
  async function refundable() {
    const [verifier, superAdmin] = [await makeVerifier(), await makeSuperAdmin()];
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const started = await payWith(verifier.actor, { uniqueId });
    const [session] = stripe().sessions.values();
    stripe().pay(session?.id ?? '');
    await payWith(verifier.actor, { uniqueId });
    stripe().state.refundKeys.length = 0;
    let minutes = 0;
    const sendAgain = async () => {
      minutes += 24 * 60;
      setClock(() => Date.now() + minutes * 60_000);
      await sendRefunds();
    };
    const send = () => refund(superAdmin.cookie, started.payment.id, 'By mistake');
    const row = () => db().select().from(refunds).get();
    return { send, sendAgain, row, intent: session?.payment_intent, keys: () => stripe().state.refundKeys };
  }

  it('retries a refused refund with a new key, because Stripe repeats the error of a key', async () => {
    const { send, sendAgain, row, keys } = await refundable();
    stripe().state.refuseRefunds = 'balance_insufficient';
    await send();
    await sendAgain();
    expect(row()).toMatchObject({ completedAt: null, attempts: 2 });
    stripe().state.refuseRefunds = null;
    await sendAgain();
    expect(row()?.completedAt).not.toBeNull();
    expect(new Set(keys()).size).toBe(3);
    expect(stripe().state.refunds).toHaveLength(1);
  });

  it('retries a refund without a response with the same key, which was stored before', async () => {
    const { send, sendAgain, row, keys } = await refundable();
    const stored: unknown[] = [];
    stripe().state.onCall = (call, moment) => {
      const isLost = call === 'POST refunds' && moment === 'after';
      if (call === 'POST refunds' && moment === 'before') stored.push(row()?.attemptKey);
      return isLost;
    };
    await send();
    stripe().state.onCall = undefined;
    expect(row()).toMatchObject({ completedAt: null, attemptKey: stored[0] });
    await sendAgain();
    expect(row()?.completedAt).not.toBeNull();
    expect(new Set(keys())).toEqual(new Set(stored));
    expect(stripe().state.refunds).toHaveLength(1);
  });
});
