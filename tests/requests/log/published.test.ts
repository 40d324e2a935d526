import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  assertionKey,
  authenticate,
  checkLogProof,
  decodeBundle,
  didDocument,
  EMPTY_ROOT,
  hashLeaf,
  hashNode,
  type JsonObject,
  openCheckpoint,
  parseEntry,
  parseMultikey,
  parseVerifierKey,
  proofOf,
  type ReadNode,
  readCheckpoint,
  readStatus,
  rootHash,
  statusEntries,
  verifyProof,
} from '@certrace/verify';
import { describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import { rotateLogKey } from '#app/credentials/new-origin.server.ts';
import { currentLog, originDigest } from '#app/log/log.server.ts';
import { createFirstKeys } from '#app/log/read-log.server.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { ownLog } from '#tests/support/own-log.ts';
import { startServer } from '#tests/support/server.ts';

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function issued() {
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer);
  const read = async (format: string) => {
    const response = await fetchRaw(`/certificates/${certificate.uniqueId}.${format}`, {
      headers: { cookie: issuer.cookie },
    });
    expect(response.status, format).toBe(200);
    return response;
  };
  return { issuer, certificate, read };
}

function logKey() {
  const key = parseVerifierKey(currentLog()?.verifierKey ?? '');
  if (!key) throw new Error('no log');
  return key;
}

describe('a certificate’s credential and log proof', () => {
  it('have the access rules of its files, and the proof covers the credential', async () => {
    const { certificate, read } = await issued();
    const response = await read('json');
    expect(response.headers.get('Content-Type')).toBe('application/vc');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const proof = await (await read('tlog-proof')).text();
    expect(checkLogProof(proof, await bytesOf(response), ['issue'], [logKey()])).toMatchObject({
      passed: true,
    });
    expect((await fetchRaw(`/certificates/${certificate.uniqueId}.json`)).status).toBe(403);
    expect((await fetchRaw(`/certificates/${certificate.uniqueId}.tlog-proof`)).status).toBe(403);
  });
});

describe('the PDF and the PNG', () => {
  it.each(['pdf', 'png'])('contain a genuine credential with its log proof (%s)', async (format) => {
    const { issuer, read } = await issued();
    const file = await bytesOf(await read(format));
    const credential = (await (await read('json')).json()) as { issuer: { id: string } };
    const did = credential.issuer.id;
    const report = await authenticate(file, {
      findIssuer: async (asked) =>
        asked === did
          ? { document: didDocument(did, [did.slice(8)]), name: issuer.name, approvedSince: null }
          : undefined,
      logKeys: [logKey()],
      findStatus: async () => ({ revoked: false }),
      now: Date.now(),
    });
    expect(report.checks.filter(({ passed }) => passed !== true)).toEqual([]);
    expect(report.verdict).toBe('genuine');
  });
});

describe('the log', () => {
  it('publishes entries that hash to the root of its checkpoint', async () => {
    const { issuer } = await issued();
    for (let count = 0; count < 5; count += 1) await makeCertificate(issuer);
    const note = await (await fetchRaw('/log/checkpoint')).text();
    const checkpoint = openCheckpoint(note, logKey());
    if (!checkpoint) throw new Error('the checkpoint does not open');
    expect(checkpoint.size).toBe(7);
    const bundle = await fetchRaw(`/log/tile/entries/000.p/${checkpoint.size}`);
    expect(bundle.headers.get('Cache-Control')).toContain('immutable');
    const leaves = (decodeBundle(await bytesOf(bundle)) ?? []).map(hashLeaf);
    const read: ReadNode = (level, index) =>
      level === 0
        ? (leaves[index] as Uint8Array)
        : hashNode(read(level - 1, index * 2), read(level - 1, index * 2 + 1));
    expect(Buffer.from(rootHash(leaves.length, read))).toEqual(Buffer.from(checkpoint.root));
    const tile = await bytesOf(await fetchRaw('/log/tile/0/000.p/7'));
    expect(Buffer.from(tile)).toEqual(Buffer.concat(leaves));
  });

  it('publishes the checkpoint to which the first entry of a new log commits', async () => {
    const { issuer } = await issued();
    const closed = currentLog()?.checkpoint ?? '';
    rotateLogKey();
    await makeCertificate(issuer);
    const [entry] = decodeBundle(await bytesOf(await fetchRaw('/log/2/tile/entries/000.p/2'))) ?? [];
    const previous = await fetchRaw('/log/2/previous');
    expect(await previous.text()).toBe(closed);
    expect(previous.headers.get('Cache-Control')).toContain('immutable');
    expect(parseEntry(entry ?? new Uint8Array())).toMatchObject({
      type: 'origin',
      digest: originDigest(closed),
    });
    for (const number of ['1', '3', 'x']) {
      expect((await fetchRaw(`/log/${number}/previous`)).status, number).toBe(404);
    }
  });

  it.each(['0/000.p/8', '0/000', '0/000.p/0', '0/000.p/07', '1/000.p/1', 'entries/001.p/1', 'x'])(
    'responds 404 to the tile %s',
    async (path) => {
      await issued();
      expect((await fetchRaw(`/log/tile/${path}`)).status).toBe(404);
    },
  );
});

it('sets the bit of a revoked certificate in the signed status list', async () => {
  const { issuer, certificate, read } = await issued();
  const credential = (await (await read('json')).json()) as JsonObject;
  const [entry] = statusEntries(credential) ?? [];
  if (!entry) throw new Error('no status entry');
  const path = new URL(entry.list).pathname;
  const list = async () => {
    const response = await fetchRaw(path);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60');
    return (await response.json()) as JsonObject;
  };
  expect(readStatus(await list(), entry.index)).toBe(false);
  revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'An error' });
  const revoked = await list();
  expect(readStatus(revoked, entry.index)).toBe(true);
  expect(readStatus(revoked, (entry.index + 1) % 131_072)).toBe(false);
  // Bitstring Status List 1.0: `ttl` is in milliseconds.
  expect(Date.parse(String(revoked.validUntil)) - Date.parse(String(revoked.validFrom))).toBe(24 * 3_600_000);
  expect(revoked.credentialSubject).toMatchObject({ ttl: 300_000 });
  const did = String(revoked.issuer);
  const [proof, key] = [proofOf(revoked), parseMultikey(did.slice('did:key:'.length))];
  if (!proof || !key) throw new Error('not signed');
  expect(await verifyProof(revoked, proof, key)).toBe(true);
});

it('publishes the signing keys of issuers and of the installation in DID documents', async () => {
  const { issuer, certificate, read } = await issued();
  await payFor(await makeVerifier(), certificate.uniqueId);
  const credential = (await (await read('json')).json()) as JsonObject & { issuer: { id: string } };
  const document = (await (await fetchRaw(`/issuers/${issuer.id}/did.json`)).json()) as JsonObject;
  const method = proofOf(credential)?.verificationMethod ?? '';
  expect(assertionKey(document, credential.issuer.id, method)).not.toBeNull();
  expect((await fetchRaw('/.well-known/did.json')).status).toBe(200);
  for (const id of ['nobody', 'installation']) {
    expect((await fetchRaw(`/issuers/${id}/did.json`)).status, id).toBe(404);
  }
});

describe('before its first entry', () => {
  const get = async (path: string) => (await fetchRaw(path)).text();

  it('the log has a signed checkpoint of size 0, and the site a DID document, with the keys that sign later', async () => {
    createFirstKeys();
    const [note, document] = [await get('/log/checkpoint'), await get('/.well-known/did.json')];
    expect(readCheckpoint(note)).toEqual({ origin: 'localhost:3000/log', size: 0, root: EMPTY_ROOT });
    for (const path of [
      '/log/tile/0/000.p/1',
      '/log/tile/entries/000',
      '/log/previous',
      '/log/2/checkpoint',
    ]) {
      expect((await fetchRaw(path)).status, path).toBe(404);
    }
    const { certificate } = await issued();
    await payFor(await makeVerifier(), certificate.uniqueId);
    const key = parseVerifierKey(ownLog().verifierKey);
    if (!key) throw new Error('no key');
    expect(openCheckpoint(note, key)?.size).toBe(0);
    expect(openCheckpoint(await get('/log/checkpoint'), key)?.size).toBeGreaterThan(0);
    expect(await get('/.well-known/did.json')).toBe(document);
  });

  it('/log shows the key and the empty checkpoint', async () => {
    createFirstKeys();
    const page = await get('/log');
    expect(page).toContain('Verification key');
    expect(page).toContain('No entries yet');
    expect(page).toMatch(/localhost:3000\/log\n0\n/);
  });

  it('a server that has just started publishes both', async () => {
    const server = await startServer();
    try {
      const note = await (await fetch(`${server.url}/log/checkpoint`)).text();
      const document = await fetch(`${server.url}/.well-known/did.json`);
      expect([readCheckpoint(note)?.size, document.status]).toEqual([0, 200]);
      expect(await document.json()).toHaveProperty('assertionMethod');
      const [key = ''] = /localhost:\d+\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+/.exec(
        await (await fetch(`${server.url}/log`)).text(),
      ) ?? [''];
      const mirror = mkdtempSync(join(tmpdir(), 'certrace-empty-'));
      const audit = ['examples/audit.ts', `${server.url}/log`, '--mirror', mirror, '--key', key];
      const run = await promisify(execFile)(process.execPath, audit);
      expect(run.stdout).toContain('is consistent: 0 entries');
      rmSync(mirror, { recursive: true });
    } finally {
      await server.stop();
    }
  });

  it('no keys are created for a database that has lost its keys', async () => {
    await issued();
    rmSync(env().KEYS_DIR, { recursive: true });
    createFirstKeys();
    expect(existsSync(env().KEYS_DIR)).toBe(false);
  });
});
