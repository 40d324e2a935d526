import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { acts, nothingYet } from '#tests/support/crash-load.ts';
import { certificateInput, makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { LITESTREAM, restoreReplica, startLitestream, writeFileReplica } from '#tests/support/litestream.ts';
import { startS3 } from '#tests/support/s3-stand-in.ts';
import { startServer } from '#tests/support/server.ts';

/** A test loads a server for some seconds, restores its database and starts it twice. */
const TIMEOUT_MS = 150_000;
const MAY_BE_LOST_MS = 1_000;
const SYNC_MS = 250;
const LOAD_MS = 4_000;
const ENOUGH_ACTS = 60;
/** More rows than a server issues between their upload and the loss. */
const BATCHES = 4;
const BATCH_ROWS = 1_000;
const SERVER = { RATE_LIMITS: 'off', ISSUE_QUOTA_PER_DAY: '1000000' };

const folders = temporaryFolders();
afterAll(folders.removeAll);
if (!LITESTREAM)
  console.info('replication.test.ts: skipped, there is no Litestream for this system (LITESTREAM_BIN)');

type Replica = { config: string; env: Record<string, string>; hasSnapshot: () => boolean };

/** Counts of acknowledged acts at one time. The lists only grow, so a count selects the acts before that time. */
type Counts = { at: number; issued: number; paid: number; revoked: number; registered: number };

/** Starts batches whose rows have names of their own. */
async function startBatches(url: string, { token }: Person) {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const certificates = Array.from({ length: BATCH_ROWS }, (_, row) =>
      certificateInput({ studentName: `Batch ${batch} row ${row}`, allowDuplicate: true }),
    );
    const response = await fetch(`${url}/api/v1/certs/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ certificates }),
    });
    expect(response.status).toBe(202);
  }
}

/** Runs a server under mixed load and kills it together with Litestream, as if the machine were lost. */
async function loseMachine(home: string, people: { issuer: Person; verifier: Person }, replica: Replica) {
  const server = await startServer({ folder: home, env: SERVER });
  const litestream = startLitestream(['replicate', '-config', replica.config], replica.env);
  await expect.poll(replica.hasSnapshot, { timeout: 20_000, message: litestream.said() }).toBe(true);
  const done = nothingYet();
  const load = acts({ ...people, thumbnail: Buffer.alloc(0) }, done);
  const url = `http://127.0.0.1:${server.port}`;
  load.at(url);
  const history: Counts[] = [];
  const count = (): Counts => ({
    at: performance.now(),
    issued: done.issued.length,
    paid: done.paid.size,
    revoked: done.revoked.length,
    registered: done.registered.length,
  });
  const counting = setInterval(() => history.push(count()), 10);
  let over = false;
  // Litestream replicates no files, so uploads are left out.
  const clients = load.list
    .filter(({ name }) => name !== 'upload')
    .map(async (act) => {
      while (!over) await act().catch(() => delay(5));
    });
  const started = performance.now();
  await expect
    .poll(() => performance.now() - started > LOAD_MS && done.count() > ENOUGH_ACTS, { timeout: 30_000 })
    .toBe(true);
  await startBatches(url, people.issuer);
  await delay(MAY_BE_LOST_MS + SYNC_MS);

  // Kill Litestream first, so that the server acknowledges an act that the replica lacks.
  litestream.kill('SIGKILL');
  const lostAt = performance.now();
  await litestream.exited;
  const replicated = done.issued.length;
  await expect.poll(() => done.issued.length).toBeGreaterThan(replicated);
  server.kill('SIGKILL');
  await server.exited;
  over = true;
  clearInterval(counting);
  await Promise.all(clients);
  const safe = history.findLast(({ at }) => at <= lostAt - MAY_BE_LOST_MS) as Counts;
  return { done, safe, said: litestream.said() };
}

/** The values that are not in the database; `sql` counts the rows of one value. */
function missing(database: Database.Database, values: string[], sql: string) {
  const count = database.prepare(sql).pluck();
  return values.filter((value) => count.get(value) !== 1);
}

/** Expects a restored site to lack no act older than a second, and to continue the log of its keys. */
async function takeOver(
  home: string,
  standby: string,
  lost: Awaited<ReturnType<typeof loseMachine>>,
  token: string,
) {
  const { done, safe } = lost;
  const plain = (id: string) => id.replaceAll('-', '');
  const database = new Database(placesIn(standby).DATABASE_FILE, { fileMustExist: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  const { at: _, ...counts } = safe;
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  expect({
    issued: missing(
      database,
      done.issued.slice(0, safe.issued).map(plain),
      'select count(*) from certificates where unique_id = ?',
    ),
    paid: missing(
      database,
      [...done.paid.values()].slice(0, safe.paid),
      "select count(*) from payments where id = ? and state = 'paid'",
    ),
    revoked: missing(
      database,
      done.revoked.slice(0, safe.revoked).map(plain),
      `select count(*) from certificate_revocations r join certificates c on c.seq = r.certificate_seq
       where c.unique_id = ?`,
    ),
    registered: missing(
      database,
      done.registered.slice(0, safe.registered),
      'select count(*) from users where email = ?',
    ),
  }).toEqual({ issued: [], paid: [], revoked: [], registered: [] });
  const openBatches = database.prepare("select count(*) from batches where status = 'issuing'").pluck();
  expect(openBatches.get()).toBeGreaterThan(0);
  const entries = database.prepare('select count(*) from log_entries').pluck();
  const restored = entries.get() as number;

  // KEYS_DIR survived on another disk.
  cpSync(placesIn(home).KEYS_DIR, placesIn(standby).KEYS_DIR, { recursive: true });
  const server = await startServer({ folder: standby, env: SERVER });
  const url = `http://127.0.0.1:${server.port}`;
  const issue = () =>
    fetch(`${url}/api/v1/certs/issue`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(certificateInput({ allowDuplicate: true })),
    });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await issue()).status).toBe(503);
  expect(await runScript(standby, 'log-catch-up', [])).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored [1-9]\d* entr/),
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await issue()).status).toBe(201);
  expect(entries.get()).toBeGreaterThan(restored + 1);
  // The batches continue, and issue each row once.
  await expect.poll(() => openBatches.get(), { timeout: 30_000 }).toBe(0);
  const total = BATCHES * BATCH_ROWS;
  expect(
    database
      .prepare(
        `select count(*) as certificates, count(distinct student_name) as rows from certificates
         where student_name like 'Batch %'`,
      )
      .get(),
  ).toEqual({ certificates: total, rows: total });
  database.close();
  expect(await server.stop()).toMatchObject({ code: 0 });
  expect(await runScript(standby, 'fsck', [])).toMatchObject({ code: 0 });
}

describe.skipIf(!LITESTREAM)('a database that Litestream replicates', () => {
  let home: string;
  let standby: string;
  let people: { issuer: Person; verifier: Person };

  beforeEach(async () => {
    home = folders.make();
    standby = folders.make();
    openSite(home);
    people = { issuer: await makeIssuer(), verifier: await makeVerifier() };
    sqlite().close();
  });

  it(
    'is restored from a folder with at most one second lost',
    async () => {
      const replicas = folders.make();
      const config = join(home, 'litestream.yml');
      writeFileReplica(config, replicas);
      const env = { DATABASE_FILE: placesIn(home).DATABASE_FILE };
      const hasSnapshot = () =>
        readdirSync(replicas, { recursive: true, encoding: 'utf8' }).some((name) =>
          /snapshots\/.+\.lz4$/.test(name),
        );
      const lost = await loseMachine(home, people, { config, env, hasSnapshot });
      const restored = await restoreReplica(config, env, placesIn(standby).DATABASE_FILE);
      expect(restored, lost.said).toMatchObject({ code: 0 });
      await takeOver(home, standby, lost, people.issuer.token);
    },
    TIMEOUT_MS,
  );

  it(
    'is restored from S3 with deploy/litestream.yml and at most one second lost',
    async () => {
      const s3 = await startS3();
      try {
        const config = 'deploy/litestream.yml';
        const env = {
          DATABASE_FILE: placesIn(home).DATABASE_FILE,
          LITESTREAM_BUCKET: s3.bucketName,
          LITESTREAM_ENDPOINT: s3.url,
          LITESTREAM_ACCESS_KEY_ID: s3.keys.accessKeyId,
          LITESTREAM_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
        };
        const hasSnapshot = () => [...s3.objects.keys()].some((key) => /\/snapshots\/.+\.lz4$/.test(key));
        const lost = await loseMachine(home, people, { config, env, hasSnapshot });
        const restored = await restoreReplica(config, env, placesIn(standby).DATABASE_FILE);
        expect(restored, lost.said).toMatchObject({ code: 0 });
        await takeOver(home, standby, lost, people.issuer.token);
      } finally {
        await s3.stop();
      }
    },
    TIMEOUT_MS,
  );
});
