import {
  attachToPdf,
  authenticate,
  checkLogProof,
  encodeExtra,
  entryDigest,
  formatEntry,
  formatTlogProof,
  isObject,
  type JsonObject,
  parseVerifierKey,
  type Report,
  readAttachments,
  type Trust,
} from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { carriedFiles, issuerKey, trustIn } from '#tests/support/carried-files.ts';
import { memoryLog } from '#tests/support/memory-log.ts';

// These tests rewrite genuine files without breaking a signature.

let files: Awaited<ReturnType<typeof carriedFiles>>;
beforeAll(async () => {
  files = await carriedFiles();
});

const verify = (file: Uint8Array, overrides: Partial<Trust> = {}) =>
  authenticate(file, trustIn(files.log.vkey, overrides));
const of = (report: Report, id: string) => report.checks.find((check) => check.id === id);

/** Returns a document's status entry. */
function statusOf(document: JsonObject): JsonObject {
  if (!isObject(document.credentialStatus)) throw new Error('the credential has no status entry');
  return document.credentialStatus;
}

function rename(object: JsonObject, from: string, to: string) {
  object[to] = object[from];
  delete object[from];
}

describe('a credential in an unusual but equivalent JSON-LD form is altered, because a check could miss it', () => {
  const changes: [string, (document: JsonObject) => void][] = [
    ['an expiry date in a list', (it) => Object.assign(it, { validUntil: [it.validUntil] })],
    ['an expiry date twice', (it) => Object.assign(it, { validUntil: [it.validUntil, it.validUntil] })],
    [
      'a status entry under the full name of its term',
      (it) => rename(it, 'credentialStatus', 'https://www.w3.org/2018/credentials#credentialStatus'),
    ],
    ['a status entry in a list of lists', (it) => Object.assign(it, { credentialStatus: [[statusOf(it)]] })],
    ['an index in a list', (it) => Object.assign(statusOf(it), { statusListIndex: ['94567'] })],
    [
      'an index under the full name of its term',
      (it) =>
        rename(statusOf(it), 'statusListIndex', 'https://www.w3.org/ns/credentials/status#statusListIndex'),
    ],
    [
      'a status entry in two parts',
      (it) => {
        const { id, type, statusPurpose, ...rest } = statusOf(it);
        it.credentialStatus = [
          { id, type, statusPurpose },
          { id, type, ...rest },
        ];
      },
    ],
    [
      'a holder in two parts',
      (it) => {
        const { type, identifier, achievement } = it.credentialSubject as JsonObject;
        it.credentialSubject = [
          { id: '_:holder', type, identifier },
          { id: '_:holder', type, achievement },
        ];
      },
    ],
    ['an empty member', (it) => Object.assign(it, { description: null })],
    ['an empty list', (it) => Object.assign(it, { description: [] })],
  ];

  it.each(changes)('%s', async (_, change) => {
    const document: JsonObject = JSON.parse(Buffer.from(files.json).toString());
    change(document);
    const report = await verify(Buffer.from(JSON.stringify(document)), { now: Date.parse('2031-01-01') });
    expect([report.verdict, of(report, 'signature')?.passed]).toEqual(['altered', false]);
  });

  it('a member named __proto__', async () => {
    const text = Buffer.from(files.json).toString().replace('{', '{"__proto__":{"name":"Mallory"},');
    expect((await verify(Buffer.from(text))).verdict).toBe('altered');
  });

  it('a duplicate name, of which a program may read the first or the last value', async () => {
    const text = Buffer.from(files.json).toString();
    const twice = text.replace('"validUntil"', '"validUntil":"2090-01-01T00:00:00Z","validUntil"');
    const report = await verify(Buffer.from(twice));
    expect([report.verdict, report.checks[0]?.message]).toEqual([
      'unreadable',
      'The JSON has a duplicate name in an object.',
    ]);
    const inString = text.replace('"Ada Lovelace"', '"Ada: \\"Lovelace\\":"');
    expect((await verify(Buffer.from(inString))).verdict).toBe('altered');
  });

  it('except for a list of one status entry with a list of one type', async () => {
    const document: JsonObject = JSON.parse(Buffer.from(files.json).toString());
    const entry = statusOf(document);
    document.credentialStatus = [{ ...entry, type: [entry.type] }];
    const revoked = { logKeys: [], findStatus: async () => ({ revoked: true }) };
    expect((await verify(Buffer.from(JSON.stringify(document)), revoked)).verdict).toBe('revoked');
  });
});

it.each([
  ['space character', (text: string) => text.replace('{', '{ ')],
  ['duplicate name', (text: string) => text.replace('{', '{"type":"endobj 3 0 obj <</Type /Page>> endobj",')],
])('a manifest with an unsigned %s makes its PDF altered', async (_, change) => {
  const [credential, manifest, proof] = readAttachments(files.pdf) as [Buffer, Buffer, Buffer];
  const attach = (bytes: Buffer) =>
    attachToPdf(files.shownPdf, [
      {
        name: 'credential.json',
        mimeType: 'application/vc',
        description: 'The certificate as a signed Open Badges 3.0 credential',
        bytes: credential,
      },
      {
        name: 'file.json',
        mimeType: 'application/json',
        description: 'What this file shows, signed',
        bytes,
      },
      {
        name: 'log-proof.txt',
        mimeType: 'text/plain',
        description: 'Proof that it is in the log',
        bytes: proof,
      },
    ]).bytes;
  expect(Buffer.compare(attach(manifest), files.pdf)).toBe(0);
  const report = await verify(attach(Buffer.from(change(manifest.toString()))));
  expect([report.verdict, of(report, 'file')?.passed]).toEqual(['altered', false]);
});

it('a salt cannot contain the beginning of a document and prove the rest', () => {
  const log = memoryLog();
  const [salt, document] = [Buffer.alloc(16), Buffer.from('{"a":1}{"b":2}')];
  const entry = Buffer.from(formatEntry('issue', entryDigest(salt, document), '2026-01-31T12:00:00Z'));
  log.add(entry);
  const prove = (extra: Uint8Array) =>
    formatTlogProof({ extra, index: 0, hashes: [], checkpoint: log.checkpoint() });
  const key = parseVerifierKey(log.vkey);
  if (!key) throw new Error('no key');
  expect(checkLogProof(prove(encodeExtra(entry, salt)), document, ['issue'], [key]).passed).toBe(true);
  const longer = encodeExtra(entry, Buffer.concat([salt, document.subarray(0, 7)]));
  expect(checkLogProof(prove(longer), document.subarray(7), ['issue'], [key])).toMatchObject({
    passed: false,
  });
});

it('with only a pinned log, the revocation is checked with the issuer who signed', async () => {
  const report = await verify(files.pdf, {
    findIssuer: async () => ({ reason: 'No issuer was given.' }),
    logVouchesForIssuer: true,
    findStatus: async (_, issuer) => ({ revoked: issuer?.document.id === issuerKey.did }),
  });
  expect(report.verdict).toBe('revoked');
});
