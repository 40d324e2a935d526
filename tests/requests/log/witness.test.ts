import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findCosignature,
  formatAddCheckpoint,
  openCheckpoint,
  parseNote,
  parseVerifierKey,
  type Report,
  sha256,
  verifierKeyOf,
  witnessKeyOf,
} from '@certrace/verify';
import { expect, it, vi } from 'vitest';
import { identify, startSession } from '#app/accounts/sessions.server.ts';
import { logPrivateKey, witnessSigner } from '#app/log/log-key.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { foundOrganisations } from '#tests/support/organisations.ts';
import { freePort, startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const post = (body: string) => fetchRaw('/witness/add-checkpoint', { method: 'POST', body });

it('responds to each request with the status and content type of C2SP tlog-witness', async () => {
  const log = memoryLog('http.example/log');
  for (let index = 0; index < 9; index += 1) log.add(Buffer.from(`entry ${index}`));
  testEnvironment({ WITNESS_LOGS: log.vkey });
  const ask = (oldSize: number, size: number, proof: Uint8Array[]) =>
    post(formatAddCheckpoint({ oldSize, proof, note: log.checkpoint(size) }));
  expect((await post('nonsense')).status).toBe(400);
  expect((await ask(9, 4, [])).status).toBe(400);
  const foreign = formatAddCheckpoint({
    oldSize: 0,
    proof: [],
    note: memoryLog('other.example/log').checkpoint(),
  });
  expect((await post(foreign)).status).toBe(404);
  const forged = formatAddCheckpoint({
    oldSize: 0,
    proof: [],
    note: log.checkpoint(4).replace('\n4\n', '\n5\n'),
  });
  expect((await post(forged)).status).toBe(403);
  const first = await ask(0, 4, []);
  expect(first.status).toBe(200);
  const vkey = (await (await fetchRaw('/witness')).text()).trim();
  const key = parseVerifierKey(vkey);
  const text = parseNote(log.checkpoint(4))?.text ?? '';
  expect(key && findCosignature(text, await first.text(), key)).not.toBeNull();
  expect((await ask(4, 9, [])).status).toBe(422);
  const stale = await ask(0, 9, []);
  expect([stale.status, stale.headers.get('Content-Type'), await stale.text()]).toEqual([
    409,
    'text/x.tlog.size',
    '4\n',
  ]);
  expect((await ask(4, 9, log.consistency(4, 9))).status).toBe(200);
  expect((await post('x'.repeat(70_000))).status).toBe(413);
  expect((await fetchRaw('/witness/add-checkpoint')).status).toBe(405);
});

/** Prepares a site with its keys and an issuer, and derives its log and witness keys. */
async function site(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `certrace-${name}-`));
  const master = sha256(`master key of ${name}`);
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  const logSecret = sha256(`log key of ${name}`);
  for (const [file, secret] of Object.entries({ 'master.key': master, 'log.key': logSecret })) {
    writeFileSync(join(folder, 'keys', file), `${Buffer.from(secret).toString('hex')}\n`, { mode: 0o600 });
  }
  sqlite().close();
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  sqlite()
    .prepare(
      `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
       values ('issuer', 'Issuer', 'issuer@issuer.example', 'issuer', 'admin', '-', 1, 1)`,
    )
    .run();
  sqlite().exec(
    `insert into issuer_decisions (user_id, decision, decided_at) values ('issuer', 'approved', 1)`,
  );
  foundOrganisations();
  const token = transaction((tx) =>
    startSession(tx, 'issuer', 'bearer', { address: '127.0.0.1', userAgent: 'test' }),
  );
  expect(identify(token, 'bearer', '127.0.0.1').kind).toBe('apiToken');
  sqlite().close();
  const port = await freePort();
  const host = `localhost:${port}`;
  const origin = `${host}/log`;
  return {
    folder,
    port,
    url: `http://${host}`,
    token,
    logKey: verifierKeyOf({ name: origin, privateKey: logPrivateKey(logSecret, origin) }),
    witnessKey: witnessKeyOf(witnessSigner(master, host)),
  };
}

it('serves a checkpoint with the cosignature of another site, and cosigns its', async () => {
  const [one, other] = [await site('one'), await site('other')];
  const start = (own: typeof one, peer: typeof one) =>
    startServer({
      folder: own.folder,
      env: {
        PORT: String(own.port),
        APP_URL: own.url,
        LOG_WITNESSES: `${peer.witnessKey} ${peer.url}/witness`,
        WITNESS_LOGS: peer.logKey,
        LOG_QUORUM: '1',
      },
    });
  const servers = await Promise.all([start(one, other), start(other, one)]);
  try {
    for (const [own, peer] of [
      [one, other],
      [other, one],
    ] as const) {
      const issued = await fetch(`${own.url}/api/v1/certs/issue`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${own.token}` },
        body: JSON.stringify({
          studentEmail: 'ada@students.example',
          studentName: 'Ada Lovelace',
          courseName: 'Analytical Engines',
          issueDate: '2026-01-31',
        }),
      });
      expect(issued.status).toBe(201);
      const [logKey, witnessKey] = [parseVerifierKey(own.logKey), parseVerifierKey(peer.witnessKey)];
      if (!logKey || !witnessKey) throw new Error('no key');
      await vi.waitFor(
        async () => {
          const note = await (await fetch(`${own.url}/log/checkpoint`)).text();
          expect(openCheckpoint(note, logKey)?.size).toBeGreaterThanOrEqual(2);
          expect(findCosignature(parseNote(note)?.text ?? '', note, witnessKey)).not.toBeNull();
        },
        { timeout: 20_000, interval: 200 },
      );
      const { certificate } = (await issued.json()) as { certificate: { pdfUrl: string } };
      // The log has other entries too, so a cosigned checkpoint may be older than the certificate's entry.
      await vi.waitFor(
        async () => {
          const form = new FormData();
          form.set('file', await (await fetch(certificate.pdfUrl)).blob(), 'certificate.pdf');
          const checked = await fetch(`${own.url}/api/v1/authenticate`, { method: 'POST', body: form });
          const { verdict, checks } = (await checked.json()) as Report;
          expect([verdict, checks.find(({ id }) => id === 'log')?.message]).toEqual([
            'genuine',
            expect.stringContaining(`Cosigned by ${peer.witnessKey.split('+')[0]}.`),
          ]);
        },
        { timeout: 20_000, interval: 1_000 },
      );
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    for (const { folder } of [one, other]) rmSync(folder, { recursive: true });
  }
});
