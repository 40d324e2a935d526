import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';

/** A point at which the server is killed: in one of its functions, or during a call to Stripe. */
type Point = { name: string; buys?: 'course'; webhookFirst?: boolean; refunds?: boolean } & (
  | { inside: string }
  | { calling: string; moment: 'before' | 'after' }
);

const POINTS: Point[] = [
  { name: 'payment recorded, Stripe not asked', calling: 'POST checkout', moment: 'before' },
  { name: 'checkout created, response lost', calling: 'POST checkout', moment: 'after' },
  { name: 'checkout created, not stored', inside: 'settlePayment enter#1' },
  { name: 'checkout stored, payer not told', inside: 'settlePayment leave#1' },
  { name: 'payer returned, Stripe not asked', calling: 'GET checkout', moment: 'before' },
  { name: 'Stripe said paid, nothing stored', inside: 'settlePayment enter#2' },
  { name: 'receipt numbered, not committed', inside: 'issueReceipt leave#1' },
  { name: 'settlement committed, payer not told', inside: 'settlePayment leave#2' },
  { name: 'event received, nothing stored', inside: 'receiveEvent enter#1', webhookFirst: true },
  { name: 'event settled, Stripe not told', inside: 'receiveEvent leave#1', webhookFirst: true },
  { name: 'credit note numbered, not committed', inside: 'refundPayment leave#1', refunds: true },
  { name: 'refund requested, Stripe not asked', calling: 'POST refunds', moment: 'before', refunds: true },
  { name: 'refunded at Stripe, response lost', calling: 'POST refunds', moment: 'after', refunds: true },
  ...(
    [
      { name: 'course: not charged yet', calling: 'POST checkout', moment: 'before' },
      { name: 'course: charged, not settled', inside: 'settlePayment enter#2' },
      { name: 'course: event received, not settled', inside: 'receiveEvent enter#1', webhookFirst: true },
      { name: 'course: enrolled, not committed', inside: 'enqueueMail enter#1' },
      { name: 'course: enrolment committed, buyer not told', inside: 'settlePayment leave#2' },
      { name: 'course: refund requested', calling: 'POST refunds', moment: 'before', refunds: true },
      { name: 'course: refunded', calling: 'POST refunds', moment: 'after', refunds: true },
    ] as const
  ).map((point) => ({ ...point, buys: 'course' as const })),
];

const site = killedSite('payments');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let stripe: Awaited<ReturnType<typeof startStripe>>;
let server: Awaited<ReturnType<typeof start>>;
let verifier: Person;
let office: string;
/** The ID of the certificate or course that is paid for at each point. */
const items: string[] = [];

const start = () => site.start({ ...stripe.env, RATE_LIMITS: 'off' });

beforeAll(async () => {
  stripe = await startStripe();
  site.openNewDatabase();
  verifier = await makeVerifier();
  office = (await makeSuperAdmin()).cookie;
  const issuer = await makeIssuer();
  for (const { buys } of POINTS) {
    const course = async () => (await makeCourse(issuer, { title: 'SQL', price: '49' })).id;
    items.push(buys ? await course() : (await makeCertificate(issuer)).uniqueId);
  }
  sqlite().close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the database of the server under test. */
function rows<Row>(query: string, ...values: string[]) {
  openDatabase(DATABASE_FILE);
  try {
    return sqlite()
      .prepare(query)
      .all(...values) as Row[];
  } finally {
    sqlite().close();
  }
}

const paymentsFor = (item: string) =>
  rows<{ id: string; state: string; receipts: number; notes: number }>(
    `select p.id, p.state, (select count(*) from receipts where payment_id = p.id) as receipts,
       (select count(*) from credit_notes where payment_id = p.id) as notes
     from payments p left join verifications v on v.id = p.verification_id left join certificates c on c.id = v.certificate_id
     where c.unique_id = ? or p.course_id = ? order by p.seq`,
    item.replaceAll('-', ''),
    item,
  );

/** The number of a course's enrolments, and the counter on its page. */
const enrolmentsIn = (courseId: string) =>
  rows<{ enrolled: number; counted: number }>(
    `select (select count(*) from enrolments where course_id = c.id) as enrolled, student_count as counted
     from courses c where id = ?`,
    courseId,
  )[0];

const sessionsFor = (item: string) => {
  const ids = new Set(paymentsFor(item).map(({ id }) => id));
  return [...stripe.sessions.values()].filter((session) => ids.has(session.client_reference_id));
};

/** Does what the payer and Stripe do. Called again after a kill, as both retry. */
async function pay(item: string, { buys, webhookFirst = false, refunds = false }: Point) {
  const token = { authorization: `Bearer ${verifier.token}`, 'content-type': 'application/json' };
  const call = buys ? `courses/${item}/purchase` : 'cert/verify/payment';
  const started = await fetch(`${server.url}/api/v1/${call}`, {
    method: 'POST',
    headers: token,
    body: JSON.stringify(buys ? {} : { uniqueId: item }),
  });
  expect(started.status).toBe(200);
  const { checkoutUrl, payment } = await started.json();
  if (checkoutUrl) await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  const back = async () => {
    const page = buys ? `/course/${item}/purchase` : '/verify/payment';
    const path = `${page}/return?payment=${payment._id}`;
    await fetch(`${server.url}${path}`, { headers: { cookie: verifier.cookie }, redirect: 'manual' });
  };
  const webhooks = async () => {
    for (const session of sessionsFor(item).filter(({ status }) => status === 'complete')) {
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
    const item = items[index] ?? '';
    arm(point);
    await expect(pay(item, point)).rejects.toThrow();
    expect(await server.exited).toMatchObject({ signal: 'SIGKILL' });
    rmSync(CRASH_FILE, { force: true });
    stripe.state.onCall = undefined;
    const isRefunded = paymentsFor(item).some(({ state }) => state === 'refunded');
    server = await start();
    // The server sends a requested refund by itself.
    if (!isRefunded) await pay(item, point);
    const charged = sessionsFor(item).filter(({ payment_status }) => payment_status === 'paid');
    const settled = paymentsFor(item).filter(({ receipts }) => receipts > 0);
    if (!point.refunds) {
      expect(charged).toHaveLength(1);
      expect(settled).toMatchObject([{ state: 'paid', receipts: 1, notes: 0 }]);
      if (point.buys) expect(enrolmentsIn(item)).toEqual({ enrolled: 1, counted: 1 });
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
    if (point.buys) expect(enrolmentsIn(item)).toEqual({ enrolled: 0, counted: 0 });
  },
);
