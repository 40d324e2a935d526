/** Makes a certificate's signed files without a server, for tests of their verification. */
import {
  carryInPdf,
  carryInPng,
  didDocument,
  type KnownIssuer,
  parseVerifierKey,
  sha256,
  shownOf,
  type Trust,
} from '@certrace/verify';
import { type Badge, signBadge } from '#app/credentials/badge.server.ts';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { memoryLog } from './memory-log.ts';

const CREATED = '2026-01-31T12:00:00Z';
const APP_URL = 'https://certs.example.org';

export const issuerKey = signingKey(sha256('a master key of the tests'), APP_URL, 'issuer-1', 1);

export const badge: Badge = {
  id: `${APP_URL}/certificates/7K3M-9QZX-2HVB-4TND.json`,
  issuer: { id: 'issuer-1', did: issuerKey.did, name: 'Example University' },
  studentName: 'Ada Lovelace',
  studentEmail: 'ada@example.org',
  courseName: 'Analytical Engines',
  issueDate: '2026-01-31',
  expiryDate: '2030-01-31',
  salt: 'c2FsdCBvZiB0aGUgdGVzdHM',
  statusList: `${APP_URL}/credentials/status/1`,
  statusIndex: 94_567,
};

export const knownIssuer: KnownIssuer = {
  document: didDocument(issuerKey.did, [issuerKey.multikey]),
  name: 'Example University',
  approvedSince: '2026-01-01',
};

/** What a forger writes into a manifest: that the page shows what the credential says. */
export const claimed = (credential: Uint8Array) => ({
  credential,
  shows: shownOf(JSON.parse(Buffer.from(credential).toString())) ?? undefined,
});

/** Draws and signs the PDF, PNG and JSON of a certificate, and logs it in a memory log. */
export async function carriedFiles(overrides: Partial<Badge> = {}, key = issuerKey) {
  const log = memoryLog('certs.example.org/log');
  for (let index = 0; index < 5; index += 1) log.issue(Buffer.from(`another document ${index}`));
  const json = await signBadge({ ...badge, ...overrides }, key, CREATED);
  log.issue(json, CREATED);
  for (let index = 0; index < 7; index += 1) log.issue(Buffer.from(`a later document ${index}`));
  const drawing = {
    uniqueId: '7K3M9QZX2HVB4TND',
    studentName: badge.studentName,
    courseName: badge.courseName,
    issuerName: badge.issuer.name,
    issueDate: badge.issueDate,
    expiryDate: badge.expiryDate,
    verifyUrl: `${APP_URL}/verify?id=7K3M-9QZX-2HVB-4TND`,
    layoutVersion: 1,
    design: null,
    revokedAt: null,
  };
  const proof = log.proof(5);
  const carried = { credential: json, proof: Buffer.from(proof) };
  const signer = {
    issuer: key.did,
    verificationMethod: key.verificationMethod,
    privateKey: key.privateKey,
  };
  const [shownPdf, shownPng] = [new Uint8Array(certificatePdf(drawing)), certificatePng(drawing)];
  return {
    log,
    json: new Uint8Array(json),
    proof,
    signer,
    carried,
    drawing,
    shownPdf,
    shownPng,
    pdf: carryInPdf(shownPdf, carried, signer, CREATED),
    png: carryInPng(shownPng, carried, signer, CREATED),
  };
}

/** Options that trust the issuer and the log of these files. */
export function trustIn(vkey: string, overrides: Partial<Trust> = {}): Trust {
  const key = parseVerifierKey(vkey);
  return {
    findIssuer: async (did) => (did === issuerKey.did ? knownIssuer : undefined),
    logKeys: key ? [key] : [],
    findStatus: async () => ({ revoked: false }),
    now: Date.parse('2026-06-01T00:00:00Z'),
    ...overrides,
  };
}
