import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { startServer } from '#tests/support/server.ts';

const folders = temporaryFolders();
afterAll(folders.removeAll);

const PASSPHRASE = 'four words of a passphrase';

/** Issues certificates and creates courses until `stop` is called, and collects the acknowledged ones. */
function load(port: number, issuer: Person, thumbnail: Buffer) {
  const issued: string[] = [];
  const courses: { id: string; thumbnail: string }[] = [];
  let over = false;
  const headers = { authorization: `Bearer ${issuer.token}` };
  const url = (path: string) => `http://127.0.0.1:${port}/api/v1/${path}`;
  async function issue() {
    const response = await fetch(url('certs/issue'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(certificateInput({ allowDuplicate: true })),
    });
    const answer = (await response.json()) as { certificate: { uniqueId: string } };
    if (response.status === 201) issued.push(answer.certificate.uniqueId);
  }
  async function makeCourse() {
    const body = multipart({ title: 'SQL', description: 'All of it', thumbnail: { bytes: thumbnail } });
    const response = await fetch(url('admin/course'), { method: 'POST', headers, body });
    if (response.status === 201) courses.push((await response.json()) as (typeof courses)[number]);
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!over) await work();
  };
  const done = Promise.all([repeat(issue), repeat(issue), repeat(makeCourse)]);
  return {
    issued,
    courses,
    isOver: () => over,
    async stop() {
      over = true;
      await done;
    },
  };
}

function readIds(folder: string) {
  const database = new Database(placesIn(folder).DATABASE_FILE, { readonly: true });
  const ids = database.prepare('select unique_id from certificates').pluck().all();
  database.close();
  return ids as string[];
}

it('contains everything that was acknowledged before the backup began, and can be restored elsewhere', async () => {
  const home = folders.make();
  openSite(home);
  const issuer = await makeIssuer();
  const env = { RATE_LIMITS: 'off' };
  const server = await startServer({ folder: home, env });
  const running = load(server.port, issuer, await picture(320, 180));
  await expect
    .poll(() => Math.min(running.issued.length / 10, running.courses.length), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(1);
  const acknowledged = { issued: [...running.issued], courses: [...running.courses] };

  const file = join(folders.make(), 'site.tar');
  let finished = false;
  const backup = runScript(home, 'backup', [file, '--with-keys'], { BACKUP_PASSPHRASE: PASSPHRASE });
  const slowest = slowestCheckUntil(server, () => finished);
  const written = await backup;
  finished = true;
  expect(written).toEqual({ code: 0, output: expect.stringContaining('Wrote') });
  expect(await slowest).toBeLessThan(500);
  await running.stop();
  expect(running.issued.length).toBeGreaterThan(acknowledged.issued.length);
  server.kill('SIGKILL');
  await server.exited;
  rmSync(home, { recursive: true });

  const place = folders.make();
  const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE };
  const restored = await runScript(place, 'restore', [file, '--with-keys'], passphrase);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('npm run log:new-origin') });
  const restoredIds = new Set(readIds(place));
  expect(acknowledged.issued.filter((id) => !restoredIds.has(id.replaceAll('-', '')))).toEqual([]);
  const second = await startServer({ folder: place, env });
  try {
    const origin = `http://127.0.0.1:${second.port}`;
    const newest = acknowledged.issued.slice(-20);
    const statuses = newest.map(async (uniqueId) => {
      const headers = { authorization: `Bearer ${issuer.token}` };
      return (await fetch(`${origin}/api/v1/certificates/${uniqueId}/mail`, { headers })).status;
    });
    expect(await Promise.all(statuses)).toEqual(newest.map(() => 200));
    const pictures = acknowledged.courses.map(
      async ({ thumbnail }) => (await fetch(origin + thumbnail)).status,
    );
    expect(await Promise.all(pictures)).toEqual(acknowledged.courses.map(() => 200));

    // The site signs nothing until the operator continues the log or begins a new one.
    const issue = () =>
      fetch(`${origin}/api/v1/certs/issue`, {
        method: 'POST',
        headers: { authorization: `Bearer ${issuer.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(certificateInput({ allowDuplicate: true })),
      });
    expect((await issue()).status).toBe(503);
    expect(await (await fetch(`${origin}/readyz`)).text()).toContain('npm run log:new-origin');
  } finally {
    await second.stop();
  }
});
