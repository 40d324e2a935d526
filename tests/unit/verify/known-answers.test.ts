import {
  assertionKey,
  didDocument,
  hashLeaf,
  hashNode,
  isSignedBy,
  jcsHashes,
  parseMultikey,
  parseNote,
  parseVerifierKey,
  privateKeyFromSeed,
  proofOf,
  proofValue,
  type ReadNode,
  rdfcHashes,
  rootHash,
  verifyProof,
} from '@certrace/verify';
import { describe, expect, it } from 'vitest';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Returns the nodes of a tree over these leaf hashes, without a cache. */
const over =
  (leaves: Uint8Array[]): ReadNode =>
  (level, index) => {
    if (level > 0)
      return hashNode(over(leaves)(level - 1, index * 2), over(leaves)(level - 1, index * 2 + 1));
    const leaf = leaves[index];
    if (!leaf) throw new RangeError(`no leaf ${index}`);
    return leaf;
  };

it('the roots of the first eight trees equal the RFC 6962 reference vectors', () => {
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const leaves = entries.map((entry) => hashLeaf(Buffer.from(entry, 'hex')));
  expect(leaves.map((_, index) => hex(rootHash(index + 1, over(leaves))))).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]);
  expect(hex(rootHash(0, over([])))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it("the signed-note specification's example verifies", () => {
  const key = parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
  const note = parseNote(
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
  );
  if (!key || !note) throw new Error('does not parse');
  expect(isSignedBy(note, key)).toBe(true);
  expect(isSignedBy({ ...note, text: 'This is an example message!\n' }, key)).toBe(false);
});

describe("1EdTech's Open Badges 3.0 vector", () => {
  const options = {
    type: 'DataIntegrityProof',
    created: '2010-01-01T19:23:24Z',
    verificationMethod: 'https://example.edu/issuers/565049#z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi',
    cryptosuite: 'eddsa-rdfc-2022',
    proofPurpose: 'assertionMethod',
  };
  const document = {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: 'http://example.com/credentials/3527',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: {
      id: 'https://example.edu/issuers/565049',
      type: ['Profile'],
      url: 'https://www.imsglobal.org',
      name: 'Example Corp',
    },
    validFrom: '2010-01-01T00:00:00Z',
    name: 'Teamwork Badge',
    credentialSubject: {
      id: 'did:example:ebfeb1f712ebc6f1c276e12ec21',
      type: ['AchievementSubject'],
      achievement: {
        id: 'https://example.com/achievements/21st-century-skills/teamwork',
        type: ['Achievement'],
        criteria: {
          narrative:
            'Team members are nominated for this badge by their peers and recognized upon review by Example Corp management.',
        },
        description:
          'This badge recognizes the development of the capacity to collaborate within a group environment.',
        name: 'Teamwork',
      },
    },
  };
  const value = 'z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr';
  const seed = '6241a409e6707bb640a0140a8a32bc3d193c33a661747284d6adfa4ed4180be4';

  it('has the same hashes and the same signature byte for byte', async () => {
    const hashes = await rdfcHashes(document, options);
    expect(hashes.map(hex)).toEqual([
      'd34009cea0dbc1ca941e09dc01c8c9d3e3ce3c5b853f67ee44698dcea10f5d19',
      '87f65a76d40146205e3b3e06cb0fbd153f97f9ce70372390f52566bb7f9e0773',
    ]);
    expect(proofValue(hashes, privateKeyFromSeed(Buffer.from(seed, 'hex')))).toBe(value);
  });

  it('verifies with the key of its issuer, and fails after a change of one word', async () => {
    const signed = { ...document, proof: [{ ...options, proofValue: value }] };
    const issuer = document.issuer.id;
    const key = assertionKey(
      didDocument(issuer, ['z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi']),
      issuer,
      options.verificationMethod,
    );
    const proof = proofOf(signed);
    if (!key || !proof) throw new Error('no key');
    expect(await verifyProof(signed, proof, key)).toBe(true);
    expect(await verifyProof({ ...signed, name: 'Leadership Badge' }, proof, key)).toBe(false);
  });
});

it("W3C's eddsa-jcs-2022 vector has the same document hash and the same signature", async () => {
  const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'];
  const document = {
    '@context': contexts,
    id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
    type: ['VerifiableCredential', 'AlumniCredential'],
    name: 'Alumni Credential',
    description: 'A minimum viable example of an Alumni Credential.',
    issuer: 'https://vc.example/issuers/5678',
    validFrom: '2023-01-01T00:00:00Z',
    credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
  };
  const multikey = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2';
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: '2023-02-24T23:36:38Z',
    verificationMethod: `https://vc.example/issuers/5678#${multikey}`,
    proofPurpose: 'assertionMethod',
    '@context': contexts,
  };
  const value = 'z63t83Y53KfzJ5ZosfKTnqfMcKB2dmTrfjSaQjeNNjAD5srBowQfmWqeRb8rRjmeEuCBEsddF9LsVogtuTsijJKh4';
  expect(hex(jcsHashes(document, options)[1])).toBe(
    '59b7cb6251b8991add1ce0bc83107e3db9dbbab5bd2c28f687db1a03abc92f19',
  );
  const key = parseMultikey(multikey);
  const signed = { ...document, proof: { ...options, proofValue: value } };
  const proof = proofOf(signed);
  if (!key || !proof) throw new Error('no key');
  expect(await verifyProof(signed, proof, key)).toBe(true);
});
