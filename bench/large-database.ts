/**
 * Creates databases with any number of certificates for benchmarks, and keeps each in the folder for temporary files for the next run.
 * The rows are like those of the product, except that all credentials have one signature, which is valid for none of them.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexSome } from '#app/certificates/search-index.server.ts';
import { formatUniqueId, uniqueIdFromBytes } from '#app/certificates/unique-id.ts';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { badgeDocument, type CertificateFacts } from '#app/credentials/badge.server.ts';
import {
  credentialUrl,
  releaseCredential,
  signCredential,
  statusListUrl,
} from '#app/credentials/certificate-credential.server.ts';
import { appendDigest, digestOf } from '#app/log/append-entry.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { foundOrganisations } from '#tests/support/organisations.ts';
import { IS_SMALLEST } from './size.ts';

/** Increase this version when the schema or the data changes, so that benchmarks do not reuse older files. */
const VERSION = 8;

const ISSUERS = 10;
const DAY_MS = 86_400_000;
/** The certificates were issued over the last three years, and every third is valid for two years. */
const YEARS = 3;
const VERIFIED_EVERY = 10;
const REVOKED_EVERY = 97;
/** The number of rows in each batch. Every other certificate comes from a batch. */
const BATCH_ROWS = 5_000;
/** The number of certificates in one transaction. */
const CHUNK = 20_000;
const STATUS_LIST_FILLED = 65_536;

const FIRST = ['Ingrid', 'Amara', 'Maximiliane', 'Zoë', 'Fatima', 'Jürgen', 'Anna', 'María', 'José', 'Wei'];
const LAST = Array.from({ length: 3_000 }, (_, index) => `Fam${index.toString(36)}sen`);
const COURSES = [
  'Distributed Systems',
  'Cloud Operations',
  'Introduction to Programming',
  'Machine Learning',
  'Cryptography',
];
/** Every 2,000th certificate is for this course. */
export const RARE_COURSE = 'Campanology';
/** The indexes of these tables are created after their rows. */
const INDEXED_LATER = ['certificates', 'verifications', 'payments', 'batch_rows', 'outbox'];

export type LargeDatabase = { folder: string; file: string; certificates: number };

/** Returns the environment for this process and for servers on a large database. */
export const environmentOf = ({ folder, file }: LargeDatabase) => ({
  NODE_ENV: 'test',
  RATE_LIMITS: 'off',
  SESSION_SECRET: 'a secret of the tests, long enough to be one',
  DATABASE_FILE: file,
  KEYS_DIR: join(folder, 'keys'),
  UPLOADS_DIR: join(folder, 'uploads'),
});

function insertPeople() {
  const insert = sqlite().prepare(
    `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
     values (?, ?, ?, ?, ?, '-', 1, 1)`,
  );
  const approve = sqlite().prepare(
    `insert into issuer_decisions (user_id, decision, decided_at) values (?, 'approved', 1)`,
  );
  const person = (name: string, role: string, email: string | null) => {
    const id = newId();
    insert.run(id, name, email, name.toLowerCase().replaceAll(' ', ''), role);
    return id;
  };
  const issuers = Array.from({ length: ISSUERS }, (_, index) => {
    const id = person(`Issuer ${index}`, 'admin', `issuer${index}@bench.example`);
    approve.run(id);
    return id;
  });
  foundOrganisations();
  const verifiers = [
    person('Verifier', 'corporate', 'verifier@bench.example'),
    person('Other Verifier', 'individual', 'other@bench.example'),
  ];
  const registrar = person('Registrar', 'superadmin', null);
  return { issuers, verifiers, registrar };
}

type People = ReturnType<typeof insertPeople>;
/** A place in a status list. */
type Place = { list: number; index: number };

/** Drops the indexes and triggers of the large tables, and returns a function that creates them again. */
function withoutIndexes(): () => void {
  const found = sqlite()
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and type in ('index', 'trigger')
       and tbl_name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(INDEXED_LATER)) as { type: string; name: string; sql: string }[];
  for (const { type, name } of found) sqlite().exec(`drop ${type} "${name}"`);
  return () => {
    for (const { sql } of found) sqlite().exec(sql);
  };
}

const statements = () => ({
  certificate: sqlite().prepare(
    `insert into certificates (seq, id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
       course_name, issue_date, expiry_date, layout_version, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
  ),
  credential: sqlite().prepare(
    'insert into certificate_credentials (certificate_seq, bytes, status_list, status_index) values (?, ?, ?, ?)',
  ),
  statusList: sqlite().prepare('insert into status_lists (issuer_id) values (?) returning number').pluck(),
  batch: sqlite()
    .prepare(
      `insert into batches (id, issuer_id, file_name, status, total, issued, failed, created_at, started_at, ended_at)
       values (?, ?, 'class.csv', 'done', ?, ?, 0, ?, ?, ?) returning seq`,
    )
    .pluck(),
  batchRow: sqlite().prepare(
    `insert into batch_rows (batch_seq, line, student_email, student_name, course_name, issue_date, allow_duplicate, certificate_id)
     values (?, ?, ?, ?, ?, ?, 0, ?)`,
  ),
  mail: sqlite().prepare(
    `insert into outbox (id, to_address, to_name, subject, text, html, lane, created_at, attempts, delivered_at, certificate_seq, issuer_id)
     values (?, ?, ?, 'Your certificate', '', '', 2, ?, 1, ?, ?, ?)`,
  ),
});

/** Returns a function that assigns the indexes in each issuer's status lists, in the order of issuing. */
function statusIndexes(insertList: ReturnType<typeof statements>['statusList']) {
  const used = new Map<string, { list: number; used: number }>();
  return (issuer: string): Place => {
    let current = used.get(issuer);
    if (!current || current.used === STATUS_LIST_FILLED) {
      current = { list: insertList.get(issuer) as number, used: 0 };
      used.set(issuer, current);
    }
    current.used += 1;
    // Multiplication by an odd number visits every index of the list once.
    return { list: current.list, index: (current.used * 40_503) % (2 * STATUS_LIST_FILLED) };
  };
}

/** Signs a credential, and returns a function that gives its signature to the credential of another certificate. */
async function credentialTemplate(issuerId: string) {
  const facts = {
    studentName: 'Maximiliane Fam123sen',
    studentEmail: 'student123456@university.example',
    courseName: 'Introduction to Programming',
    issueDate: '2026-01-31',
    expiryDate: '2028-01-31',
  };
  const uniqueId = formatUniqueId(uniqueIdFromBytes(randomBytes(10)));
  const signed = await signCredential({ ...facts, uniqueId, issuerId, issuerName: 'Issuer 0' });
  releaseCredential(signed);
  const { issuer, proof } = JSON.parse(Buffer.from(signed.bytes).toString());
  const salt = randomBytes(16).toString('base64url');
  return (certificate: CertificateFacts & { uniqueId: string; issuerName: string }, place: Place) => {
    const document = badgeDocument({
      ...certificate,
      id: credentialUrl(formatUniqueId(certificate.uniqueId)),
      issuer: { id: issuerId, did: issuer.id, name: certificate.issuerName },
      salt,
      statusList: statusListUrl(place.list),
      statusIndex: place.index,
    });
    return Buffer.from(JSON.stringify({ ...document, proof }));
  };
}

async function insertCertificates(count: number, { issuers }: People) {
  const credentialFor = await credentialTemplate(issuers[0] ?? '');
  const { certificate, credential, statusList, batch, batchRow, mail } = statements();
  const nextStatusIndex = statusIndexes(statusList);
  const now = Date.now();
  const from = now - YEARS * 365 * DAY_MS;
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  let [batchSeq, line] = [0, BATCH_ROWS];
  for (let start = 0; start < count; start += CHUNK) {
    transaction((tx) => {
      for (let index = start; index < Math.min(count, start + CHUNK); index += 1) {
        const seq = index + 1;
        const id = newId();
        const uniqueId = uniqueIdFromBytes(randomBytes(10));
        // The first issuer has half of the certificates; the others share the rest.
        const owner = index % 2 === 0 ? 0 : 1 + (((index - 1) / 2) % (ISSUERS - 1));
        const issuer = issuers[owner] ?? '';
        const at = Math.floor(from + ((now - from) * seq) / (count + 1));
        const name = `${FIRST[index % FIRST.length]} ${LAST[(index * 7_919) % LAST.length]}`;
        // Every student has two certificates.
        const email = `student${index >> 1}@university.example`;
        const course = index % 2_000 === 0 ? RARE_COURSE : (COURSES[index % COURSES.length] ?? '');
        const issued = date(at);
        const expires = index % 3 === 0 ? date(at + 2 * 365 * DAY_MS) : null;
        certificate.run(
          seq,
          id,
          uniqueId,
          issuer,
          `Issuer ${owner}`,
          `issuer${owner}`,
          name,
          email,
          course,
          issued,
          expires,
          at,
        );
        const status = nextStatusIndex(issuer);
        const bytes = credentialFor(
          {
            uniqueId,
            issuerName: `Issuer ${owner}`,
            studentName: name,
            studentEmail: email,
            courseName: course,
            issueDate: issued,
            expiryDate: expires,
          },
          status,
        );
        credential.run(seq, bytes, status.list, status.index);
        appendDigest(tx, 'issue', digestOf(bytes), seq);
        if (owner === 0) {
          if (line === BATCH_ROWS) {
            const size = Math.min(BATCH_ROWS, Math.ceil((count - index) / 2));
            batchSeq = batch.get(newId(), issuer, size, size, at, at, at) as number;
            line = 0;
          }
          line += 1;
          batchRow.run(batchSeq, line + 1, email, name, course, issued, id);
        }
        // The outbox keeps messages for 30 days.
        if (now - at < 30 * DAY_MS) mail.run(newId(), email, name, at, at, seq, issuer);
      }
    });
  }
}

/** Inserts revocations, verifications and payments for some of the certificates. */
function insertEvents({ verifiers, registrar }: People) {
  sqlite()
    .prepare(
      `insert into certificate_revocations (certificate_id, certificate_seq, issuer_id, reason, revoked_by, revoked_at)
       select id, seq, issuer_id, 'Issued by mistake', issuer_id, created_at from certificates where seq % ${REVOKED_EVERY} = 0`,
    )
    .run();
  // Half of the verifications are paid.
  sqlite()
    .prepare(
      `insert into verifications (id, verifier_id, certificate_id, issuer_id, student_email, course_name, looked_up_at)
       select lower(hex(randomblob(16))), iif(seq / ${VERIFIED_EVERY} % 4 = 3, @other, @verifier), id, issuer_id, student_email,
         course_name, created_at
       from certificates where seq % ${VERIFIED_EVERY} = 1 order by seq`,
    )
    .run({ verifier: verifiers[0], other: verifiers[1] });
  sqlite().exec(
    `insert into payments (id, payer_id, verification_id, state, receipt_number, amount_minor, currency, card_brand, card_last4,
       gateway, gateway_reference, created_at, settled_at)
     select lower(hex(randomblob(16))), verifier_id, id, 'paid', row_number() over (order by seq), 420000, 'USD', 'Visa', '4242',
       'sandbox', lower(hex(randomblob(8))), looked_up_at, looked_up_at from verifications where seq % 2 = 1 order by seq;
     update verifications set paid_at = looked_up_at,
       payment_id = (select p.id from payments p where p.verification_id = verifications.id) where seq % 2 = 1;`,
  );
  sqlite()
    .prepare(
      `insert into refunds (payment_id, reason, requested_by, requested_at, completed_at, next_attempt_at)
       select id, 'By mistake', ?, settled_at, settled_at, settled_at from payments where seq % 50 = 0`,
    )
    .run(registrar);
  sqlite().exec("update payments set state = 'refunded' where seq % 50 = 0");
}

/** Fills the counters that triggers would have updated (migrations/0016_issuer-days.sql, 0028_count-rows-by-state.sql). */
function fillCounters() {
  sqlite().exec(
    `insert into issuer_days (issuer_id, day, issued, expiring)
     select issuer_id, day, sum(issued), sum(expiring) from (
       select issuer_id, issue_date as day, 1 as issued, 0 as expiring from certificates
       union all select issuer_id, expiry_date, 0, 1 from certificates where expiry_date is not null)
     group by issuer_id, day;
     insert or replace into row_counts (subject, state, count) select 'batches', status, count(*) from batches group by status;
     insert or replace into row_counts (subject, state, count) select 'mail ' || lane, 'sent', count(*) from outbox group by lane;`,
  );
}

/** SQLite need not wait for the disk, because the next run discards an incomplete database. */
const FAST_PRAGMAS = [
  'synchronous = OFF',
  'cache_size = -1000000',
  'foreign_keys = OFF',
  'secure_delete = OFF',
];

async function make(database: LargeDatabase) {
  const timed = async (name: string, work: () => unknown) => {
    const started = performance.now();
    await work();
    console.log(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  };
  connectDomains();
  openDatabase(database.file);
  migrateDatabase();
  for (const pragma of FAST_PRAGMAS) sqlite().pragma(pragma);
  const people = transaction(insertPeople);
  const restoreIndexes = withoutIndexes();
  await timed('certificates', () => insertCertificates(database.certificates, people));
  await timed('counters', fillCounters);
  await timed('indexes', restoreIndexes);
  await timed('verifications and payments', () => insertEvents(people));
  await timed('search index', () => {
    while (indexSome());
  });
  sqlite().pragma('wal_checkpoint(TRUNCATE)');
  sqlite().close();
}

/** Returns the database with this number of certificates, after creating it if needed, and configures this process for it. */
export async function largeDatabase(certificates: number): Promise<LargeDatabase> {
  const name = `certrace-bench-${VERSION}-${certificates}`;
  const at = (folder: string): LargeDatabase => ({
    folder,
    file: join(folder, 'certrace.sqlite'),
    certificates,
  });
  const database = at(join(tmpdir(), name));
  // To show that a benchmark runs, one that an older schema made is no use.
  if (IS_SMALLEST) rmSync(database.folder, { recursive: true, force: true });
  if (!existsSync(database.folder)) {
    const partial = at(join(tmpdir(), `${name}.partial`));
    rmSync(partial.folder, { recursive: true, force: true });
    mkdirSync(partial.folder, { mode: 0o700 });
    loadEnvironment(environmentOf(partial));
    console.log(`creating a database of ${certificates.toLocaleString('en')} certificates`);
    await make(partial);
    renameSync(partial.folder, database.folder);
  }
  loadEnvironment(environmentOf(database));
  mkdirSync(env().UPLOADS_DIR, { recursive: true, mode: 0o700 });
  return database;
}
