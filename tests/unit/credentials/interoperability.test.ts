/** Checks the credentials with a second implementation: @digitalbazaar/vc shares no cryptography with ours. */

import { didDocument, type JsonObject, knownContext } from '@certrace/verify';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { beforeAll, describe, expect, it } from 'vitest';
import { signBadge } from '#app/credentials/badge.server.ts';
import { toColumn } from '#app/credentials/carried-fields.ts';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { badge, FROZEN, issuerKey } from '#tests/support/carried-files.ts';

const CREATED = '2026-01-31T12:00:00Z';
const other = signingKey(Buffer.alloc(32, 7), 'https://certs.example.org', 'issuer-2', 1);

/** Returns the bundled contexts and the documents of the two issuers, and nothing from the network. */
async function documentLoader(url: string) {
  const of = (did: string, multikey: string) => {
    const document = didDocument(did, [multikey]);
    if (url === did) return document;
    return {
      '@context': 'https://w3id.org/security/multikey/v1',
      id: `${did}#${multikey}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey,
    };
  };
  const document = url.startsWith(issuerKey.did)
    ? of(issuerKey.did, issuerKey.multikey)
    : url.startsWith(other.did)
      ? of(other.did, other.multikey)
      : knownContext(url);
  if (!document) throw new Error(`not at hand: ${url}`);
  return { contextUrl: null, documentUrl: url, document };
}

async function accepts(credential: unknown): Promise<boolean> {
  const result = await vc.verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader,
    now: new Date('2026-06-01T00:00:00Z'),
    checkStatus: async () => ({ verified: true }),
  });
  return result.verified;
}

let signed: string;
let withFields: string;
beforeAll(async () => {
  signed = (await signBadge(badge, issuerKey, CREATED)).toString();
  withFields = (await signBadge({ ...badge, fields: toColumn(FROZEN) }, issuerKey, CREATED)).toString();
});

it('@digitalbazaar/vc accepts an issued credential, with and without an expiry', async () => {
  expect(await accepts(JSON.parse(signed))).toBe(true);
  const open = await signBadge({ ...badge, expiryDate: null }, issuerKey, CREATED);
  expect(await accepts(JSON.parse(open.toString()))).toBe(true);
});

it('@digitalbazaar/vc accepts a credential with own fields', async () => {
  expect(await accepts(JSON.parse(withFields))).toBe(true);
});

// biome-ignore lint/suspicious/noExplicitAny: the tests change any member of the document
type Tampered = any;

describe('@digitalbazaar/vc rejects a credential after a change of', () => {
  const cases: [string, (it: Tampered) => void][] = [
    ['the student', (it) => (it.credentialSubject.identifier[1].identityHash = 'Mallory')],
    [
      'the email’s hash',
      (it) => (it.credentialSubject.identifier[0].identityHash = `sha256$${'0'.repeat(64)}`),
    ],
    ['the email’s salt', (it) => (it.credentialSubject.identifier[0].salt = 'x')],
    ['the flag of the hashed email', (it) => (it.credentialSubject.identifier[0].hashed = false)],
    ['the number of identifiers', (it) => it.credentialSubject.identifier.pop()],
    ['the subject’s ID', (it) => (it.credentialSubject.id = 'did:example:mallory')],
    ['the course', (it) => (it.credentialSubject.achievement.name = 'Medicine')],
    ['the course’s ID', (it) => (it.credentialSubject.achievement.id = 'urn:uuid:0')],
    ['the description', (it) => (it.credentialSubject.achievement.description = 'Medicine')],
    ['the criteria', (it) => (it.credentialSubject.achievement.criteria.narrative = 'Paid for it')],
    [
      'the kind of achievement',
      (it) => (it.credentialSubject.achievement.achievementType = 'DoctoralDegree'),
    ],
    ['the title', (it) => (it.name = 'Medicine')],
    ['the issuer’s name', (it) => (it.issuer.name = 'Oxford')],
    ['the issuer', (it) => (it.issuer.id = other.did)],
    ['the ID', (it) => (it.id = 'https://certs.example.org/certificates/0000-0000-0000-0000.json')],
    ['the types', (it) => it.type.push('EndorsementCredential')],
    ['the start of validity', (it) => (it.validFrom = '2020-01-31T00:00:00Z')],
    ['the end of validity', (it) => (it.validUntil = '2040-01-31T23:59:59Z')],
    ['the end of validity to none', (it) => delete it.validUntil],
    ['the date of award', (it) => (it.awardedDate = '2020-01-31T00:00:00Z')],
    ['the status index', (it) => (it.credentialStatus.statusListIndex = '1')],
    ['the status list', (it) => (it.credentialStatus.statusListCredential = 'https://evil.example/1')],
    ['the status purpose', (it) => (it.credentialStatus.statusPurpose = 'suspension')],
    ['the time of signing', (it) => (it.proof[0].created = '2020-01-31T12:00:00Z')],
    ['the purpose of the proof', (it) => (it.proof[0].proofPurpose = 'authentication')],
    ['the key', (it) => (it.proof[0].verificationMethod = other.verificationMethod)],
    ['the signature', (it) => (it.proof[0].proofValue = it.proof[0].proofValue.replace(/.$/, '1'))],
    ['the signature to none', (it) => (it.proof = [])],
    ['the contexts', (it) => it['@context'].pop()],
  ];

  it.each(cases)('%s', async (_, tamper) => {
    const credential = JSON.parse(signed) as JsonObject;
    tamper(credential);
    expect(JSON.stringify(credential)).not.toBe(signed);
    expect(await accepts(credential)).toBe(false);
  });
});

describe('@digitalbazaar/vc rejects a credential after a change of', () => {
  const own = (it: Tampered, key: string) =>
    it.credentialSubject.fields.find((field: Tampered) => field.key === key);
  const cases: [string, (it: Tampered) => void][] = [
    ['a number', (it) => (own(it, 'hours').value = '120.5')],
    ['the last digit of a number', (it) => (own(it, 'points').value = '0.30000000000000003')],
    ['a date', (it) => (own(it, 'examined').value = '2026-01-12')],
    ['yes to no', (it) => (own(it, 'passed').value = 'false')],
    ['a picture', (it) => (own(it, 'photo').value = '0'.repeat(64))],
    ['the name of a field', (it) => (own(it, 'hours').name = 'Days')],
    ['the key of a field', (it) => (own(it, 'hours').key = 'days')],
    ['who sees a field', (it) => own(it, 'hours').visibility.push('shared')],
    ['the kind of a field', (it) => (own(it, 'place').type = 'ChoiceField')],
    ['a field to none', (it) => it.credentialSubject.fields.shift()],
    ['the credits', (it) => (it.credentialSubject.creditsEarned = 25)],
    ['the licence number', (it) => (it.credentialSubject.licenseNumber = 'L-2')],
    ['the grade', (it) => (it.credentialSubject.result[0].value = 'Distinction')],
    ['what the grade is of', (it) => (it.credentialSubject.achievement.resultDescription[0].name = 'Rank')],
    ['the term', (it) => delete it.credentialSubject.term],
    ['the start', (it) => (it.credentialSubject.activityStartDate = '2020-01-01T00:00:00Z')],
    ['the host of the context', (it) => (it['@context'][2] = 'https://evil.example/contexts/fields/v1')],
  ];

  it.each(cases)('%s', async (_, tamper) => {
    const credential = JSON.parse(withFields) as JsonObject;
    tamper(credential);
    expect(JSON.stringify(credential)).not.toBe(withFields);
    expect(await accepts(credential)).toBe(false);
  });
});
