import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db, sqlite } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { sandboxCharges } from '#db/schema/payments.ts';
import { payments } from '#db/schema/verification.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

async function paid() {
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const { uniqueId } = await makeCertificate(issuer);
  const { payment } = await payFor(verifier, uniqueId);
  return { verifier, superAdmin, uniqueId, id: payment.id };
}

const refund = (cookie: string, id: string, reason: string) =>
  fetchPage(`/superadmin/payments/${id}`, { cookie, form: { reason } });
const read = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();

it('a refund returns the money once, closes the files, and tells the payer why', async () => {
  const { verifier, superAdmin, uniqueId, id } = await paid();
  const file = () => fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: verifier.cookie });
  expect((await file()).status).toBe(200);
  expect((await refund(superAdmin.cookie, id, '')).status).toBe(400);
  const sent = await Promise.all([1, 2, 3].map(() => refund(superAdmin.cookie, id, 'Paid by mistake')));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 409, 409]);
  expect(db.select().from(sandboxCharges).get()?.refundedAt).not.toBeNull();
  expect((await file()).status).toBe(403);
  expect(await read('/verify', verifier.cookie)).toMatch(/No<\/span>.*Refunded/s);
  const told = db.select().from(outbox).where(eq(outbox.toAddress, verifier.email)).all();
  expect(told.filter(({ text }) => text.includes('Paid by mistake'))).toHaveLength(1);
  expect(sqlite.prepare('select sum(verified) from issuer_days').pluck().get()).toBe(0);
  const page = await read(`/superadmin/payments/${id}`, superAdmin.cookie);
  expect(page).toContain(`Verification of certificate ${uniqueId}<`);
  expect(told.at(-1)?.text).toContain(`Verification of certificate ${uniqueId}\n`);
  for (const text of ['Refunded by', superAdmin.username, 'Paid by mistake', 'Confirmed'])
    expect(page).toContain(text);
  expect(page).not.toContain('Refund in full');
});

it('a refunded verification can be paid for again, and each payment keeps its own receipt', async () => {
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

it('the list is searched, filtered, paged and exported', async () => {
  const { verifier, superAdmin, uniqueId, id } = await paid();
  const issuer = await makeIssuer();
  for (let count = 0; count < 3; count += 1) {
    await payFor(await makeVerifier(), (await makeCertificate(issuer)).uniqueId);
  }
  db.update(payments)
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
  expect(csv).toContain(`"${id}","1","paid","4200","USD","sandbox",`);
});

it('totals count by the day of UTC what was received and refunded', async () => {
  const { superAdmin, id } = await paid();
  await payFor(await makeVerifier(), (await makeCertificate(await makeIssuer())).uniqueId);
  await refund(superAdmin.cookie, id, 'Paid by mistake');
  const html = await read('/superadmin/payments', superAdmin.cookie);
  expect(html.match(/Received \(\$\): 8,400/g)?.length).toBe(2);
  expect(html.match(/Refunded \(\$\): 4,200/g)?.length).toBe(2);
});
