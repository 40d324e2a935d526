import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { addIssuer } from '#tests/support/added-issuer.ts';
import { csvOf } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

/** Issues a batch, and stops the server with a signal at each share of the rows and restarts it. */
async function interrupted(rows: number, signals: [share: number, signal: NodeJS.Signals][]) {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-batch-'));
  const file = join(folder, 'certrace.sqlite');
  let server = await startServer({ folder });
  const token = addIssuer(file);
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/certs/batches${path}`, {
      ...init,
      headers,
    });
    return (await answer.json()).batch;
  };
  try {
    const { _id } = await call('', { method: 'POST', body: csvOf(rows) });
    const progress = async (issued: number) => {
      for (;;) {
        const batch = await call(`/${_id}?limit=1`);
        if (batch.issued >= issued) return batch;
      }
    };
    const exits = [];
    const errors = [];
    for (const [share, signal] of signals) {
      expect((await progress(rows * share)).status).toBe('issuing');
      server.kill(signal);
      exits.push(await server.exited);
      errors.push(...server.logs.filter(({ level }) => level >= 40));
      server = await startServer({ folder });
    }
    expect(await progress(rows)).toMatchObject({ status: 'done', issued: rows, failed: 0 });
    await server.stop();
    const database = new Database(file, { readonly: true });
    const counts = [
      'select count(*) from certificates',
      'select count(distinct student_email) from certificates',
      'select count(distinct certificate_id) from batch_rows',
      "select count(*) from outbox where to_address like '%@students.example'",
      "select count(distinct subject) from log_entries where type = 'issue'",
    ].map((query) => database.prepare(query).pluck().get());
    database.close();
    return { counts, exits, errors };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

it('issues, logs and mails each row once when the server is killed twice', async () => {
  const { counts } = await interrupted(600, [
    [0.1, 'SIGKILL'],
    [0.4, 'SIGKILL'],
  ]);
  expect(counts).toEqual(Array(5).fill(600));
});

it('shuts down gracefully during a batch, and issues each row once after the restart', async () => {
  const { counts, exits, errors } = await interrupted(500, [[0.2, 'SIGTERM']]);
  expect(counts).toEqual(Array(5).fill(500));
  expect(exits).toEqual([{ code: 0, signal: null }]);
  // The test's configuration causes these warnings.
  expect(errors.filter(({ msg }) => !/SMTP_URL|PAYMENT_GATEWAY/.test(msg))).toEqual([]);
});
