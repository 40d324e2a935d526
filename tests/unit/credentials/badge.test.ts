import {
  canonicalQuads,
  parseMultikey,
  proofOf,
  publicKeyOf,
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
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { logPrivateKey } from '#app/log/log-key.server.ts';

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
