import {
  canonicalQuads,
  type JsonObject,
  parseMultikey,
  proofOf,
  publicKeyOf,
  readFields,
  sha256,
  toMultikey,
  verifyProof,
} from '@certrace/verify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Badge,
  badgeDocument,
  badgeQuads,
  emailHash,
  signBadge,
} from '#app/credentials/badge.server.ts';
import { canonicalize } from '#app/credentials/canonical-quads.server.ts';
import { toColumn } from '#app/credentials/carried-fields.ts';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { logPrivateKey } from '#app/log/log-key.server.ts';
import { FIELD_KINDS, type FrozenField, type Visibility } from '#db/schema/fields.ts';
import { FROZEN } from '#tests/support/carried-files.ts';
import { openBadgeForm } from '#tests/support/open-badge-form.ts';

const MASTER = sha256('a master key of the tests');
const CREATED = '2026-01-31T12:00:00Z';
const key = signingKey(MASTER, 'https://certs.example.org', 'issuer-1', 1);

const badge: Badge = {
  id: 'https://certs.example.org/certificates/7K3M-9QZX-2HVB-4TND.json',
  issuer: { id: 'issuer-1', did: key.did, name: 'Example University' },
  studentName: 'Ada "Countess" Lovelace',
  studentEmail: 'Ada@Example.org',
  courseName: 'Analytical Engines',
  issueDate: '2026-01-31',
  expiryDate: '2030-01-31',
  salt: 'c2FsdCBvZiB0aGUgdGVzdHM',
  statusList: 'https://certs.example.org/credentials/status/1',
  statusIndex: 94_567,
};

/** Generates every text that a name may be (docs/product.md, Text), and more. */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((value) => value.isWellFormed()),
  fc.constantFrom('"\\', '\n\t\r\b\f', '\u007f\u0001', 'शिक्षा', '𝒜𝓭𝓪', '<b>&amp;', 'a\u2028b', 'café'),
);

const VALUES = {
  text,
  number: fc.oneof(
    fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map((value) => value + 0),
    fc.constantFrom(0, 12, 2.5, -0.25, 1e-7, 1.5e-7, 5e-324, 0.1 + 0.2, 1e12, 123456.789),
  ),
  date: fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31'),
  choice: text,
  boolean: fc.boolean(),
  picture: fc.constantFrom('0'.repeat(64), 'ab'.repeat(32)),
  running: fc.constantFrom('2026-00001', 'MT/3'),
};

const ownField = (kind: FrozenField['kind']): fc.Arbitrary<FrozenField> =>
  fc.record({
    key: fc.oneof(
      fc.constantFrom('credits', 'grade', 'score', 'licenceNumber', 'term', 'activityStart', 'activityEnd'),
      fc.constantFrom('hours', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'),
    ),
    name: text,
    kind: fc.constant(kind),
    visibility: fc.subarray<Visibility>(['certificate', 'verifiers', 'shared']),
    isSearched: fc.constant(true as const),
    value: VALUES[kind] as fc.Arbitrary<FrozenField['value']>,
  });

/** Fields of any kinds, each with a key of its own. */
const ownFields = fc.uniqueArray(fc.oneof(...FIELD_KINDS.map(ownField)), {
  selector: ({ key }) => key,
  maxLength: 12,
});

describe('the directly written canonical form', () => {
  it('equals the output of a JSON-LD processor for any names', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          studentName: text,
          courseName: text,
          issuerName: text,
          hasExpiry: fc.boolean(),
          completed: fc.option(fc.record({ title: text, rule: text, hours: fc.constantFrom(1, 2.5, 0.02) }), {
            nil: undefined,
          }),
        }),
        async ({ issuerName, hasExpiry, ...names }) => {
          const some = {
            ...badge,
            ...names,
            issuer: { ...badge.issuer, name: issuerName },
            expiryDate: hasExpiry ? '2030-01-31' : null,
          };
          expect(canonicalize(badgeQuads(some))).toBe(await canonicalQuads(badgeDocument(some)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('equals the output of a JSON-LD processor for any own fields, which are read back as they were', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(ownFields, async (frozen) => {
        const some = { ...badge, fields: toColumn(frozen) };
        const document = badgeDocument(some);
        expect(canonicalize(badgeQuads(some))).toBe(await canonicalQuads(document));
        const parsed = JSON.parse(JSON.stringify(document));
        const isSeen = ({ visibility }: FrozenField) => visibility.some((audience) => audience !== 'shared');
        expect(openBadgeForm.safeParse(parsed).error).toBeUndefined();
        expect(readFields(parsed)).toEqual(frozen.filter(isSeen).map(({ isSearched: _, ...field }) => field));
      }),
      { numRuns: 60 },
    );
  });

  it('rejects indistinguishable blank nodes', () => {
    expect(() =>
      canonicalize([
        ['_:one', '<p>', '"same"'],
        ['_:two', '<p>', '"same"'],
      ]),
    ).toThrow('same quads');
  });
});

it('a signed credential verifies with its issuer’s key', async () => {
  const signed = JSON.parse((await signBadge(badge, key, CREATED)).toString());
  const publicKey = parseMultikey(key.multikey);
  const proof = proofOf(signed);
  if (!proof || !publicKey) throw new Error('no proof');
  expect(await verifyProof(signed, proof, publicKey)).toBe(true);
  expect(JSON.stringify(signed)).not.toContain('Ada@Example.org');
  expect(signed.credentialSubject.identifier[0].identityHash).toBe(emailHash('ada@example.org', badge.salt));
});

it('has own fields where Open Badges has a place for them, and the others in a term of the site', async () => {
  const signed = (await signBadge({ ...badge, fields: toColumn(FROZEN) }, key, CREATED)).toString();
  expect(signed).not.toMatch(/SEEN-|"ward"|staffNumber/);
  const { '@context': contexts, credentialSubject } = JSON.parse(signed);
  expect(contexts[2]).toBe('https://certs.example.org/contexts/fields/v1');
  const { achievement, fields, ...subject } = credentialSubject;
  const [grade, score] = [`${achievement.id}#grade`, `${achievement.id}#score`];
  expect(subject).toMatchObject({
    creditsEarned: 2.5,
    licenseNumber: 'L-1',
    term: 'Spring 2026',
    activityStartDate: '2026-01-05T00:00:00Z',
    activityEndDate: '2026-01-30T00:00:00Z',
    result: [
      { type: ['Result'], resultDescription: grade, value: 'Merit' },
      { type: ['Result'], resultDescription: score, value: '87.5' },
    ],
  });
  expect(achievement.resultDescription).toEqual([
    { id: grade, type: ['ResultDescription'], name: 'Grade', resultType: 'Result' },
    { id: score, type: ['ResultDescription'], name: 'Score', resultType: 'RawScore' },
  ]);
  expect(fields.map(({ key, value }: JsonObject) => [key, value])).toEqual([
    ['hours', '12.5'],
    ['points', '0.30000000000000004'],
    ['examined', '2026-01-13'],
    ['passed', 'true'],
    ['level', 'Gold'],
    ['photo', 'ab'.repeat(32)],
    ['serial', '2026-00042'],
    ['place', 'Tromsø'],
    ...['credits', 'licenceNumber', 'grade', 'score', 'term', 'activityStart', 'activityEnd'].map((at) => [
      at,
      undefined,
    ]),
  ]);
});

it('a status list verifies with its issuer’s key', async () => {
  const bits = Buffer.alloc(16_384);
  bits[94_567 >> 3] = 0x80 >> (94_567 & 7);
  const signed = JSON.parse((await signStatusList(badge.statusList, bits, key, CREATED)).toString());
  const publicKey = parseMultikey(key.multikey);
  const proof = proofOf(signed);
  if (!proof || !publicKey) throw new Error('no proof');
  expect(await verifyProof(signed, proof, publicKey)).toBe(true);
});

describe('keys', () => {
  it('depend only on the master key, the issuer, the version and the purpose', () => {
    const of = (issuer: string | null, version: number) =>
      signingKey(MASTER, 'https://certs.example.org', issuer, version).multikey;
    expect(of('issuer-1', 1)).toBe(key.multikey);
    expect(new Set([of('issuer-1', 1), of('issuer-1', 2), of('issuer-2', 1), of(null, 1)]).size).toBe(4);
    const logKey = (origin: string) => toMultikey(publicKeyOf(logPrivateKey(MASTER, origin)));
    expect(logKey('a.example/log')).not.toBe(logKey('a.example/log/2'));
  });

  it('have a did:web identifier under https, and did:key otherwise', () => {
    expect(key.did).toBe('did:web:certs.example.org:issuers:issuer-1');
    expect(signingKey(MASTER, 'https://certs.example.org:8443', null, 1).did).toBe(
      'did:web:certs.example.org%3A8443',
    );
    const local = signingKey(MASTER, 'http://localhost:3000', 'issuer-1', 1);
    expect(local.did).toBe(`did:key:${local.multikey}`);
    expect(local.verificationMethod).toBe(`${local.did}#${local.multikey}`);
  });
});
