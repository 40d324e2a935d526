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
import type { FrozenField, Visibility } from '#db/schema/fields.ts';
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

const frozenField = (
  kind: FrozenField['kind'],
  key: string,
  name: string,
  value: FrozenField['value'],
  visibility: Visibility[] = ['certificate', 'verifiers'],
): FrozenField => ({ key, name, kind, visibility, value });

/** A value of each kind, in each place of Open Badges, and for each audience. */
export const FROZEN: FrozenField[] = [
  frozenField('number', 'hours', 'Hours', 12.5),
  frozenField('number', 'points', 'Points', 0.1 + 0.2, ['verifiers']),
  frozenField('date', 'examined', 'Examined on', '2026-01-13'),
  frozenField('boolean', 'passed', 'Passed at once', true),
  frozenField('choice', 'level', 'Level', 'Gold'),
  frozenField('picture', 'photo', 'Photo', 'ab'.repeat(32)),
  frozenField('running', 'serial', 'Serial number', '2026-00042'),
  frozenField('text', 'place', 'Place', 'Tromsø'),
  frozenField('number', 'credits', 'ECTS', 2.5),
  frozenField('text', 'licenceNumber', 'Licence', 'L-1', ['verifiers']),
  frozenField('text', 'grade', 'Grade', 'Merit'),
  frozenField('number', 'score', 'Score', 87.5),
  frozenField('text', 'term', 'Term', 'Spring 2026'),
  frozenField('date', 'activityStart', 'From', '2026-01-05'),
  frozenField('date', 'activityEnd', 'To', '2026-01-30'),
  frozenField('text', 'ward', 'Ward', 'SEEN-WHEN-SHARED', ['shared']),
  frozenField('text', 'staffNumber', 'Staff number', 'SEEN-BY-THE-ISSUER', []),
];

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
