import { readFileSync, truncateSync } from 'node:fs';
import { openCheckpoint, parseEntry, parseVerifierKey, rootHash, sha256 } from '@certrace/verify';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { nodesOf } from '#app/log/log.server.ts';
import { bringFilesUpToDate, logState } from '#app/log/log-state.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { logFile, ownLog } from '#tests/support/own-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const restore = (backup: Buffer) => installDatabase(new Database(backup));

describe('a restored database that is older than its last signed checkpoint', () => {
  async function restored() {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const kept = await makeCertificate(issuer);
    const backup = sqlite().serialize();
    await makeCertificate(issuer);
    await makeCertificate(issuer);
    const signed = ownLog();
    restore(backup);
    return { issuer, verifier, kept, signed };
  }

  it('refuses to issue, revoke and settle, and /readyz responds 503', async () => {
    const { issuer, verifier, kept } = await restored();
    expect(logState()).toEqual({ kind: 'behind', size: 2, signedSize: 4 });
    await expect(makeCertificate(issuer)).rejects.toMatchObject({ code: 'busy' });
    expect(() => revokeCertificate(issuer.actor, kept.uniqueId, { reason: 'An error' })).toThrow(
      /cannot issue/,
    );
    await expect(payFor(verifier, kept.uniqueId)).rejects.toMatchObject({ code: 'busy' });
    expect(sqlite().prepare('select count(*) from payments').pluck().get()).toBe(0);
    const ready = await fetchRaw('/readyz');
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('log:catch-up')]);
  });

  it('continues the log after catching up on the lost entries', async () => {
    const { issuer, signed } = await restored();
    expect(await catchUpLog()).toBe(2);
    expect(ownLog().checkpoint).toBe(signed.checkpoint);
    expect(sqlite().prepare("select count(*) from log_entries where type = 'lost'").pluck().get()).toBe(2);
    expect(logState()).toEqual({ kind: 'ok' });
    await makeCertificate(issuer);
    expect(ownLog().size).toBe(signed.size + 1);
    expect((await fetchRaw('/readyz')).status).toBe(200);
  });

  it('can begin a new log that commits to the last checkpoint of the old one', async () => {
    const { issuer, signed } = await restored();
    expect(beginNewOrigin()).toBe('localhost:3000/log/2');
    const first = sqlite()
      .prepare("select entry from log_entries where type = 'origin'")
      .pluck()
      .get() as string;
    expect(parseEntry(Buffer.from(first))).toMatchObject({
      type: 'origin',
      digest: Buffer.from(sha256(Buffer.from(signed.checkpoint))).toString('base64'),
    });
    await makeCertificate(issuer);
    const key = parseVerifierKey(ownLog().verifierKey);
    const checkpoint = key && openCheckpoint(ownLog().checkpoint, key);
    expect(checkpoint).toMatchObject({ origin: 'localhost:3000/log/2', size: 2 });
    expect(Buffer.from(rootHash(2, nodesOf(2)))).toEqual(Buffer.from(checkpoint?.root ?? []));
  });
});

it('detects a forked log, which only a new origin can continue', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const backup = sqlite().serialize();
  await makeCertificate(issuer);
  const keys = env().KEYS_DIR;
  const lost = `${logFile('entries')}`;
  const checkpoints = lost.replace(/entries$/, 'checkpoints');
  const saved = [readFileSync(lost), readFileSync(checkpoints)] as const;
  truncateSync(lost, 0);
  truncateSync(checkpoints, 0);
  restore(backup);
  await makeCertificate(issuer);
  await makeCertificate(issuer);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(lost, saved[0]);
  writeFileSync(checkpoints, saved[1]);
  restore(sqlite().serialize());
  expect([env().KEYS_DIR, logState().kind]).toEqual([keys, 'forked']);
  await expect(catchUpLog()).rejects.toThrow('contradicts');
  beginNewOrigin();
  await makeCertificate(issuer);
  expect(logState().kind).toBe('ok');
});

it('completes log files that a crash left incomplete', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  await makeCertificate(issuer);
  const whole = readFileSync(logFile('entries'));
  truncateSync(logFile('entries'), whole.length - 20);
  restore(sqlite().serialize());
  bringFilesUpToDate();
  expect(readFileSync(logFile('entries'))).toEqual(whole);
});

it('stops the log without its master key until a new origin creates new keys', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  testEnvironment({ KEYS_DIR: `${env().KEYS_DIR}-new` });
  restore(sqlite().serialize());
  expect(logState().kind).toBe('keys-lost');
  await expect(makeCertificate(issuer)).rejects.toMatchObject({ code: 'busy' });
  beginNewOrigin();
  await makeCertificate(issuer);
  const keys = sqlite().prepare('select version, retired_at from issuer_keys order by version').all();
  expect(keys).toEqual([
    { version: 1, retired_at: expect.any(Number) },
    { version: 2, retired_at: null },
  ]);
});

describe('rotating keys', () => {
  it('is refused while DIDs are did:key', async () => {
    await makeCertificate(await makeIssuer());
    expect(() => rotateIssuerKeys()).toThrow(/did:key/);
  });

  it('creates a new version under https, logs it and keeps the old one', async () => {
    testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certs.example.org' });
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    expect(rotateIssuerKeys(issuer.id)).toBe(1);
    expect(() => rotateIssuerKeys('nobody')).toThrow('has no key');
    const types = sqlite().prepare('select type from log_entries order by seq').pluck().all();
    expect(types).toEqual(['key', 'issue', 'key']);
    await makeCertificate(issuer);
    const last = sqlite()
      .prepare('select bytes from certificate_credentials order by certificate_seq desc limit 1')
      .pluck()
      .get() as Buffer;
    const newest = sqlite()
      .prepare('select multikey from issuer_keys where retired_at is null')
      .pluck()
      .get();
    expect(JSON.parse(last.toString()).proof[0].verificationMethod).toContain(newest);
  });
});
