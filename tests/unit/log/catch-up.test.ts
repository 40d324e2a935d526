import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseVerifierKey, type ReadLogFile } from '@certrace/verify';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { readLogCheckpoint, readTile } from '#app/log/read-log.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { ownLog } from '#tests/support/own-log.ts';
import { auditLog } from '../../../examples/audit.ts';

let mirror: string;
beforeEach(() => {
  mirror = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
});
afterEach(() => rmSync(mirror, { recursive: true, force: true }));

const readOwn: ReadLogFile = async (path) =>
  path === 'checkpoint' ? Buffer.from(readLogCheckpoint('1')) : readTile('1', path);

function audit() {
  const key = parseVerifierKey(ownLog().verifierKey);
  if (!key) throw new Error('no key');
  return auditLog(readOwn, mirror, key);
}

const ownFiles = () => {
  const id = sqlite().prepare('select id from installation').pluck().get() as string;
  return readdirSync(env().KEYS_DIR)
    .filter((name) => name.startsWith(id))
    .map((name) => join(env().KEYS_DIR, name));
};

/** Issues certificates before and after a backup, audits the log, and restores the backup. */
async function restored() {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const backup = sqlite().serialize();
  for (let count = 0; count < 3; count += 1) await makeCertificate(issuer);
  await audit();
  const signed = ownLog();
  installDatabase(new Database(backup));
  return { issuer, signed };
}

describe('recovering log entries from a mirror', () => {
  it('continues the log from a folder, and the auditor finds nothing missing', async () => {
    const { issuer, signed } = await restored();
    expect(logState()).toEqual({ kind: 'behind', size: 2, signedSize: 5 });
    expect(await catchUpLog(mirror)).toBe(3);
    expect(ownLog().checkpoint).toBe(signed.checkpoint);
    await makeCertificate(issuer);
    expect(await audit()).toEqual({ size: 6, before: 5, datedBack: [] });
  });

  it('works from a URL, also when the files in KEYS_DIR are lost', async () => {
    const { signed } = await restored();
    for (const file of ownFiles()) rmSync(file);
    const server = createServer((request, response) => {
      response.end(readFileSync(join(mirror, request.url ?? '')));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      expect(await catchUpLog(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toBe(3);
    } finally {
      server.close();
    }
    expect(ownLog().checkpoint).toBe(signed.checkpoint);
    expect(lastFiledCheckpoint(ownLog())?.note).toBe(signed.checkpoint);
  });

  it('refuses a mirror with changed entries', async () => {
    const { issuer } = await restored();
    const bundle = join(mirror, 'tile/entries/000.p/5');
    const bytes = readFileSync(bundle);
    bytes[bytes.lastIndexOf('"digest":"') + 12] = 0x41;
    bytes[bytes.lastIndexOf('"digest":"') + 13] = 0x41;
    writeFileSync(bundle, bytes);
    await expect(catchUpLog(mirror)).rejects.toThrow('do not match its checkpoint');
    expect(logState()).toEqual({ kind: 'behind', size: 2, signedSize: 5 });
    await expect(makeCertificate(issuer)).rejects.toMatchObject({ code: 'busy' });
  });

  it('refuses a mirror that lacks the last signed entries, is damaged, or belongs to another log', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const backup = sqlite().serialize();
    await makeCertificate(issuer);
    await audit();
    await makeCertificate(issuer);
    installDatabase(new Database(backup));
    await expect(catchUpLog(mirror)).rejects.toThrow('does not contain the last signed checkpoint');
    writeFileSync(join(mirror, 'tile/entries/000.p/3'), 'damaged');
    await expect(catchUpLog(mirror)).rejects.toThrow('does not have the expected number of entries');
    writeFileSync(join(mirror, 'checkpoint'), 'damaged');
    await expect(catchUpLog(mirror)).rejects.toThrow('no checkpoint that this log signed');
    rmSync(join(mirror, 'checkpoint'));
    await expect(catchUpLog(mirror)).rejects.toThrow('ENOENT');
    expect(ownLog().size).toBe(2);
  });
});

it('an auditor detects a log that continued after a restore without its files', async () => {
  const { issuer } = await restored();
  for (const file of ownFiles()) rmSync(file);
  for (let count = 0; count < 5; count += 1) await makeCertificate(issuer);
  await expect(audit()).rejects.toThrow('Entries 2 to 4 were changed.');
});
