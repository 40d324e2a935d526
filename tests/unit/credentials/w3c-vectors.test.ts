import {
  CONTEXTS,
  canonicalQuads,
  decodeBase58,
  type JsonObject,
  parseMultikey,
  privateKeyFromSeed,
  proofOf,
  proofValue,
  publicKeyOf,
  rdfcHashes,
  toMultikey,
  verifyProof,
} from '@certrace/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Quad } from '#app/credentials/canonical-quads.server.ts';
import { signDocument } from '#app/credentials/sign-document.server.ts';

// This is the example in appendix B.1 of W3C's Data Integrity EdDSA Cryptosuites v1.0 (eddsa-rdfc-2022).
const EXAMPLES = 'https://www.w3.org/ns/credentials/examples/v2';
const PUBLIC_KEY = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2';
const SECRET_KEY = 'z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq';
const PROOF_HASH = '4c4d3890a157f8d611b13c265c2c22f39aa0a567c7c7dd9ba3e45cd579784eeb';
const DOCUMENT_HASH = '517744132ae165a5349155bef0bb0cf2258fff99dfe1dbd914b938d775a36017';
const VALUE = 'z21EVs3eXERqTn4acNHT9viboqgzUaQ3kTmhPT3eA8qrVPE7CrQq78WkzctnMX5W4CrzcKnHw8V6dvy5pgWYCU5e9';

const unsecured: JsonObject = {
  '@context': ['https://www.w3.org/ns/credentials/v2', EXAMPLES],
  id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
  type: ['VerifiableCredential', 'AlumniCredential'],
  name: 'Alumni Credential',
  description: 'A minimum viable example of an Alumni Credential.',
  issuer: 'https://vc.example/issuers/5678',
  validFrom: '2023-01-01T00:00:00Z',
  credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
};
const options = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2023-02-24T23:36:38Z',
  verificationMethod: `https://vc.example/issuers/5678#${PUBLIC_KEY}`,
  proofPurpose: 'assertionMethod',
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const privateKey = privateKeyFromSeed(Buffer.from(decodeBase58(SECRET_KEY.slice(1)) ?? []).subarray(2));

// The example uses a vocabulary of its own, which the program does not include.
const contexts = CONTEXTS as Map<string, unknown>;
beforeAll(() => {
  contexts.set(EXAMPLES, { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } });
});
afterAll(() => {
  contexts.delete(EXAMPLES);
});

it('hashes and signature equal the vector byte for byte', async () => {
  expect(toMultikey(publicKeyOf(privateKey))).toBe(PUBLIC_KEY);
  const hashes = await rdfcHashes(unsecured, options);
  expect(hashes.map(hex)).toEqual([PROOF_HASH, DOCUMENT_HASH]);
  expect(proofValue(hashes, privateKey)).toBe(VALUE);
});

it('the vector verifies, and fails after a change of one word', async () => {
  const signed = { ...unsecured, proof: { ...options, proofValue: VALUE } };
  const [key, proof] = [parseMultikey(PUBLIC_KEY), proofOf(signed)];
  if (!key || !proof) throw new Error('no key');
  expect(await verifyProof(signed, proof, key)).toBe(true);
  expect(await verifyProof({ ...signed, name: 'Another' }, proof, key)).toBe(false);
});

it('the signing function for certificates produces the vector’s signature', async () => {
  const quads = (await canonicalQuads(unsecured))
    .trimEnd()
    .split('\n')
    .map((line): Quad => {
      const [, subject, predicate, object] = /^(\S+) (\S+) (.*) \.$/.exec(line) ?? [];
      return [subject ?? '', predicate ?? '', object ?? ''];
    });
  const key = {
    did: 'https://vc.example/issuers/5678',
    verificationMethod: options.verificationMethod,
    privateKey,
  };
  const signed = JSON.parse((await signDocument(unsecured, quads, key, options.created)).toString());
  expect(signed.proof).toEqual([{ ...options, proofValue: VALUE }]);
});

// These are the examples in appendix A.1 and A.2 of W3C's Data Integrity ECDSA Cryptosuites v1.0 (ecdsa-rdfc-2019).
it.each([
  [
    'P-256',
    'zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP',
    'zaHXrr7AQdydBk3ahpCDpWbxfLokDqmCToYm2dyWvpcFVyWooC2he63w1f7UNQoAMKdhaRtcnaE2KTo5o5vTCcfw',
  ],
  [
    'P-384',
    'z82LkuBieyGShVBhvtE2zoiD6Kma4tJGFtkAhxR5pfkp5QPw4LutoYWhvQCnGjdVn14kujQ',
    'z967Mvv5bxtmLNqTzPZ8KmJjFmFXaAKeQNzq7GWnQkMcLtaGSSmuozE5WtJ8PipMe178B1tE28K1vsJur9bGVJhz6jgSJsRHFSQeqgH8hhjcg8gZDFJC1b9FsR5ggNmDBqHv',
  ],
])(
  'the vector of ecdsa-rdfc-2019 with %s verifies, and fails after a change of one word',
  async (_, multikey, value) => {
    const method = `did:key:${multikey}#${multikey}`;
    const proof = {
      ...options,
      cryptosuite: 'ecdsa-rdfc-2019',
      verificationMethod: method,
      proofValue: value,
    };
    const signed = { ...unsecured, proof };
    const [key, read] = [parseMultikey(multikey), proofOf(signed)];
    if (!key || !read) throw new Error('no key');
    expect(await verifyProof(signed, read, key)).toBe(true);
    expect(await verifyProof({ ...signed, name: 'Another' }, read, key)).toBe(false);
    expect(await verifyProof(signed, read, parseMultikey(PUBLIC_KEY) ?? key)).toBe(false);
  },
);
