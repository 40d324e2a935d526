import {
  authenticate,
  bakePng,
  encodeStatusList,
  type JsonObject,
  offlineTrust,
  type Pins,
  type Report,
  STATUS_LIST_LENGTH,
} from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { carriedFiles } from '#tests/support/carried-files.ts';
import {
  bytesOf,
  DATA_INTEGRITY,
  ED25519_2020,
  type ForeignKey,
  foreignBadge,
  foreignKey,
  isValidElsewhere,
  jwsKey,
  messageOf,
  OPEN_BADGES,
  signAsToken,
  signForeign,
  V1,
  V2,
} from '#tests/support/foreign-badges.ts';

// Badges of issuers whose programs are older or newer than the usual ones: what can be verified is, as @digitalbazaar/vc does, and the
// reason names what cannot.

const NOW = Date.parse('2026-06-01T00:00:00Z');
const STATUS_2021 = 'https://w3id.org/vc/status-list/2021/v1';

let key: ForeignKey;
beforeAll(async () => {
  key = await foreignKey('ed25519');
});

const check = (file: unknown, pins: Pins = { dids: [key.did] }): Promise<Report> =>
  authenticate(bytesOf(file), offlineTrust(pins, NOW));

describe('a proof of the type Ed25519Signature2020', () => {
  it.each([
    ['VC 1.1 and Open Badges 3.0.0', [V1, `${OPEN_BADGES}/context.json`]],
    ['VC 1.1 and Open Badges 3.0.1', [V1, `${OPEN_BADGES}/context-3.0.1.json`]],
    ['VC 1.1 and Open Badges 3.0.3', [V1, `${OPEN_BADGES}/context-3.0.3.json`]],
    ['VC 2.0 and Open Badges 3.0.3', [V2, `${OPEN_BADGES}/context-3.0.3.json`]],
  ])('verifies with the contexts of %s, as elsewhere', async (_, contexts) => {
    const badge = foreignBadge(key.did, { '@context': [...contexts, ED25519_2020] });
    const signed = await signForeign(badge, [{ suite: key.of2020() }]);
    expect(signed.proof).toMatchObject({ type: 'Ed25519Signature2020' });
    expect(await check(signed)).toMatchObject({
      verdict: 'genuine',
      certificate: { courseName: 'Teamwork' },
    });
    const proof = { ...(signed.proof as JsonObject), created: '2020-01-31T12:00:00Z' };
    for (const changed of [
      { ...signed, name: 'Leadership' },
      { ...signed, proof },
    ]) {
      expect((await check(changed)).reason).toBe('This is not a yes: its signature does not verify.');
      expect(await isValidElsewhere(changed)).toBe(false);
    }
    expect(await isValidElsewhere(signed)).toBe(true);
  });

  it('is not one of a key that is not Ed25519, nor without its context', async () => {
    const signed = await signForeign(
      foreignBadge(key.did, { '@context': [V2, `${OPEN_BADGES}/context-3.0.3.json`, ED25519_2020] }),
      [{ suite: key.of2020() }],
    );
    const elsewhere = { ...signed, '@context': [V2, `${OPEN_BADGES}/context-3.0.3.json`] };
    expect(messageOf(await check(elsewhere), 'signature')).toContain(
      'The signature cannot be checked. No context defines its property',
    );
    const other = await foreignKey('p256');
    const proof = { ...(signed.proof as JsonObject), verificationMethod: `${other.did}#${other.multikey}` };
    const ofOther = { ...signed, issuer: other.did, proof };
    expect((await check(ofOther, { dids: [other.did] })).reason).toContain('its signature does not verify');
  });
});

describe('a proof', () => {
  const withProof = async (change: (proof: JsonObject) => unknown) => {
    const signed = await signForeign(foreignBadge(key.did), [key]);
    return { ...signed, proof: change(signed.proof as JsonObject) };
  };

  it('may name the key in an object, as elsewhere', async () => {
    const signed = await withProof(({ verificationMethod: id, ...proof }) => ({
      ...proof,
      verificationMethod: { id },
    }));
    expect((await check(signed)).verdict).toBe('genuine');
    expect(await isValidElsewhere(signed)).toBe(true);
    expect((await check({ ...signed, name: 'Leadership' })).verdict).toBe('unknown');
  });

  it('may have its value in base64url, as elsewhere', async () => {
    const { decodeBase58 } = await import('@certrace/verify');
    const signed = await withProof((proof) => ({
      ...proof,
      proofValue: `u${Buffer.from(decodeBase58(`${proof.proofValue}`.slice(1)) ?? []).toString('base64url')}`,
    }));
    expect((await check(signed)).verdict).toBe('genuine');
    expect(await isValidElsewhere(signed)).toBe(true);
  });

  it.each<[reason: string, change: (proof: JsonObject) => unknown]>([
    [
      'Its signature has no verificationMethod that can be read.',
      ({ verificationMethod: _, ...proof }) => proof,
    ],
    [
      'Its signature has no verificationMethod that can be read.',
      (proof) => ({ ...proof, verificationMethod: [`${key.did}#1`, `${key.did}#2`] }),
    ],
    ['Its signature has no proofValue that can be read.', ({ proofValue: _, ...proof }) => proof],
    ['It has no signature of the kind that can be checked here.', () => ({})],
    [
      'a kind that cannot be checked here: ecdsa-sd-2023.',
      (proof) => ({ ...proof, cryptosuite: 'ecdsa-sd-2023' }),
    ],
    ['a kind that cannot be checked here: bbs-2023.', (proof) => ({ ...proof, cryptosuite: 'bbs-2023' })],
    [
      'a kind that cannot be checked here: JsonWebSignature2020.',
      (proof) => ({ ...proof, type: 'JsonWebSignature2020', jws: 'eyJ..AA' }),
    ],
    [
      'a kind that cannot be checked here: Ed25519Signature2018.',
      ({ cryptosuite: _, ...proof }) => ({ ...proof, type: 'Ed25519Signature2018' }),
    ],
    [
      'a kind that cannot be checked here: previousProof.',
      (proof) => ({ ...proof, previousProof: 'urn:uuid:1' }),
    ],
  ])('that cannot be checked is unknown, for the true reason: %s', async (reason, change) => {
    const report = await check(await withProof(change));
    expect(report.verdict).toBe('unknown');
    expect(messageOf(report, 'signature')).toContain(reason);
  });
});

describe('a context in a badge', () => {
  const KNOWN = [V2, `${OPEN_BADGES}/context-3.0.3.json`];
  const EXTENSION = 'https://vocabulary.example.edu/difficulty';
  const ends = { validUntil: '2026-05-01T00:00:00Z' };
  const signedWith = (context: unknown, more: JsonObject = {}) =>
    signForeign(foreignBadge(key.did, { '@context': [...KNOWN, context], ...more }), [key]);

  it.each<[what: string, context: JsonObject, more: JsonObject]>([
    ['a property', { difficulty: EXTENSION }, { difficulty: 'B2' }],
    [
      'a property with a type',
      { difficulty: { '@id': EXTENSION, '@type': 'xsd:integer' } },
      { difficulty: '3' },
    ],
    [
      'an address',
      { '@version': 1.1, difficulty: { '@id': EXTENSION, '@type': '@id' } },
      { difficulty: 'urn:x:1' },
    ],
    ['nothing', {}, {}],
  ])('may add %s, as elsewhere', async (_, context, more) => {
    const signed = await signedWith(context, more);
    expect((await check(signed)).verdict).toBe('genuine');
    expect(await isValidElsewhere(signed)).toBe(true);
    expect((await check({ ...signed, name: 'Leadership' })).reason).toContain('does not verify');
    expect((await check({ ...signed, difficulty: 'C1' })).verdict).toBe('unknown');
  });

  it.each<[what: string, context: unknown, change: (signed: JsonObject) => JsonObject]>([
    [
      'another name of its end',
      { until: 'https://www.w3.org/2018/credentials#validUntil' },
      ({ validUntil: until, ...signed }) => ({ ...signed, until }),
    ],
    [
      'another name of its end in a vocabulary',
      { '@vocab': 'https://www.w3.org/2018/credentials#' },
      (signed) => signed,
    ],
    [
      'another ID of itself, which ends elsewhere',
      { x: 'https://badges.example.edu/badges/' },
      ({ validUntil, ...signed }) => ({
        ...signed,
        evidence: [{ id: 'x:1', type: ['Evidence'], validUntil }],
      }),
    ],
    [
      'another name of a type',
      { Other: 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#Evidence' },
      (s) => s,
    ],
    ['another meaning of its end', { validUntil: 'https://example.org/until' }, (signed) => signed],
    ['no meaning of its end', { validUntil: null }, (signed) => signed],
    ['another name of a keyword', { key: '@id' }, (signed) => signed],
    ['what stands the other way round', { of: { '@reverse': 'https://example.org/of' } }, (signed) => signed],
    ['a nested member', { of: { '@id': '@nest' } }, (signed) => signed],
    ['a prefix', { x: { '@id': 'https://example.org/x', '@prefix': true } }, (signed) => signed],
    ['a context of its own', { x: { '@id': 'https://example.org/x', '@context': {} } }, (signed) => signed],
    ['none of those before', null, (signed) => signed],
    ['another context', [{}], (signed) => signed],
  ])('cannot add %s', async (_, context, change) => {
    const signed = await signForeign(foreignBadge(key.did, { ...ends, evidence: [] }), [key]);
    expect((await check(signed)).verdict).toBe('expired');
    const report = await check(change({ ...signed, '@context': [...KNOWN, context] }));
    expect([report.verdict, messageOf(report, 'signature')]).toEqual([
      'unknown',
      expect.stringContaining('one written into the document, which could'),
    ]);
  });

  it('cannot stand in a certificate of a Certrace site', async () => {
    const json = JSON.parse(Buffer.from((await carriedFiles()).json).toString()) as JsonObject;
    const report = await check({ ...json, '@context': [...(json['@context'] as string[]), {}] }, {});
    expect(messageOf(report, 'signature')).toContain('one written into the document, which could');
  });
});

describe('the status of a badge', () => {
  const list = 'https://badges.example.edu/status/1';
  const bits = Buffer.alloc(STATUS_LIST_LENGTH / 8);
  bits[0] = 0x04;
  const entry = (index: number) => ({
    id: `${list}#${index}`,
    type: 'StatusList2021Entry',
    statusPurpose: 'revocation',
    statusListIndex: `${index}`,
    statusListCredential: list,
  });
  const signer = (type: string) => (type === 'DataIntegrityProof' ? key : { suite: key.of2020() });
  const suiteContext = (type: string) => (type === 'DataIntegrityProof' ? DATA_INTEGRITY : ED25519_2020);
  const listFor = (type: string, expirationDate: string) =>
    signForeign(
      {
        '@context': [V1, STATUS_2021, suiteContext(type)],
        id: list,
        type: ['VerifiableCredential', 'StatusList2021Credential'],
        issuer: key.did,
        issuanceDate: '2026-01-31T00:00:00Z',
        expirationDate,
        credentialSubject: {
          id: `${list}#list`,
          type: 'StatusList2021',
          statusPurpose: 'revocation',
          encodedList: encodeStatusList(bits).slice(1),
        },
      },
      [signer(type)],
    );
  const badgeWith = (type: string, credentialStatus: JsonObject) => {
    const contexts = [V1, `${OPEN_BADGES}/context-3.0.3.json`, STATUS_2021, suiteContext(type)];
    return signForeign(foreignBadge(key.did, { '@context': contexts, credentialStatus }), [signer(type)]);
  };

  it.each(['DataIntegrityProof', 'Ed25519Signature2020'])(
    'is read from a StatusList2021 with a proof of the type %s',
    async (type) => {
      const statusLists = [await listFor(type, '2027-01-31T00:00:00Z')];
      const reportOf = async (index: number) =>
        check(await badgeWith(type, entry(index)), { dids: [key.did], statusLists });
      expect((await reportOf(5)).verdict).toBe('revoked');
      const other = await reportOf(6);
      expect(other.verdict).toBe('genuine');
      expect(messageOf(other, 'revocation')).toContain('2026-01-31');
    },
  );

  it('is not read from one that has ended', async () => {
    const statusLists = [await listFor('DataIntegrityProof', '2026-05-31T00:00:00Z')];
    const badge = await badgeWith('DataIntegrityProof', entry(6));
    const report = await check(badge, { dids: [key.did], statusLists });
    expect(report.verdict).toBe('unknown');
    expect(messageOf(report, 'revocation')).toContain('is too old');
  });

  it.each<[kind: string, context: string, status: JsonObject]>([
    [
      'RevocationList2020Status',
      'https://w3id.org/vc-revocation-list-2020/v1',
      {
        id: `${list}#5`,
        type: 'RevocationList2020Status',
        revocationListIndex: '5',
        revocationListCredential: list,
      },
    ],
    [
      '1EdTechRevocationList',
      `${OPEN_BADGES}/extensions.json`,
      { id: 'https://badges.example.edu/revocations', type: '1EdTechRevocationList' },
    ],
    ['StatusList2021Entry (probation)', STATUS_2021, { ...entry(5), statusPurpose: 'probation' }],
  ])('of another kind is named: %s', async (kind, context, credentialStatus) => {
    const contexts = [V2, `${OPEN_BADGES}/context-3.0.3.json`, context];
    const badge = await signForeign(foreignBadge(key.did, { '@context': contexts, credentialStatus }), [key]);
    const report = await check(badge);
    expect([report.verdict, messageOf(report, 'revocation')]).toEqual([
      'unknown',
      `It has an entry for its status that cannot be checked here: ${kind}.`,
    ]);
  });
});

it('names only the entries of a status that cannot be checked', async () => {
  const list = 'https://badges.example.edu/status/1';
  const entry = (statusPurpose: string) => ({
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: '5',
    statusListCredential: list,
  });
  const messageWith = async (...purposes: string[]) => {
    const badge = foreignBadge(key.did, { credentialStatus: purposes.map(entry) });
    return messageOf(await check(await signForeign(badge, [key])), 'revocation');
  };
  expect(await messageWith('revocation', 'probation')).toMatch(
    /checked here: BitstringStatusListEntry \(probation\)\.$/,
  );
  expect(await messageWith('revocation', 'revocation')).toContain('(revocation), BitstringStatusListEntry');
});

describe('a token', () => {
  const didJwk = ({ jwk }: { jwk: object }) =>
    `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`;

  it.each(['ES256', 'EdDSA'] as const)('of a did:jwk has its key (%s)', async (alg) => {
    const signer = await jwsKey(alg);
    const did = didJwk(signer);
    for (const header of [{ kid: `${did}#0` }, { kid: '#0' }, {}]) {
      const token = await signAsToken(foreignBadge(did), signer, header);
      expect((await check(token, { dids: [did] })).verdict).toBe('genuine');
      expect((await check(token, {})).verdict).toBe('unknown-issuer');
    }
    const stolen = await signAsToken(foreignBadge(did), await jwsKey(alg), { kid: `${did}#0` });
    expect((await check(stolen, { dids: [did] })).reason).toContain('its signature does not verify');
  });

  it('of a DID that is longer than those of known issuers names its beginning', async () => {
    const signer = await jwsKey('RS256');
    const did = didJwk(signer);
    const report = await check(await signAsToken(foreignBadge(did), signer), { dids: [did] });
    expect(messageOf(report, 'issuer')).not.toContain('names no issuer');
  });

  it.each([
    ['vc+jwt', null],
    ['application/vc+jwt', null],
    ['VC+JWT', null],
    ['vp+jwt', 'vp+jwt'],
    ['dc+sd-jwt', 'dc+sd-jwt'],
    ['JOSE', 'JOSE'],
  ])('of the type %s is checked, or its type is named: %s', async (typ, named) => {
    const signer = await jwsKey('ES256');
    const token = await signAsToken(foreignBadge('did:web:badges.example.edu'), signer, {
      typ,
      jwk: signer.jwk,
    });
    expect(messageOf(await check(token, {}), 'signature')).toBe(
      named === null
        ? 'Signed with the key in it, and unchanged since.'
        : `It has a signature of a kind that cannot be checked here: ${named}.`,
    );
  });
});

describe('a file of another kind', () => {
  const assertion = { type: 'Assertion', badge: 'https://b.example/badge', verification: { type: 'hosted' } };
  const older = (text: unknown) => async () =>
    bakePng((await carriedFiles()).shownPng, [{ keyword: 'openbadges', text: bytesOf(text) }]);
  const olderSvg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="http://openbadges.org"><openbadges:assertion ${content}</svg>`;
  const inCdata = (value: JsonObject) => `><![CDATA[${JSON.stringify(value)}]]></openbadges:assertion>`;
  const v1 = { '@context': 'https://w3id.org/openbadges/v1', ...assertion };
  it.each<[kind: string, file: unknown]>([
    [
      'Open Badges 2.1 (Assertion)',
      { '@context': 'https://purl.imsglobal.org/spec/ob/v2p1/ob_v2p1.jsonld', ...assertion },
    ],
    [
      'Open Badges 2.0 (Assertion)',
      { '@context': 'https://openbadgespec.org/v2/context.json', ...assertion },
    ],
    [
      'Open Badges 0.5',
      {
        recipient: 'sha256$1',
        badge: { version: '0.5.0', name: 'x', issuer: { origin: 'https://b.example' } },
      },
    ],
    ['Open Badges 1.1 (Assertion)', older(v1)],
    ['Open Badges 2.0', older('https://b.example/1')],
    ['Open Badges 1.1 (Assertion)', olderSvg(inCdata(v1))],
    ['Open Badges 2.0', olderSvg('verify="https://b.example/1"/>')],
    ['JWS JSON Serialization', { payload: 'e30', protected: 'e30', signature: 'AA' }],
    [
      'EnvelopedVerifiableCredential',
      { '@context': V2, id: 'data:application/vc+jwt,eyJ', type: 'EnvelopedVerifiableCredential' },
    ],
  ])('is named: %s', async (kind, file) => {
    const report = await check(typeof file === 'function' ? await file() : file, {});
    expect(report.verdict).toBe('unreadable');
    expect(messageOf(report, 'file')).toBe(`It is of a kind that cannot be checked here: ${kind}.`);
  });

  it('is checked if it is a badge of today under the name of older ones', async () => {
    const signed = await signForeign(foreignBadge(key.did), [key]);
    for (const file of [await older(signed)(), olderSvg(inCdata(signed))]) {
      expect((await check(file)).verdict).toBe('genuine');
    }
    expect((await check(await older({ ...signed, name: 'Leadership' })())).verdict).toBe('unknown');
  });

  it('is named if its text is compressed', async () => {
    const text = Buffer.from('openbadges\0\x01\0\0\0', 'latin1');
    const png = Buffer.from((await carriedFiles()).shownPng);
    const at = png.length - 12;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const chunk = Buffer.concat([length, Buffer.from('iTXt'), text, Buffer.alloc(4)]);
    const report = await check(Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]));
    expect(messageOf(report, 'file')).toContain('Open Badges 2.0');
  });

  it('that is JSON is not called another file', async () => {
    for (const text of ['[{"type":"Assertion"}]', '"eyJ.eyJ.AA"', '[]']) {
      expect(messageOf(await check(text), 'file')).toBe('The JSON is not an object.');
    }
    expect(messageOf(await check('[not JSON'), 'file')).toContain('is not a PDF');
  });
});
