import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadEnvironment } from '#app/env.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';

/** A moment at which the server is killed: in one of its functions, or during a call of Stripe. */
type Point = { name: string; webhookFirst?: boolean; refunds?: boolean } & (
  | { inside: string }
  | { calling: string; moment: 'before' | 'after' }
);

const POINTS: Point[] = [
  { name: 'payment recorded, Stripe not asked', calling: 'POST checkout', moment: 'before' },
  { name: 'checkout made, answer lost', calling: 'POST checkout', moment: 'after' },
  { name: 'checkout answered, not stored', inside: 'settlePayment enter#1' },
  { name: 'checkout stored, payer not told', inside: 'settlePayment leave#1' },
  { name: 'payer is back, Stripe not asked', calling: 'GET checkout', moment: 'before' },
  { name: 'Stripe said paid, nothing stored', inside: 'settlePayment enter#2' },
  { name: 'receipt numbered, not committed', inside: 'issueReceipt leave#1' },
  { name: 'settlement committed, payer not told', inside: 'settlePayment leave#2' },
  { name: 'event arrived, nothing stored', inside: 'receiveEvent enter#1', webhookFirst: true },
  { name: 'event settled, Stripe not told', inside: 'receiveEvent leave#1', webhookFirst: true },
  { name: 'credit note numbered, not committed', inside: 'refundPayment leave#1', refunds: true },
  { name: 'refund ordered, Stripe not asked', calling: 'POST refunds', moment: 'before', refunds: true },
  { name: 'refunded at Stripe, answer lost', calling: 'POST refunds', moment: 'after', refunds: true },
];

const folder = mkdtempSync(join(tmpdir(), 'certrace-killed-'));
const CRASH_FILE = join(folder, 'crash');
const DATABASE_FILE = join(folder, 'certrace.sqlite');

let stripe: Awaited<ReturnType<typeof startStripe>>;
let server: Awaited<ReturnType<typeof startServer>>;
let verifier: Person;
let office: string;
const uniqueIds: string[] = [];

const start = () => {
  const preload = new URL('../support/crash-points.ts', import.meta.url).href;
  const env = { ...stripe.env, RATE_LIMITS: 'off', CRASH_FILE, NODE_OPTIONS: `--import ${preload}` };
  return startServer({ folder, env });
};

beforeAll(async () => {
  stripe = await startStripe();
  const keys = { UPLOADS_DIR: join(folder, 'uploads'), KEYS_DIR: join(folder, 'keys') };
  loadEnvironment({ NODE_ENV: 'test', DATABASE_FILE, ...keys, LOG_LEVEL: 'silent' });
  configureLog();
  openDatabase(DATABASE_FILE);
  migrateDatabase();
  verifier = await makeVerifier();
  office = (await makeSuperAdmin()).cookie;
  const issuer = await makeIssuer();
  for (const _ of POINTS) uniqueIds.push((await makeCertificate(issuer)).uniqueId);
  sqlite.close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows = (query: string, value: string) => {
  openDatabase(DATABASE_FILE);
  try {
    return sqlite.prepare(query).all(value) as {
      id: string;
      state: string;
      receipts: number;
      notes: number;
    }[];
  } finally {
    sqlite.close();
  }
};

const paymentsFor = (uniqueId: string) =>
  rows(
    `select p.id, p.state, (select count(*) from receipts where payment_id = p.id) as receipts,
       (select count(*) from credit_notes where payment_id = p.id) as notes
     from payments p join verifications v on v.id = p.verification_id join certificates c on c.id = v.certificate_id
     where c.unique_id = ? order by p.seq`,
    uniqueId.replaceAll('-', ''),
  );

const sessionsFor = (uniqueId: string) => {
  const ids = new Set(paymentsFor(uniqueId).map(({ id }) => id));
  return [...stripe.sessions.values()].filter((session) => ids.has(session.client_reference_id));
};

/** What a person and Stripe do, also once more after an answer was lost. */
async function pay(uniqueId: string, { webhookFirst = false, refunds = false }: Point) {
  const token = { authorization: `Bearer ${verifier.token}`, 'content-type': 'application/json' };
  const started = await fetch(`${server.url}/api/v1/cert/verify/payment`, {
    method: 'POST',
    headers: token,
    body: JSON.stringify({ uniqueId }),
  });
  expect(started.status).toBe(200);
  const { checkoutUrl, payment } = await started.json();
  if (checkoutUrl) await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  const back = async () => {
    const path = `/verify/payment/return?payment=${payment._id}`;
    await fetch(`${server.url}${path}`, { headers: { cookie: verifier.cookie }, redirect: 'manual' });
  };
  const webhooks = async () => {
    for (const session of sessionsFor(uniqueId).filter(({ status }) => status === 'complete')) {
      const event = stripe.event('checkout.session.completed', session, { id: `evt_${session.id}` });
      const answer = await fetch(`${server.url}/webhooks/stripe`, { method: 'POST', ...event });
      expect(answer.status).toBe(200);
    }
  };
  for (const settle of webhookFirst ? [webhooks, back] : [back, webhooks]) await settle();
  if (!refunds) return;
  await fetch(`${server.url}/superadmin/payments/${payment._id}`, {
    method: 'POST',
    headers: { cookie: office, origin: server.url },
    body: new URLSearchParams({ reason: 'Paid by mistake' }),
    redirect: 'manual',
  });
}

function arm(point: Point) {
  if ('inside' in point) writeFileSync(CRASH_FILE, point.inside);
  else {
    stripe.state.onCall = (call, moment) => {
      const isPoint = call === point.calling && moment === point.moment;
      if (isPoint) server.kill('SIGKILL');
      return isPoint;
    };
  }
}

it.each(POINTS.map((point, index) => ({ ...point, index })))(
  'a kill charges nobody twice and loses no payment: $name',
  async ({ index, ...point }) => {
    const uniqueId = uniqueIds[index] ?? '';
    arm(point);
    await expect(pay(uniqueId, point)).rejects.toThrow();
    expect(await server.exited).toMatchObject({ signal: 'SIGKILL' });
    rmSync(CRASH_FILE, { force: true });
    stripe.state.onCall = undefined;
    const isRefunded = paymentsFor(uniqueId).some(({ state }) => state === 'refunded');
    server = await start();
    // A refund that was ordered is sent by the server itself.
    if (!isRefunded) await pay(uniqueId, point);
    const charged = sessionsFor(uniqueId).filter(({ payment_status }) => payment_status === 'paid');
    const settled = paymentsFor(uniqueId).filter(({ receipts }) => receipts > 0);
    if (!point.refunds) {
      expect(charged).toHaveLength(1);
      expect(settled).toMatchObject([{ state: 'paid', receipts: 1, notes: 0 }]);
      return;
    }
    await expect
      .poll(
        () =>
          stripe.state.refunds.filter((id) => charged.some(({ payment_intent }) => payment_intent === id))
            .length,
      )
      .toBe(1);
    expect(settled[0]).toMatchObject({ state: 'refunded', receipts: 1, notes: 1 });
  },
);
