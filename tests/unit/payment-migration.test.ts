import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

const FOLDER = 'migrations';
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

it('payments of earlier versions keep their outcome, receipt and payer, and get a history', () => {
  const database = new Database(':memory:');
  const run = (name: string) => {
    for (const statement of readFileSync(join(FOLDER, name), 'utf8').split('--> statement-breakpoint'))
      database.exec(statement);
  };
  const index = NAMES.findIndex((name) => name.endsWith('payment-states.sql'));
  NAMES.slice(0, index).forEach(run);
  database.pragma('foreign_keys = OFF');
  database.exec(`insert into verifications (id, verifier_id, certificate_id, issuer_id, looked_up_at) values
    ('v1', 'payer', 'c1', 'issuer', 1), ('v2', 'payer', 'c2', 'issuer', 1)`);
  const insert = database.prepare(`insert into payments
    (id, verification_id, state, receipt_number, amount_minor, currency, card_brand, card_last4, gateway, decline_message, created_at, settled_at)
    values (?, ?, ?, ?, 420000, 'USD', 'Visa', '4242', 'sandbox', ?, 10, 20)`);
  insert.run('declined', 'v1', 'declined', null, 'Your card was declined.');
  insert.run('abandoned', 'v1', 'abandoned', null, null);
  insert.run('succeeded', 'v1', 'succeeded', 7, null);
  insert.run('intent', 'v2', 'intent', null, null);
  run(NAMES[index] ?? '');
  expect(
    database.prepare('select id, payer_id, state, receipt_number from payments order by seq').raw().all(),
  ).toEqual([
    ['declined', 'payer', 'failed', null],
    ['abandoned', 'payer', 'expired', null],
    ['succeeded', 'payer', 'paid', 7],
    ['intent', 'payer', 'created', null],
  ]);
  const history = database.prepare(
    'select payment_id, state, detail, at from payment_events order by payment_id, seq',
  );
  expect(history.raw().all()).toContainEqual(['declined', 'failed', 'Your card was declined.', 20]);
  expect(history.raw().all()).toHaveLength(7);
  database.close();
});
