import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logNewestRow } from '#app/audit/check-audit.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { makeSuperAdmin } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

const folders = temporaryFolders();
afterAll(folders.removeAll);

/** Runs the auditor of the log, as a stranger does. */
async function audit(url: string, mirror: string, key: unknown) {
  const child = spawn(
    process.execPath,
    ['examples/audit.ts', `${url}/log`, '--mirror', mirror, '--key', String(key)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { output, code };
}

it('a start adds the newest hash to the log, and everybody notices rows that are cut later', async () => {
  const home = folders.make();
  openSite(home);
  await makeSuperAdmin();
  const server = await startServer({ folder: home });
  const file = new Database(placesIn(home).DATABASE_FILE);
  const read = (sql: string) => file.prepare(sql).pluck().all();
  const digests = () =>
    read("select entry from log_entries where type = 'audit'").map(
      (entry) => JSON.parse(String(entry)).digest,
    );
  await expect
    .poll(digests, { timeout: 10_000 })
    .toEqual([(read('select hash from audit_rows where seq = 1')[0] as Buffer).toString('base64')]);
  expect(await (await fetch(`${server.url}/log`)).text()).toContain('Audit trail');
  expect(
    await audit(server.url, join(home, 'mirror'), read('select verifier_key from logs')[0]),
  ).toMatchObject({ code: 0 });
  expect(await server.stop()).toEqual({ code: 0, signal: null });

  // A second start of the same day adds no other.
  const again = await startServer({ folder: home });
  expect(await again.stop()).toEqual({ code: 0, signal: null });
  expect(digests()).toHaveLength(1);

  expect((await runScript(home, 'fsck', ['--quick'])).code).toBe(0);
  file.exec('drop trigger audit_rows_kept; delete from audit_rows; delete from sqlite_sequence');
  file.close();
  const { code, output } = await runScript(home, 'fsck', ['--quick']);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^audit +1 problem: .*\n +the row that the log's entry of \S+ names is missing/m),
  ]);
});

const SHIFTED =
  'update audit_rows set seq = seq + 1000 where seq > 1; update audit_rows set seq = seq - 999 where seq > 1000;';

describe('npm run fsck', () => {
  const home = folders.make();
  beforeAll(async () => {
    openSite(home);
    for (let n = 0; n < 3; n += 1) await makeSuperAdmin();
    logNewestRow();
    sqlite().close();
  });

  /** A copy of the site whose rows somebody changed. */
  function changedCopy(sql: string) {
    const copy = folders.make();
    cpSync(home, copy, { recursive: true });
    const file = new Database(placesIn(copy).DATABASE_FILE);
    for (const name of file
      .prepare<[], string>("select name from sqlite_master where type = 'trigger'")
      .pluck()
      .all())
      file.exec(`drop trigger "${name}"`);
    file.pragma('foreign_keys = off');
    file.exec(sql);
    file.close();
    return copy;
  }

  it('exits with 0 for the rows as they were written', async () => {
    expect((await runScript(home, 'fsck', ['--quick'])).code).toBe(0);
  });

  it.each([
    ['changed', "update audit_rows set actor_id = 'somebody' where seq = 2"],
    ['deleted', 'delete from audit_rows where seq = 2'],
    [
      'inserted',
      `${SHIFTED} insert into audit_rows (seq, at, act, actor_kind, previous, hash)
       select 2, at, act, actor_kind, hash, hash from audit_rows where seq = 1`,
    ],
    [
      'in another order',
      'update audit_rows set seq = 99 where seq = 1; update audit_rows set seq = 1 where seq = 2; update audit_rows set seq = 2 where seq = 99',
    ],
    [
      'cut off at the end, with the counter',
      "delete from audit_rows where seq > 1; update sqlite_sequence set seq = 1 where name = 'audit_rows'",
    ],
  ])('exits with 1 for rows that were %s', async (_how, sql) => {
    const { code, output } = await runScript(changedCopy(sql), 'fsck', ['--quick']);
    expect([code, output]).toEqual([1, expect.stringMatching(/^audit +[1-9]\d* problem/m)]);
  });

  it('shows that the entry about the trail was cut off with the rows', async () => {
    const copy =
      changedCopy(`delete from audit_rows where seq > 1; update sqlite_sequence set seq = 1 where name = 'audit_rows';
    delete from log_entries where type = 'audit'`);
    const { code, output } = await runScript(copy, 'fsck', ['--quick']);
    expect([code, output]).toEqual([1, expect.stringMatching(/^log +[1-9]\d* problem/m)]);
    expect(output).toMatch(/^audit +1 problem.*\n.*1 of \d+ entries are missing/m);
  });
});

it('a backup of the shell has a row, and is in its own copy', async () => {
  const home = folders.make();
  openSite(home);
  await makeSuperAdmin();
  const archive = join(folders.make(), 'site.tar');
  expect((await runScript(home, 'backup', [archive])).code).toBe(0);
  const row = sqlite()
    .prepare("select actor_kind as kind, after from audit_rows where act = 'backup.written'")
    .get();
  expect(row).toEqual({ kind: 'shell', after: '{"withKeys":false}' });
  expect((await runScript(home, 'fsck', ['--quick'])).code).toBe(0);
});
