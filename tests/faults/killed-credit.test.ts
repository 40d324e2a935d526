import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkCredit } from '#app/operations/check-payments.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import {
  giveCredit,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** Points at which the server is killed. Credit has no provider that could be asked about a payment afterwards. */
const POINTS = [
  { name: 'payment recorded, nothing drawn', inside: 'settlePayment enter#1' },
  { name: 'drawn and receipt numbered, not committed', inside: 'issueReceipt leave#1' },
  { name: 'draw committed, payer not told', inside: 'settlePayment leave#1' },
  { name: 'refunded to the credit, not committed', inside: 'refundPayment leave#1' },
];

const site = killedSite('credit');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let server: Awaited<ReturnType<typeof start>>;
let verifier: Person;
let office: Person;
const uniqueIds: string[] = [];

const start = () => site.start({ PAYMENT_GATEWAY: 'invoice' });

beforeAll(async () => {
  site.openNewDatabase();
  [verifier, office] = [await makeVerifier(), await makeSuperAdmin()];
  // Enough for one verification, so that a second draw would be declined.
  giveCredit(office, verifier, 4200);
  const issuer = await makeIssuer();
  for (const _ of POINTS) uniqueIds.push((await makeCertificate(issuer)).uniqueId);
  sqlite().close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Pays for a verification, and returns the payment's ID. */
async function pay(uniqueId: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/cert/verify/payment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${verifier.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uniqueId }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).payment._id;
}

const refund = (paymentId: string) =>
  fetch(`${server.url}/superadmin/payments/${paymentId}`, {
    method: 'POST',
    headers: { cookie: office.cookie, origin: server.url },
    body: new URLSearchParams({ reason: 'Paid by mistake' }),
    redirect: 'manual',
  });

/** Checks the whole ledger and returns the kinds of a payment's entries. */
function ledgerOf(paymentId: string) {
  openDatabase(DATABASE_FILE);
  try {
    expect(checkCredit()).toEqual([]);
    const kinds = sqlite()
      .prepare('select kind from credit_entries where payment_id = ? order by seq')
      .pluck();
    return kinds.all(paymentId);
  } finally {
    sqlite().close();
  }
}

it.each(POINTS.map((point, index) => ({ ...point, index })))(
  'a kill leaves no draw or refund half done: $name',
  async ({ index, inside }) => {
    const uniqueId = uniqueIds[index] ?? '';
    if (inside.startsWith('refund')) await pay(uniqueId);
    writeFileSync(CRASH_FILE, inside);
    await expect(pay(uniqueId).then(refund)).rejects.toThrow();
    expect(await server.exited).toMatchObject({ signal: 'SIGKILL' });
    rmSync(CRASH_FILE, { force: true });
    server = await start();
    const id = await pay(uniqueId);
    expect(ledgerOf(id)).toEqual(['draw']);
    expect((await refund(id)).status).toBe(302);
    expect(ledgerOf(id)).toEqual(['draw', 'refund']);
  },
);
