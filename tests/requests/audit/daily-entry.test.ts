import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
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
}, 60_000);
