import { beforeEach, expect, it } from 'vitest';
import { checkCredit } from '#app/operations/check-payments.server.ts';
import { issueStatementsStep, settleStatement } from '#app/payments/credit/issue-statements.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { creditStatements } from '#db/schema/credit.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  giveCredit,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payWith,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { openPdf, textOfPdf } from '#tests/support/pdf-pictures.ts';
import { testEnvironment } from '#tests/support/setup.ts';

beforeEach(() =>
  testEnvironment({
    PAYMENT_GATEWAY: 'invoice',
    // These tests advance the clock by weeks.
    SESSION_IDLE_SUPERADMIN_MINUTES: '43200',
    SESSION_IDLE_ISSUER_MINUTES: '43200',
  }),
);

const START = Date.parse('2026-01-10T10:00:00Z');
/** Stops the clock at a time. Sessions stay valid for 30 days. */
const at = (time: string) => setClock(() => Date.parse(time));

async function withCredit(limit = 50_000) {
  setClock(() => START);
  const [office, issuer, verifier] = [
    await makeSuperAdmin(),
    await makeIssuer(),
    await makeVerifier({ name: 'Nørd & Söhne', role: 'corporate' }),
  ];
  giveCredit(office, verifier, limit);
  const draw = async (time: string) => {
    at(time);
    const { uniqueId } = await makeCertificate(issuer);
    const result = await payWith(verifier.actor, { uniqueId, gateway: 'invoice' });
    return { uniqueId, paymentId: result.payment.id };
  };
  return { office, issuer, verifier, draw, path: `/superadmin/credit/${verifier.id}` };
}

/** Runs the job until it has nothing to do, and expects that it stays so. */
function issueAll() {
  while (issueStatementsStep());
  expect(issueStatementsStep()).toBe(false);
}

const statements = () =>
  db()
    .select()
    .from(creditStatements)
    .all()
    .map(({ number, month, totalMinor }) => [number, month, totalMinor / 100]);
const idOf = (month: string) =>
  sqlite().prepare('select id from credit_statements where month = ?').pluck().get(month) as string;
const read = async (path: string, { cookie }: Person) => (await fetchPage(path, { cookie })).text();
const owed = () => sqlite().prepare('select owed_minor / 100 from credit_accounts').pluck().get();

it('are issued once for each past month (UTC) with draws or refunds', async () => {
  const { office, verifier, draw } = await withCredit();
  const first = await draw('2026-01-31T23:59:59.999Z');
  issueAll();
  expect(statements()).toEqual([]);
  await draw('2026-02-01T00:00:00Z');
  await refundAsSuperAdmin(office.browser, first.paymentId, { reason: 'Paid by mistake' });
  await draw('2026-02-28T23:59:59Z');
  issueAll();
  expect(statements()).toEqual([[1, '2026-01', 4200]]);
  // The server did not run for two months. March had no draws, so it has no statement.
  await draw('2026-04-02T00:00:00Z');
  at('2026-06-15T00:00:00Z');
  issueAll();
  expect(statements()).toEqual([
    [1, '2026-01', 4200],
    [2, '2026-02', 4200],
    [3, '2026-04', 4200],
  ]);
  const mails = db().select().from(outbox).all();
  const told = mails.filter(
    ({ toAddress, subject }) => toAddress === verifier.email && /statement/.test(subject),
  );
  expect(told.map(({ subject }) => subject)).toEqual([
    'Your statement for January 2026',
    'Your statement for February 2026',
    'Your statement for April 2026',
  ]);
  expect(told[0]?.text).toContain(`/payments/statements/${idOf('2026-01')}`);
  expect(checkCredit()).toEqual([]);
});

it('contain every entry even if the clock was set back', async () => {
  const { draw } = await withCredit();
  await draw('2026-02-01T00:00:01Z');
  await draw('2026-01-31T23:59:59Z');
  at('2026-02-02T00:00:00Z');
  issueAll();
  at('2026-03-02T00:00:00Z');
  issueAll();
  await draw('2026-02-20T00:00:00Z');
  at('2026-04-01T00:00:00Z');
  issueAll();
  expect(statements().map(([, , total]) => total)).toEqual([8400, 4200]);
  expect(checkCredit()).toEqual([]);
});

it('show seller, buyer, tax and every entry as page, CSV and PDF, in any script', async () => {
  const { office, issuer, verifier, draw } = await withCredit();
  setSellerDetails(
    office.browser,
    parseInput(sellerSchema, {
      name: 'Süd Akademie',
      address: 'München',
      taxId: 'DE 1',
      taxRate: '19',
    }),
  );
  sqlite()
    .prepare('update users set company = ?, tax_id = ? where id = ?')
    .run('=株式会社', 'JP 7', verifier.id);
  const [drawn, refunded] = [await draw('2026-01-11T10:00:00Z'), await draw('2026-01-12T10:00:00Z')];
  await refundAsSuperAdmin(office.browser, refunded.paymentId, { reason: 'Paid by mistake' });
  at('2026-02-01T00:00:00Z');
  issueAll();
  const url = `/payments/statements/${idOf('2026-01')}`;
  const page = await read(url, verifier);
  const facts = ['S-000001', 'January 2026', 'Süd Akademie', 'DE 1', 'JP 7', '$670.59', '$4,200 USD'];
  for (const text of [...facts, '=株式会社', drawn.uniqueId, 'R-000002', 'C-000001', '-$4,200'])
    expect(page).toContain(text);
  const csv = await read(`${url}/csv`, verifier);
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  expect(csv).toContain(
    `"S-000001","2026-01-11T10:00:00.000Z","Verification of certificate ${drawn.uniqueId}","R-000001","${drawn.paymentId}","4200","","670.59","","USD"`,
  );
  expect(csv).toContain('"C-000001","');
  expect(csv).toContain('"","4200","","670.59","USD"');
  const pdf = await fetchPage(`${url}/pdf`, { cookie: verifier.cookie });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const { info } = await (await openPdf(bytes)).getMetadata();
  expect(info).toMatchObject({ Keywords: expect.stringContaining('=株式会社') });
  const text = await textOfPdf(bytes);
  for (const wanted of [
    'Statement S-000001',
    'January 2026',
    drawn.uniqueId,
    'C-000001',
    '-$4,200',
    'DE 1',
    '$4,200 USD',
  ])
    expect(text).toContain(wanted);
  const etag = pdf.headers.get('etag') ?? '';
  const again = await fetchPage(`${url}/pdf`, {
    cookie: verifier.cookie,
    headers: { 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
  // A later change of the seller's name does not change the statement.
  setSellerDetails(office.browser, { name: 'Nord Akademie' });
  expect(await read(url, verifier)).toContain('Süd Akademie');
  expect(await read(url, office)).toContain(`href="/superadmin/credit/${verifier.id}"`);
  for (const path of [url, `${url}/csv`, `${url}/pdf`]) {
    expect((await fetchPage(path, { cookie: issuer.cookie })).status).toBe(404);
    expect((await fetchPage(path, { cookie: office.cookie })).status).toBe(200);
  }
});

it('free their credit once when they are marked as paid, besides later refunds', async () => {
  const { office, issuer, draw, path } = await withCredit(8400);
  const [first] = [await draw('2026-01-11T10:00:00Z'), await draw('2026-01-12T10:00:00Z')];
  const pay = async (time: string) => (await draw(time)).paymentId;
  await expect(pay('2026-01-13T10:00:00Z')).rejects.toThrow('does not cover');
  at('2026-02-01T00:00:00Z');
  issueAll();
  await refundAsSuperAdmin(office.browser, first?.paymentId ?? '', { reason: 'Paid by mistake' });
  expect(owed()).toBe(4200);
  const settle = (statement: string, { cookie } = office) =>
    fetchPage(path, { cookie, form: { intent: 'settle', statement } });
  expect(await read(path, office)).toContain('Mark as paid');
  const sent = await Promise.all([1, 2].map(() => settle(idOf('2026-01'))));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 409]);
  expect(owed()).toBe(-4200);
  expect((await settle('none')).status).toBe(404);
  expect((await settle(idOf('2026-01'), issuer)).status).toBe(403);
  const page = await read(path, office);
  for (const text of ['Settled 01/02/2026', 'Statement S-000001', '-$4,200']) expect(page).toContain(text);
  for (const time of ['2026-02-03T10:00:00Z', '2026-02-04T10:00:00Z']) await pay(time);
  at('2026-03-01T00:00:00Z');
  issueAll();
  expect(statements().at(-1)).toEqual([2, '2026-02', 4200]);
  expect(checkCredit()).toEqual([]);
});

it('are listed for the account with the remaining credit, and settled at once if the total is zero', async () => {
  const { office, verifier, draw } = await withCredit();
  const { paymentId } = await draw('2026-01-11T10:00:00Z');
  await refundAsSuperAdmin(office.browser, paymentId, { reason: 'Paid by mistake' });
  at('2026-02-01T00:00:00Z');
  issueAll();
  expect(await read('/payments', verifier)).toContain('href="/payments/statements"');
  const page = await read('/payments/statements', verifier);
  for (const text of ['$50,000', 'S-000001', 'January 2026', '$0', 'Settled 01/02/2026'])
    expect(page).toContain(text);
  const stranger = await makeVerifier();
  expect(await read('/payments', stranger)).not.toContain('/payments/statements');
  expect(await read('/payments/statements', stranger)).toContain('No statements yet');
});

it('print large totals with their currency', async () => {
  const { verifier, draw } = await withCredit();
  await draw('2026-01-11T10:00:00Z');
  sqlite().exec('update credit_entries set amount_minor = 999999950, owed_minor = amount_minor');
  at('2026-02-01T00:00:00Z');
  issueAll();
  const pdf = await fetchPage(`/payments/statements/${idOf('2026-01')}/pdf`, { cookie: verifier.cookie });
  expect(await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).toContain('$9,999,999.50 USD');
});

it('are compared with the ledger by fsck', async () => {
  const { office, verifier, draw } = await withCredit();
  for (const month of ['01', '02', '03']) await draw(`2026-${month}-11T10:00:00Z`);
  at('2026-03-12T00:00:00Z');
  issueAll();
  settleStatement(office.browser, verifier.id, { statement: idOf('2026-01') });
  expect(checkCredit()).toEqual([]);
  const damaged = (damage: string) => {
    sqlite().exec('begin');
    sqlite().exec(damage);
    const problems = checkCredit();
    sqlite().exec('rollback');
    return problems;
  };
  const last = sqlite().prepare('select max(through_seq) from credit_statements').pluck().get();
  expect(damaged('update credit_accounts set stated_seq = 1')).toEqual([
    `credit of ${verifier.id}: statements end at entry ${last}, but 1 is stored`,
  ]);
  // The second statement now also contains the first one's draw.
  expect(
    damaged('update credit_statements set after_seq = 0, total_minor = total_minor * 2 where number = 2'),
  ).toEqual([expect.stringMatching(/^statement 2 begins after entry 0 instead of \d+$/)]);
  expect(damaged('update credit_statements set tax_minor = 7 where number = 2')).toEqual([
    'statement 2 says 420000 with 7 tax, its entries 420000 with 0',
  ]);
  const paidAs = 'update credit_statements set settled_at';
  expect(damaged(`${paidAs} = null where number = 1`)).toEqual([
    'statement 1 is open, but 420000 is settled in the ledger',
  ]);
  expect(damaged(`${paidAs} = 1 where number = 2`)).toEqual([
    'statement 2 of 420000 is settled, but 0 is settled in the ledger',
  ]);
});

it('page through hundreds of entries', async () => {
  const { verifier, draw } = await withCredit();
  await draw('2026-01-11T10:00:00Z');
  sqlite().exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
    insert into credit_entries (user_id, kind, amount_minor, limit_minor, owed_minor, title, at)
    select user_id, 'draw', 100, limit_minor, 0, 'Course ' || i || ' of Ünal', at from credit_entries, n
    where kind = 'draw'`);
  sqlite().exec('update credit_accounts set owed_minor = owed_minor + 60000');
  at('2026-02-01T00:00:00Z');
  issueAll();
  const url = `/payments/statements/${idOf('2026-01')}`;
  const first = await read(url, verifier);
  expect(first).toContain('Course 49 of');
  expect(first).not.toContain('Course 50 of');
  const cursor = /cursor=(\w+)/.exec(first)?.[1];
  const second = await read(`${url}?cursor=${cursor}`, verifier);
  expect(second).toContain('Course 50 of');
  expect((await read(`${url}/csv`, verifier)).trim().split('\r\n')).toHaveLength(602);
  const pdf = await fetchPage(`${url}/pdf`, { cookie: verifier.cookie });
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const { numPages } = await openPdf(bytes);
  expect(await textOfPdf(bytes, numPages)).toContain('Course 600 of');
  expect((await fetchPage(`${url}?cursor=x`, { cookie: verifier.cookie })).status).toBe(400);
});
