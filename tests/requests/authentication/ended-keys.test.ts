import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carryInPdf, type JsonObject, proofOf, readFile } from '@certrace/verify';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { signBadge } from '#app/credentials/badge.server.ts';
import { signCredential, storeCredential } from '#app/credentials/certificate-credential.server.ts';
import { currentIssuerKey, type IssuerKey, rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { entryAt, proveEntry } from '#app/log/prove-entry.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';
import { authenticateOverApi } from '#tests/support/authentication.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { badge, carriedFiles, claimed } from '#tests/support/carried-files.ts';
import { csvOf, makeBatch, makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { logSigner } from '#tests/support/own-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';

// Keys are replaced under https only, where a DID is not its key.
beforeEach(() => testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certs.example.org' }));
const folders = temporaryFolders();
afterEach(() => {
  setClock();
  folders.removeAll();
});

const FORMATS = ['pdf', 'png', 'json'];
const verdictOf = async (file: Uint8Array) => (await authenticateOverApi(file)).verdict;

/** Cookies have other names under https. */
async function download(issuer: Person, uniqueId: string, format: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${issuer.token}` };
  const response = await fetchRaw(`/certificates/${uniqueId}.${format}`, { headers });
  expect([format, response.status]).toEqual([format, 200]);
  return Buffer.from(await response.arrayBuffer());
}

async function issued() {
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer);
  return { issuer, certificate, file: (format: string) => download(issuer, certificate.uniqueId, format) };
}

async function didOf(issuer: Person) {
  const response = await fetchRaw(`/issuers/${issuer.id}/did.json`);
  expect(response.status).toBe(200);
  return (await response.json()) as { verificationMethod: JsonObject[] };
}

/** The key in the statement of what a file shows. */
const signedWith = (pdf: Buffer) =>
  proofOf(readFile(pdf).manifest?.document ?? {})?.verificationMethod.split('#')[1];

/** A PDF with a credential that somebody signed with an issuer's key, logged by the site or its operator. */
async function signedBy(key: IssuerKey, issuer: Person) {
  const own = { ...badge, issuer: { id: issuer.id, did: key.did, name: issuer.name } };
  const credential = await signBadge(own, key, '2026-01-31T12:00:00Z');
  transaction((tx) => appendEntry(tx, 'issue', credential));
  const row = entryAt(Number(sqlite().prepare('select max(seq) from log_entries').pluck().get()));
  const proof = Buffer.from((row && proveEntry(row)) ?? '');
  const { did, verificationMethod, privateKey } = key;
  const signer = { issuer: did, verificationMethod, privateKey, log: logSigner() };
  return carryInPdf(
    (await carriedFiles()).shownPdf,
    { ...claimed(credential), proof },
    signer,
    '2026-01-31T12:00:00Z',
  );
}

describe.each([
  ['revoked', true],
  ['expires', false],
] as const)('an issuer’s key with the end %s', (kind, isCompromised) => {
  it('has the date in the DID document, and what the log had before stays genuine in every format', async () => {
    const { issuer, certificate, file } = await issued();
    const before = await Promise.all(FORMATS.map(file));
    const [started, count] = [Date.now(), rotateIssuerKeys(issuer.id, isCompromised)];
    expect(count).toBe(1);
    const [old, current] = (await didOf(issuer)).verificationMethod;
    const end = Date.parse(String(old?.[kind]));
    expect(end >= started && end <= Date.now()).toBe(true);
    expect(Object.keys(current ?? {})).toEqual(['id', 'type', 'controller', 'publicKeyMultibase']);

    setClock(() => Date.now() + 60_000);
    for (const each of before) expect(await verdictOf(each)).toBe('genuine');
    for (const format of FORMATS) {
      expect([format, await verdictOf(await download(issuer, certificate.uniqueId, format))]).toEqual([
        format,
        'genuine',
      ]);
    }
    const spaced = Buffer.from(JSON.stringify(JSON.parse(String(before[2])), null, 2));
    expect(await verdictOf(spaced)).toBe('genuine');
    const next = await makeCertificate(issuer, { allowDuplicate: true });
    expect(await verdictOf(await download(issuer, next.uniqueId, 'pdf'))).toBe('genuine');
  });

  it('signs nothing later, even where the log has it', async () => {
    const { issuer } = await issued();
    const leaked = currentIssuerKey(issuer.id);
    expect(await verdictOf(await signedBy(leaked, issuer))).not.toBe('unknown-issuer');
    rotateIssuerKeys(issuer.id, isCompromised);
    setClock(() => Date.now() + 60_000);
    const { verdict, checks } = await authenticateOverApi(await signedBy(leaked, issuer));
    expect(verdict).toBe('unknown-issuer');
    const word = isCompromised ? 'was revoked' : 'expired';
    expect(checks.find(({ id }) => id === 'issuer')?.message).toContain(`The key that signed it ${word} on`);
  });

  it('does not enter the log with a certificate that was signed just before', async () => {
    const { issuer, certificate } = await issued();
    const content = {
      ...badge,
      uniqueId: certificate.uniqueId,
      issuerId: issuer.id,
      issuerName: issuer.name,
    };
    const signed = await signCredential(content);
    rotateIssuerKeys(issuer.id, isCompromised);
    const entries = () => sqlite().prepare('select count(*) from log_entries').pluck().get();
    const before = entries();
    expect(() => transaction((tx) => storeCredential(tx, 99, signed))).toThrow(
      expect.objectContaining({ code: 'busy' }),
    );
    expect(entries()).toBe(before);
  });
});

it('a batch is signed again with the new key, and loses no row', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(100));
  startBatch(issuer.actor, id);
  let asked = 0;
  // Asked the second time when the first rows are signed and not yet stored.
  const replaceOnce = () => {
    asked += 1;
    if (asked === 2) rotateIssuerKeys(issuer.id, true);
    return false;
  };
  await expect(issueBatches(replaceOnce)).rejects.toThrow('just replaced');
  await issueBatches();
  const { rows } = sqlite()
    .prepare('select count(certificate_id) as rows from batch_rows where errors is null')
    .get() as { rows: number };
  expect(rows).toBe(100);
});

it('files are drawn again with the new key once the old one was revoked', async () => {
  const { issuer, certificate, file } = await issued();
  const first = await file('pdf');
  const key = () => currentIssuerKey(issuer.id).multikey;
  expect(signedWith(first)).toBe(key());
  rotateIssuerKeys(issuer.id);
  expect(signedWith(await file('pdf'))).toBe(signedWith(first));
  const next = await makeCertificate(issuer, { allowDuplicate: true });
  await download(issuer, next.uniqueId, 'pdf');
  rotateIssuerKeys(issuer.id, true);
  const redrawn = await download(issuer, next.uniqueId, 'pdf');
  expect(signedWith(redrawn)).toBe(key());
  expect(await verdictOf(redrawn)).toBe('genuine');
  expect(await verdictOf(await download(issuer, certificate.uniqueId, 'pdf'))).toBe('genuine');
});

it('a master key that leaked takes the issuers’ keys with it, and what the log had before stays genuine', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'certrace-leaked-'));
  const https = { NODE_ENV: 'production', APP_URL: 'https://certs.example.org' };
  testEnvironment({ ...https, KEYS_DIR: keys });
  const { issuer, certificate, file } = await issued();
  const [before, leaked] = [await file('pdf'), currentIssuerKey(issuer.id)];
  expect(() => beginNewOrigin(true)).toThrow('move master.key away');

  // Another path, so that nothing is cached, as in a new process.
  renameSync(keys, `${keys}-after`);
  rmSync(join(`${keys}-after`, 'master.key'));
  testEnvironment({ ...https, KEYS_DIR: `${keys}-after` });
  installDatabase(new Database(sqlite().serialize()));
  expect(beginNewOrigin(true)).toBe('certs.example.org/log/2');
  await makeCertificate(issuer, { allowDuplicate: true });
  const [old, current] = (await didOf(issuer)).verificationMethod;
  expect([typeof old?.revoked, current?.revoked]).toEqual(['string', undefined]);
  expect(await verdictOf(before)).toBe('genuine');
  const redrawn = await download(issuer, certificate.uniqueId, 'pdf');
  expect([signedWith(redrawn), await verdictOf(redrawn)]).toEqual([
    currentIssuerKey(issuer.id).multikey,
    'genuine',
  ]);
  setClock(() => Date.now() + 60_000);
  expect(await verdictOf(await signedBy(leaked, issuer))).toBe('unknown-issuer');
  rmSync(`${keys}-after`, { recursive: true });
});

it('the list of issuers is signed again with the site’s new key', async () => {
  await issued();
  await publishIssuers();
  const list = async () => (await (await fetchRaw('/.well-known/issuers.json')).json()) as JsonObject;
  const methodOf = async () => proofOf(await list())?.verificationMethod;
  const before = await methodOf();
  rotateIssuerKeys(undefined, true);
  await publishIssuers();
  expect(await methodOf()).not.toBe(before);
  expect(await methodOf()).toBe(currentIssuerKey('installation').verificationMethod);
  expect(JSON.stringify(await list())).toContain('"revoked":"20');
});

it('the command revokes the key of one issuer or of all, and does nothing with other options', async () => {
  const home = folders.make();
  openSite(home);
  const https = { NODE_ENV: 'production', APP_URL: 'https://certs.example.org' };
  testEnvironment({ ...placesIn(home), ...https });
  const [one, other] = [await issued(), await issued()];
  const ends = () =>
    sqlite()
      .prepare(
        'select owner, revoked_at is not null as revoked from issuer_keys where retired_at is not null',
      )
      .all();
  const run = (...args: string[]) => runScript(home, 'keys-rotate', args, https);
  expect(await run('--log', '--compromised')).toEqual({ code: 1, output: expect.stringMatching(/^Usage: /) });
  expect(await run('--compromised', '--issuer', one.issuer.id)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Made 1 new key\. The ones before are revoked: /),
  });
  expect(ends()).toEqual([{ owner: one.issuer.id, revoked: 1 }]);
  expect((await run('--compromised')).output).toMatch(/^Made 2 new keys\. /);
  expect(ends()).toContainEqual({ owner: other.issuer.id, revoked: 1 });
  expect((await didOf(one.issuer)).verificationMethod.map(({ revoked }) => typeof revoked)).toEqual([
    'string',
    'string',
    'undefined',
  ]);
});
