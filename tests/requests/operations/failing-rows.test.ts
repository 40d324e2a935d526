import { expect, it, vi } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { remindStep } from '#app/certificates/remind.server.ts';
import { countOpen, opensOf } from '#app/certificates/share-opens.server.ts';
import { addressTakenMail } from '#app/mail/account-mails.server.ts';
import { DeliveryResults } from '#app/mail/delivery-results.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { issueStatementsStep } from '#app/payments/credit/issue-statements.server.ts';
import { checkOpenPayments, reconcilePayments } from '#app/payments/reconcile.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { db, sqlite, transaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  csvOf,
  giveCredit,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
  payWith,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const DAY_MS = 86_400_000;
const column = (query: string) => sqlite().prepare(query).pluck().all();

/** Makes writes to a table fail for some rows, as a row that nobody foresaw would. */
const breakRows = (table: string, condition: string) =>
  sqlite().exec(
    `create trigger broken before insert on ${table} when ${condition} begin select raise(abort, 'broken'); end`,
  );
const repair = () => sqlite().exec('drop trigger broken');

/** Leaves three charged payments open, of which the first cannot be settled. */
async function openPayments() {
  const issuer = await makeIssuer();
  const payers = [await makeVerifier(), await makeVerifier(), await makeVerifier()] as const;
  const { uniqueId } = await makeCertificate(issuer);
  breakRows('receipts', 'true');
  for (const payer of payers) await expect(payFor(payer, uniqueId)).rejects.toThrow('broken');
  repair();
  breakRows('receipts', `new.payment_id = (select id from payments where payer_id = '${payers[0].id}')`);
  return { payers, uniqueId };
}

const states = () => column('select state from payments order by seq');

it('the repair of payments at start goes on past one that cannot be settled', async () => {
  await openPayments();
  await reconcilePayments();
  expect(states()).toEqual(['created', 'paid', 'paid']);
  repair();
  await reconcilePayments();
  expect(states()).toEqual(['paid', 'paid', 'paid']);
});

it('the check of open payments goes on past one that cannot be settled', async () => {
  await openPayments();
  const later = now() + DAY_MS;
  setClock(() => later);
  await checkOpenPayments();
  expect(states()).toEqual(['created', 'paid', 'paid']);
});

it('attempts to pay again count while a charge cannot be settled', async () => {
  testEnvironment({ RATE_LIMITS: 'on' });
  const { payers, uniqueId } = await openPayments();
  const again = async ({ token }: Person) =>
    (await fetchApi('cert/verify/payment', { token, json: { ...paymentInput(uniqueId), uniqueId } })).status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) statuses.push(await again(payers[0]));
  expect([statuses[0], statuses.at(-1)]).toEqual([500, 429]);
  for (let attempt = 0; attempt < 12; attempt += 1) expect(await again(payers[1])).toBe(200);
});

it('sweeps go on past rows that cannot be deleted', async () => {
  const issuers = [await makeIssuer(), await makeIssuer()] as const;
  const batches = [await makeBatch(issuers[0]), await makeBatch(issuers[1])] as const;
  const people = sqlite().prepare(
    `insert into users (id, name, email, username, role, password_hash, created_at)
     values (?, 'P', ?, ?, 'individual', '', 0)`,
  );
  for (const name of ['anna', 'berta', 'carl']) people.run(name, `${name}@x.example`, name);
  sqlite().exec(`
    create temp trigger stuck_account before delete on users when old.id = 'berta' begin select raise(abort, 'stuck'); end;
    create temp trigger stuck_row before delete on batch_rows
      when old.batch_seq = 1 and old.line = 3
      begin select raise(abort, 'stuck'); end;`);
  setClock(() => Date.now() + 31 * DAY_MS);
  for (let run = 0; run < 6; run += 1) while (sweepStep());
  expect(column("select id from users where id in ('anna', 'berta', 'carl')")).toEqual(['berta']);
  expect(column('select id from batches')).toEqual([batches[0].id]);
  sqlite().exec('drop trigger stuck_account; drop trigger stuck_row');
});

it('reminders go on past a certificate that fails', async () => {
  const issuer = await makeIssuer();
  remindStep();
  const today = now();
  const expiryDate = new Date(today + 61 * DAY_MS).toISOString().slice(0, 10);
  for (const name of ['anna', 'berta', 'carl'])
    await makeCertificate(issuer, { studentEmail: `${name}@x.example`, expiryDate });
  sqlite().exec('delete from outbox');
  breakRows('outbox', "new.to_address = 'berta@x.example'");
  setClock(() => today + 2 * DAY_MS);
  for (let failed = 0; failed < 2; failed += 1) expect(() => remindStep()).toThrow('broken');
  while (remindStep());
  expect(column("select to_address from outbox where to_address like '%@x.example' order by 1")).toEqual([
    'anna@x.example',
    'carl@x.example',
  ]);
  expect(column('select count(*) from certificate_reminders')).toEqual([2]);
});

it('reminders of both kinds go on past a certificate that fails', async () => {
  const issuer = await makeIssuer();
  remindStep();
  const today = now();
  const inDays = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  for (const name of ['dora', 'emil', 'finn'])
    await makeCertificate(issuer, { studentEmail: `${name}@x.example`, expiryDate: inDays(8) });
  await makeCertificate(issuer, { studentEmail: 'gerda@x.example', expiryDate: inDays(61) });
  sqlite().exec('delete from outbox');
  breakRows('outbox', "new.to_address = 'emil@x.example'");
  setClock(() => today + 2 * DAY_MS);
  for (let failed = 0; failed < 2; failed += 1) expect(() => remindStep()).toThrow('broken');
  while (remindStep());
  expect(column("select to_address from outbox where to_address like '%@x.example' order by 1")).toEqual([
    'dora@x.example',
    'finn@x.example',
    'gerda@x.example',
  ]);
});

it('the rows of a batch need no savepoint each', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(5));
  startBatch(issuer.actor, id);
  let savepoints = 0;
  const { transaction: begin } = sqlite();
  const transactions = vi.spyOn(sqlite(), 'transaction').mockImplementation((work) => {
    if (sqlite().inTransaction) savepoints += 1;
    return begin.call(sqlite(), work);
  });
  await issueBatches();
  expect(transactions).toHaveBeenCalled();
  expect(column('select issued from batches')).toEqual([5]);
  expect(savepoints).toBe(0);
});

it('a batch goes on past a row that cannot be stored, and its issuer sees which', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(5));
  startBatch(issuer.actor, id);
  breakRows('certificates', "new.student_email like 'student2@%'");
  for (let failed = 0; failed < 2; failed += 1) await expect(issueBatches()).rejects.toThrow('broken');
  await issueBatches();
  expect(column("select status || ' ' || issued || ' ' || failed from batches")).toEqual(['done 4 1']);
  const page = await (await fetchPage(`/admin/batches/${id}`, { cookie: issuer.cookie })).text();
  expect(page).toContain('This certificate could not be stored. Please try again in another batch.');
});

it('delivery results are written past one that cannot be', () => {
  const results = new DeliveryResults();
  for (const name of ['anna', 'berta', 'carl'])
    transaction((tx) => enqueueMail(tx, addressTakenMail(`${name}@x.example`)));
  sqlite().exec(
    "create temp trigger stuck before update on outbox when old.to_address like 'berta%' begin select raise(abort, 'stuck'); end",
  );
  for (const row of db().select().from(outbox).all()) results.addDelivered(row);
  expect(results.write()).toEqual(['anna@x.example', 'carl@x.example']);
  expect(results.write()).toBe(null);
  sqlite().exec('drop trigger stuck');
  expect(results.write()).toEqual(['berta@x.example']);
});

it('statements go on past an account that fails, which the next run tries again', async () => {
  testEnvironment({ PAYMENT_GATEWAY: 'invoice' });
  const [office, issuer] = [await makeSuperAdmin(), await makeIssuer()];
  const debtors = [await makeVerifier(), await makeVerifier(), await makeVerifier()] as const;
  for (const debtor of debtors) {
    giveCredit(office, debtor, 50_000);
    const { uniqueId } = await makeCertificate(issuer);
    await payWith(debtor.actor, { uniqueId, gateway: 'invoice' });
  }
  const later = now() + 40 * DAY_MS;
  setClock(() => later);
  breakRows('credit_statements', `new.user_id = '${debtors[0].id}'`);
  const failed = new Set<string>();
  while (issueStatementsStep(failed));
  const stated = () => column('select user_id from credit_statements').toSorted();
  expect([stated(), [...failed]]).toEqual([[debtors[1].id, debtors[2].id].toSorted(), [debtors[0].id]]);
  repair();
  while (issueStatementsStep());
  expect(stated()).toEqual(debtors.map(({ id }) => id).toSorted());
});

it('openings of shared pages are stored past one that fails', async () => {
  const issuer = await makeIssuer();
  for (let n = 0; n < 3; n += 1) await makeCertificate(issuer);
  const ids = column('select id from certificates order by seq').map(String);
  for (const id of ids) countOpen(id);
  breakRows('share_opens', `new.certificate_id = '${ids[1]}'`);
  const stored = () => ids.map((id) => opensOf(id).total);
  stored();
  expect(stored()).toEqual([1, 0, 1]);
  repair();
});
