import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

const FOLDER = 'migrations';
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

/** Creates a database with the schema before a migration, and a function that runs the migration. */
function before(migration: string) {
  const database = new Database(':memory:');
  const run = (name: string) => {
    for (const statement of readFileSync(join(FOLDER, name), 'utf8').split('--> statement-breakpoint'))
      database.exec(statement);
  };
  const index = NAMES.findIndex((name) => name.endsWith(migration));
  NAMES.slice(0, index).forEach(run);
  database.pragma('foreign_keys = OFF');
  return { database, migrate: () => run(NAMES[index] ?? '') };
}

it('disputes that were recorded by their sentence have a code', () => {
  const { database, migrate } = before('codes-of-disputes.sql');
  const insert = database.prepare(
    "insert into payment_events (payment_id, state, detail, at) values ('p', 'paid', ?, 1)",
  );
  insert.run('The dispute was lost.');
  insert.run('La contestation a été perdue.');
  insert.run('By mistake');
  insert.run(null);
  migrate();
  expect(database.prepare('select detail from payment_events order by seq').pluck().all()).toEqual([
    'dispute-lost',
    'dispute-lost',
    'By mistake',
    null,
  ]);
});

it('brands of cards that were stored as words have a code', () => {
  const { database, migrate } = before('codes-of-cards.sql');
  const insert = database.prepare(`insert into payments
    (id, payer_id, state, amount_minor, currency, card_brand, gateway, created_at)
    values (?, 'payer', 'failed', 1, 'USD', ?, 'sandbox', 1)`);
  for (const word of ['Visa', 'Mastercard', 'American Express', 'Card', 'Karte', '银行卡', null])
    insert.run(String(word), word);
  migrate();
  expect(database.prepare('select card_brand from payments order by seq').pluck().all()).toEqual([
    'visa',
    'mastercard',
    'american-express',
    'card',
    'card',
    'card',
    null,
  ]);
});

it('refunds and failures that were stored as sentences have a code', () => {
  const { database, migrate } = before('codes-of-refunds.sql');
  database.exec(`insert into payments (id, payer_id, state, amount_minor, currency, gateway, decline_message, created_at)
      values ('p', 'payer', 'paid', 420000, 'USD', 'stripe', 'Votre carte a été refusée.', 1);
    insert into credit_notes (id, number, payment_id, issued_at, amount_minor, tax_minor, cause, reason)
      values ('n1', 1, 'p', 11, 100000, 0, 'refund', 'r'), ('n2', 2, 'p', 9000, 50000, 0, 'refund', 'r')`);
  const event = database.prepare(
    'insert into payment_events (payment_id, state, detail, at) values (?, ?, ?, ?)',
  );
  event.run('p', 'paid', '1.000 $ von 4.200 $ wurden beim Zahlungsanbieter erstattet.', 10);
  event.run('p', 'paid', '$1500 of $4200 was refunded at the payment provider.', 9000);
  event.run('p', 'refunded', 'As asked: $1 of $2 was refunded at the payment provider.', 9001);
  const refund = database.prepare(
    'insert into refunds (payment_id, reason, requested_at, next_attempt_at) values (?, ?, 1, 1)',
  );
  const reasons = [
    ['Il a été remboursé chez le prestataire de paiement.', 'refunded-at-provider'],
    ['Der Kurs wurde entfernt, bevor die Zahlung einging.', 'course-removed-before|payment'],
    ['优惠券在争议胜诉之前已用完。', 'coupon-used-up-before|dispute'],
    ['The course was removed.', 'course-removed'],
    ['Se retiró el curso del catálogo. Motivo: Sin licencia | 2', 'course-unpublished|Sin licencia | 2'],
    ['By mistake', 'By mistake'],
  ] as const;
  for (const [index, [sentence]] of reasons.entries()) refund.run(`p${index}`, sentence);
  migrate();
  expect(database.prepare('select reason from refunds order by payment_id').pluck().all()).toEqual(
    reasons.map(([, code]) => code),
  );
  expect(database.prepare('select detail from payment_events order by seq').pluck().all()).toEqual([
    'refunded-part|100000|420000',
    'refunded-part|150000|420000',
    'As asked: $1 of $2 was refunded at the payment provider.',
  ]);
  expect(database.prepare('select decline_message from payments').pluck().all()).toEqual(['card-declined']);
  database.close();
});

it('deleted accounts that had a name in a language have none, and their look-ups stay in the index', () => {
  const { database, migrate } = before('deleted-names.sql');
  database.exec(`insert into users (id, name, username, role, password_hash, created_at, deleted_at)
      values ('a', 'Compte supprimé', 'deleted-a', 'individual', '', 1, 2), ('b', '已删除的账户', 'b', 'individual', '', 1, null);
    insert into users (id, name, username, role, password_hash, created_at, deleted_at)
      values ('c', 'École', 'c', 'admin', '', 1, 2);
    insert into certificates (id, unique_id, issuer_id, issuer_username, issuer_name, student_name, student_email, course_name, issue_date, layout_version, created_at)
      values ('c1', '7K3M9QZX2HVB4TND', 'c', 'ecole', 'École', 'Grace', 'grace@example.org', 'Engines', '2026-01-01', 1, 1);
    insert into verifications (id, verifier_id, certificate_id, issuer_id, looked_up_at) values ('v1', 'a', 'c1', 'c', 1)`);
  migrate();
  expect(database.prepare('select name from users order by id').pluck().all()).toEqual([
    '',
    '已删除的账户',
    'École',
  ]);
  expect(database.prepare('select user_id, until_seq, text from former_verifier_texts').raw().all()).toEqual([
    ['a', 1, 'Compte supprimé'],
  ]);
  database.close();
});

it('problems of rows that were stored as sentences have a code', () => {
  const { database, migrate } = before('codes-of-rows.sql');
  const insert = database.prepare(`insert into batch_rows
    (batch_seq, line, student_email, student_name, course_name, issue_date, allow_duplicate, errors) values (1, ?, '', '', '', '', 0, ?)`);
  const problems = [
    [
      {
        row: [
          'Dieses Zertifikat konnte nicht gespeichert werden. Versuchen Sie es in einem anderen Stapel erneut.',
        ],
      },
      { row: ['not-stored'] },
    ],
    [{ studentEmail: ['使用此邮箱的持有人的信息已被抹除。'] }, { studentEmail: ['holder-erased'] }],
    [
      {
        studentEmail: [
          'Diese Person hat bereits ein gültiges Zertifikat für den Kurs: \u20687K3M-9QZX-2HVB-4TND\u2069.',
        ],
      },
      { studentEmail: ['duplicate|7K3M-9QZX-2HVB-4TND'] },
    ],
    [
      { studentEmail: ['Line 12 has the same student, email and course.'] },
      { studentEmail: ['same-as-line|12'] },
    ],
    [
      { studentEmail: ['Email is required.'], studentName: ['x'] },
      { studentEmail: ['Email is required.'], studentName: ['x'] },
    ],
  ] as const;
  for (const [index, [sentence]] of problems.entries()) insert.run(index, JSON.stringify(sentence));
  insert.run(99, null);
  migrate();
  const after = database.prepare('select errors from batch_rows order by line').pluck().all();
  expect(after.map((errors) => errors && JSON.parse(String(errors)))).toEqual([
    ...problems.map(([, code]) => code),
    null,
  ]);
  database.close();
});
