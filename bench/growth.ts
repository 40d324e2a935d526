/**
 * Measures pages, API calls and backups on databases of different sizes, and prints the table in docs/performance.md.
 * BENCH_SIZES=1000,100000,1000000 selects the sizes.
 */
import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSession } from '#app/accounts/sessions.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { hashToken } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { startServer } from '#tests/support/server.ts';
import { environmentOf, type LargeDatabase, largeDatabase } from './large-database.ts';
import { IS_SMALLEST, size } from './size.ts';

const SIZES = (process.env.BENCH_SIZES ?? (IS_SMALLEST ? '1000' : '1000,100000,1000000'))
  .split(',')
  .map(Number);
/** Each figure is the fastest of this many consecutive requests: other programs slow down the rest. */
const ROUNDS = size(15, 1);
const SESSION_COOKIE = 'certrace_session';

const cursorAt = (seq: number) => Buffer.from(`s${Math.round(seq)}`).toString('base64url');
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Role = 'issuer' | 'verifier' | 'superadmin' | 'visitor';
const USERNAMES = { issuer: 'issuer0', verifier: 'verifier', superadmin: 'registrar' } as const;

/** Returns the pages whose rows grow with the number of certificates. */
function pagesOf(
  certificates: number,
  { uniqueId, held, status }: Omit<ReturnType<typeof prepare>, 'cookies' | 'tokens'>,
): [string, Role, string][] {
  const middle = cursorAt(certificates / 2);
  const deep = cursorAt(certificates / 20);
  const month = `from=${isoDay(Date.now() - 400 * 86_400_000)}&to=${isoDay(Date.now() - 370 * 86_400_000)}`;
  const issued = '/admin/issued-certificates';
  const all = '/superadmin/issued-certificates';
  return [
    ['an issuer’s dashboard', 'issuer', '/dashboard'],
    ['issued certificates, first page', 'issuer', issued],
    ['issued certificates, in the middle', 'issuer', `${issued}?cursor=${middle}`],
    ['issued certificates, valid', 'issuer', `${issued}?state=valid`],
    ['issued certificates, expired', 'issuer', `${issued}?state=expired`],
    ['issued certificates, expiring', 'issuer', `${issued}?state=expiring`],
    ['issued certificates, revoked', 'issuer', `${issued}?state=revoked`],
    ['issued certificates, of one course', 'issuer', `${issued}?course=Cryptography`],
    ['issued certificates, of one month', 'issuer', `${issued}?${month}`],
    ['issued certificates, found by a first name', 'issuer', `${issued}?q=ingrid`],
    ['issued certificates, found and expired', 'issuer', `${issued}?q=ingrid&state=expired`],
    ['everybody’s, first page', 'superadmin', all],
    ['everybody’s, in the middle', 'superadmin', `${all}?cursor=${middle}`],
    ['everybody’s, expired', 'superadmin', `${all}?state=expired`],
    ['everybody’s, found by an ID', 'superadmin', `${all}?q=${uniqueId}`],
    ['batches of an issuer', 'issuer', '/admin/batches'],
    ['verified certificates of an issuer', 'issuer', '/admin/verified-certificates'],
    ['verifications of a verifier', 'verifier', '/verify'],
    ['students of a verifier', 'verifier', '/students'],
    ['students, in the middle', 'verifier', `/students?cursor=${deep}`],
    ['certificates of a holder', 'verifier', '/my-certificates'],
    ['certificates of a holder, found and valid', 'verifier', '/my-certificates?q=cryp&state=valid'],
    ['a certificate of a holder', 'verifier', `/my-certificates/${held}`],
    ['a page that a holder shares', 'visitor', `/c/${SHARED}`],
    ['payments, with totals', 'superadmin', '/superadmin/payments'],
    ['payments of one month', 'superadmin', `/superadmin/payments?${month}`],
    ['mail queue', 'superadmin', '/superadmin/mail'],
    ['history of a certificate', 'issuer', `/tracing?id=${uniqueId}`],
    ['the log, in the middle', 'visitor', `/log?cursor=${middle}`],
    ['a tile of the log', 'visitor', '/log/tile/0/000'],
    ['proof of a log entry', 'issuer', `/certificates/${uniqueId}.tlog-proof`],
    ['a status list', 'visitor', `/credentials/status/${status}`],
  ];
}

const SHARED = 'shared-by-its-holder-1';

/** Makes the verifier the holder of some certificates from the first year, one of which it shares. Returns its stored ID. */
function holdCertificates(): string {
  sqlite()
    .prepare(
      `insert or ignore into share_links (certificate_id, token_hash, sealed_token, allows_pdf, allows_search, created_at)
       select id, ?, '', 1, 0, 1 from certificates where seq = 110`,
    )
    .run(hashToken(SHARED));
  sqlite().exec(
    `insert or ignore into account_addresses (address, user_id, proved_at)
     select distinct c.student_email, u.id, 1 from certificates c, users u
     where u.username = '${USERNAMES.verifier}' and c.seq between 101 and 120`,
  );
  return sqlite().prepare('select unique_id from certificates where seq = 110').pluck().get() as string;
}

/** Returns the parameters of the requests: sessions, and a certificate of the issuer. */
function prepare({ file }: LargeDatabase) {
  openDatabase(file);
  migrateDatabase();
  const held = holdCertificates();
  const session = (username: string, kind: 'browser' | 'bearer') => {
    const id = sqlite().prepare('select id from users where username = ?').pluck().get(username) as string;
    return transaction((tx) => startSession(tx, id, kind, { address: '127.0.0.1', userAgent: 'bench' }));
  };
  const cookies = Object.fromEntries(
    Object.entries(USERNAMES).map(([role, name]) => [role, `${SESSION_COOKIE}=${session(name, 'browser')}`]),
  );
  const tokens = { issuer: session('issuer1', 'bearer'), verifier: session('verifier', 'bearer') };
  const found = sqlite()
    .prepare('select unique_id from certificates where seq = 501')
    .pluck()
    .get() as string;
  const status = sqlite().prepare('select min(number) from status_lists').pluck().get() as number;
  sqlite().close();
  return { cookies, tokens, uniqueId: formatUniqueId(found), held: formatUniqueId(held), status };
}

async function fastestMs(request: (round: number) => Promise<Response>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const response = await request(round);
    await response.arrayBuffer();
    fastest = Math.min(fastest, performance.now() - started);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  }
  return fastest;
}

const post = (url: string, token: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

/** A backup holds a copy of the database; while it is written, the disk holds another one. */
const COPIES = 2;

/** Returns how long a backup takes, or that the disk has no room for one. */
async function timeBackup(file: string): Promise<string> {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < COPIES * statSync(file).size) return 'no room';
  const folder = mkdtempSync(join(tmpdir(), 'certrace-growth-'));
  try {
    const begun = performance.now();
    await writeBackup(join(folder, 'backup.tar'));
    return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(database: LargeDatabase): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  const { cookies, tokens, ...ids } = prepare(database);
  figures.set('database', `${(statSync(database.file).size / 1e6).toFixed(0)} MB`);
  const started = performance.now();
  const server = await startServer({
    folder: database.folder,
    env: { ...environmentOf(database), NODE_ENV: 'production', LOG_LEVEL: 'info' },
  });
  const at = `http://127.0.0.1:${server.port}`;
  const milliseconds = (name: string, ms: number) => figures.set(name, `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
  try {
    milliseconds('start of the server', performance.now() - started);
    const issue = (round: number) =>
      post(`${at}/api/v1/certs/issue`, tokens.issuer, {
        studentEmail: `growth${round}@students.example`,
        studentName: 'Bench Student',
        courseName: 'Benchmarks',
        issueDate: '2026-01-31',
        allowDuplicate: true,
      });
    milliseconds('issuing (API)', await fastestMs(issue));
    const lookUp = () => post(`${at}/api/v1/cert/verify`, tokens.verifier, { uniqueId: ids.uniqueId });
    milliseconds('look-up (API)', await fastestMs(lookUp));
    for (const [name, role, path] of pagesOf(database.certificates, ids)) {
      const headers = { cookie: cookies[role] ?? '' };
      milliseconds(name, await fastestMs(() => fetch(at + path, { headers, redirect: 'manual' })));
    }
  } finally {
    await server.stop();
  }
  figures.set('backup', await timeBackup(database.file));
  return figures;
}

/** Prints one line for each figure, with a column for each size. */
export async function run() {
  const columns: Map<string, string>[] = [];
  for (const size of SIZES) columns.push(await measure(await largeDatabase(size)));
  console.log(`| | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(SIZES.length)}`);
  for (const name of columns[0]?.keys() ?? []) {
    console.log(`| ${name} | ${columns.map((figures) => figures.get(name) ?? '').join(' | ')} |`);
  }
}
