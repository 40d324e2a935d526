import { readFileSync } from 'node:fs';
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
} from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import {
  bytesOf,
  type ForeignKey,
  foreignBadge,
  foreignKey,
  isValidElsewhere,
  jwsKey,
  messageOf,
  OPEN_BADGES,
  signAsToken,
  signForeign,
  V2,
} from '#tests/support/foreign-badges.ts';

// Badges of others as issuers write them: what differs only in writing has the same result, and @digitalbazaar/vc agrees.

const NOW = Date.parse('2026-06-01T00:00:00Z');
const ENDORSEMENT = { '@context': [V2, `${OPEN_BADGES}/context-3.0.3.json`] };
const input = (name: string) => readFileSync(`tests/inputs/${name}`);

let key: ForeignKey;
let picture: Uint8Array;
beforeAll(async () => {
  key = await foreignKey('ed25519');
  picture = (await carriedFiles()).shownPng;
});

const check = (file: JsonObject | string | Uint8Array, pins: Pins = { dids: [key.did] }): Promise<Report> =>
  authenticate(bytesOf(file), offlineTrust(pins, NOW));
const isSigned = ({ checks }: Report) => checks.find(({ id }) => id === 'signature')?.passed === true;

/** A signed badge of which one part of the achievement, or of the badge, is written in its own way. */
const signed = (achievement: JsonObject, overrides: JsonObject = {}) => {
  const badge = foreignBadge(key.did, overrides);
  const subject = badge.credentialSubject as JsonObject;
  if (subject.achievement) Object.assign(subject.achievement as JsonObject, achievement);
  return signForeign(badge, [key]);
};

const endorsement = (id: string, subject: JsonObject = {}) =>
  signForeign(
    {
      ...ENDORSEMENT,
      id,
      type: ['VerifiableCredential', 'EndorsementCredential'],
      name: 'Endorsed',
      issuer: { id: key.did, type: ['Profile'], name: 'Accrediter' },
      validFrom: '2026-01-31T00:00:00Z',
      credentialSubject: {
        id: 'https://badges.example.edu/achievements/teamwork',
        type: ['EndorsementSubject'],
        endorsementComment: 'Good',
        ...subject,
      },
    },
    [key],
  );

describe('a signed badge', () => {
  it.each<[what: string, make: () => Promise<JsonObject>]>([
    ['an empty list', () => signed({ tag: [] })],
    ['no value in a list', () => signed({ tag: [null, 'teams'] })],
    ['no value', () => signed({ tag: null, alignment: null })],
    ['lists in lists', () => signed({ tag: [['teams'], [['work'], []]] })],
    [
      'an endorsement that is signed itself',
      async () => signed({ endorsement: [await endorsement('urn:x:1')] }),
    ],
    [
      'a dozen endorsements',
      async () =>
        signed({
          endorsement: await Promise.all(
            Array.from({ length: 12 }, (_, at) => endorsement(`urn:x:endorsement-${at}`)),
          ),
        }),
    ],
    [
      'an endorsement of itself',
      async () =>
        signed({}, { endorsement: [await endorsement('urn:x:1', { id: foreignBadge(key.did).id })] }),
    ],
    ...[...CONTEXTS.keys()]
      .filter((address) => !/ob\/v3p0|2018\/credentials|data-integrity\/v1/.test(address))
      .map((address): [string, () => Promise<JsonObject>] => [
        `the context ${address} too`,
        () => signed({}, { '@context': [V2, `${OPEN_BADGES}/context-3.0.3.json`, address] }),
      ]),
  ])('with %s is genuine where its DID is pinned, and another verifier agrees', async (_, make) => {
    const badge = await make();
    expect(await check(badge)).toMatchObject({ verdict: 'genuine', certificate: { courseName: 'Teamwork' } });
    expect(await isValidElsewhere(badge)).toBe(true);
    const changed = { ...badge, name: 'Leadership' };
    expect((await check(changed)).reason).toBe('This is not a yes: its signature does not verify.');
    expect(await isValidElsewhere(changed)).toBe(false);
  });

  it('knows the contexts that issuers name', () => {
    const security = ['v1', 'v2', 'multikey/v1', 'data-integrity/v1', 'data-integrity/v2'].concat(
      ['ed25519-2018', 'ed25519-2020', 'x25519-2019', 'x25519-2020', 'jws-2020'].map(
        (name) => `suites/${name}/v1`,
      ),
    );
    for (const address of [
      ...security.map((name) => `https://w3id.org/security/${name}`),
      'https://w3id.org/vc/status-list/2021/v1',
      'https://www.w3.org/ns/did/v1',
    ]) {
      expect(CONTEXTS.get(address), address).toHaveProperty('@context');
    }
  });

  it('has the same content with its members in lists', async () => {
    const { credentialSubject: subject, ...badge } = await signed({}, { validUntil: '2026-05-01T00:00:00Z' });
    const { achievement } = subject as JsonObject;
    const listed = {
      ...badge,
      credentialSubject: [[{ ...(subject as JsonObject), achievement: [null, [achievement]] }], []],
      validUntil: ['2026-05-01T00:00:00Z'],
    };
    expect(await check(listed)).toMatchObject({
      verdict: 'expired',
      certificate: { studentName: 'Grace Hopper', courseName: 'Teamwork', expiryDate: '2026-05-01' },
    });
  });

  it.each<[what: string, change: (badge: JsonObject) => JsonObject]>([
    [
      'its end',
      ({ validUntil, ...badge }) => ({
        ...badge,
        evidence: [{ id: badge.id, type: ['Evidence'], validUntil }],
      }),
    ],
    [
      'its end in a list in a list',
      (badge) => ({ ...badge, validUntil: [[badge.validUntil, '2030-01-01T00:00:00Z']] }),
    ],
    ['its end as nothing', (badge) => ({ ...badge, validUntil: null })],
  ])('cannot hide %s', async (_, change) => {
    const badge = await signed({}, { validUntil: '2026-05-01T00:00:00Z' });
    expect((await check(badge)).verdict).toBe('expired');
    expect((await check(change(badge))).verdict).toBe('unknown');
  });

  it('names more contexts than are processed at once', async () => {
    const parts = Array.from({ length: 40 }, (_, at) => ({
      ...ENDORSEMENT,
      id: `urn:x:${at}`,
      type: ['Evidence'],
    }));
    const report = await check({ ...(await signed({})), evidence: parts });
    expect(messageOf(report, 'signature')).toContain('too many JSON-LD contexts');
  });

  it.each<[reason: string, achievement: JsonObject, overrides?: JsonObject]>([
    ['No context defines its property endorsementJwt.', { endorsementJwt: ['eyJ'] }],
    ['No context defines its property level.', { level: 3 }],
    ['No context defines its type Course.', { type: ['Achievement', 'Course'] }],
    ['It has an address that is not absolute: teamwork.', { id: 'teamwork' }],
    ['It is not valid JSON-LD: invalid @id value.', { id: 5 }],
    [
      'Its JSON-LD contexts contradict each other in the term',
      {},
      { '@context': [V2, `${OPEN_BADGES}/context-3.0.3.json`, `${OPEN_BADGES}/context-3.0.1.json`] },
    ],
    [
      'Its context is not known here: https://example.org/c.json.',
      { endorsement: [{ '@context': 'https://example.org/c.json', id: 'urn:x:1' }] },
    ],
  ])(
    'that cannot be canonicalized gives the true reason: %s',
    async (reason, achievement, overrides = {}) => {
      const badge = await signed({});
      const { achievement: own, ...subject } = badge.credentialSubject as JsonObject;
      const other = {
        ...badge,
        ...overrides,
        credentialSubject: { ...subject, achievement: { ...(own as object), ...achievement } },
      };
      const report = await check(other);
      expect(report.verdict).toBe('unknown');
      expect(messageOf(report, 'signature')).toContain(reason);
      expect(await isValidElsewhere(other)).toBe(false);
    },
  );

  it('may name its issuer’s only key by the DID alone', async () => {
    const nameless = { ...key, suite: key.named(key.did) };
    const badge = await signForeign(foreignBadge(key.did), [nameless]);
    expect((badge.proof as JsonObject).verificationMethod).toBe(key.did);
    expect((await check(badge)).verdict).toBe('genuine');
    expect((await check(badge, { dids: [issuerKey.did] })).verdict).toBe('unknown-issuer');
    expect(await isValidElsewhere(badge)).toBe(true);

    const did = 'did:web:badges.example.edu';
    const own = await foreignKey('ed25519', did);
    const method = { id: `${did}#1`, type: 'Multikey', controller: did, publicKeyMultibase: own.multikey };
    const other = { ...method, id: `${did}#2` };
    const ofCollege = await signForeign(foreignBadge(did), [{ ...own, suite: own.named(did) }]);
    const verdictWith = async (...assertionMethod: JsonObject[]) =>
      (await check(ofCollege, { documents: [{ id: did, assertionMethod }] })).verdict;
    expect(await verdictWith(method)).toBe('genuine');
    expect(await verdictWith(method, other)).toBe('unknown-issuer');
  });

  it('of several subjects has all achievements', async () => {
    const badge = foreignBadge(key.did);
    const first = badge.credentialSubject as JsonObject;
    const second = {
      type: ['AchievementSubject'],
      name: 'Ada Lovelace',
      achievement: {
        ...(first.achievement as JsonObject),
        id: 'https://badges.example.edu/achievements/2',
        name: 'Leadership',
      },
    };
    const report = await check(await signForeign({ ...badge, credentialSubject: [first, second] }, [key]));
    expect(report).toMatchObject({
      verdict: 'genuine',
      certificate: {
        studentName: 'Grace Hopper',
        courseName: 'Teamwork',
        achievements: [
          { studentName: 'Grace Hopper', courseName: 'Teamwork' },
          { studentName: 'Ada Lovelace', courseName: 'Leadership' },
        ],
      },
    });
  });

  it('may have the index of its status as a number', async () => {
    const list = 'https://badges.example.edu/status/1';
    const withIndex = (statusListIndex: unknown) =>
      signForeign(
        foreignBadge(key.did, {
          credentialStatus: {
            id: `${list}#5`,
            type: 'BitstringStatusListEntry',
            statusPurpose: 'revocation',
            statusListIndex,
            statusListCredential: list,
          },
        }),
        [key],
      );
    const bits = Buffer.alloc(STATUS_LIST_LENGTH / 8);
    bits[0] = 0x04;
    const statusList = await signForeign(
      {
        '@context': [V2],
        id: list,
        type: ['VerifiableCredential', 'BitstringStatusListCredential'],
        issuer: key.did,
        validFrom: '2026-01-31T00:00:00Z',
        validUntil: '2027-01-31T00:00:00Z',
        credentialSubject: {
          type: 'BitstringStatusList',
          statusPurpose: 'revocation',
          encodedList: encodeStatusList(bits),
        },
      },
      [key],
    );
    const pins = { dids: [key.did], statusLists: [statusList] };
    const verdicts = [5, '5', 6, 94_567].map(
      async (index) => (await check(await withIndex(index), pins)).verdict,
    );
    expect(await Promise.all(verdicts)).toEqual(['revoked', 'revoked', 'genuine', 'genuine']);
    for (const index of [-1, 1.5, 1e21, true]) {
      expect((await check(await withIndex(index), pins)).verdict, String(index)).toBe('unknown');
    }
  });
});

const svg = (content: string, attributes = 'xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- <openbadges:credential/> -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}<path d="M0 0"/></svg>`;
const element = (text: string) => `<openbadges:credential>${text}</openbadges:credential>`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;');

describe('a badge in an SVG picture', () => {
  it.each<[what: string, bake: (badge: string) => string | Uint8Array]>([
    ['a CDATA section', (badge) => svg(element(`\n <![CDATA[${badge}]]>\n`))],
    [
      'two CDATA sections',
      (badge) => svg(element(`<![CDATA[${badge.slice(0, 90)}]]><![CDATA[${badge.slice(90)}]]>`)),
    ],
    ['escaped text', (badge) => svg(element(escaped(badge)))],
    [
      'another prefix',
      (badge) =>
        svg(
          `<b:credential><![CDATA[${badge}]]></b:credential>`,
          'xmlns:b="https://purl.imsglobal.org/ob/v3p0"',
        ),
    ],
    [
      'its own namespace',
      (badge) =>
        svg(
          `<g><credential xmlns='https://purl.imsglobal.org/spec/ob/v3p0'><![CDATA[${badge}]]></credential></g>`,
          '',
        ),
    ],
    ['UTF-16', (badge) => Buffer.from(`\ufeff${svg(element(`<![CDATA[${badge}]]>`))}`, 'utf16le')],
    [
      'a DOCTYPE before it',
      (badge) =>
        svg(element(`<![CDATA[${badge}]]>`)).replace('<svg', '<!DOCTYPE svg [<!ENTITY a "<svg>">]>\n<svg'),
    ],
  ])('in %s is checked as in a PNG', async (_, bake) => {
    const badge = await signed({ description: 'Für “Teams” & <Lists> ]' });
    const report = await check(bake(JSON.stringify(badge)));
    expect([report.verdict, messageOf(report, 'file')]).toEqual([
      'genuine',
      expect.stringContaining('not the picture'),
    ]);
    const changed = await check(bake(JSON.stringify({ ...badge, name: 'Leadership' })));
    expect([changed.verdict, changed.reason]).toEqual([
      'unknown',
      'This is not a yes: its signature does not verify.',
    ]);
  });

  it('as a token is in an attribute', async () => {
    const signer = await jwsKey('EdDSA');
    const token = await signAsToken(foreignBadge('did:web:badges.example.edu'), signer, { jwk: signer.jwk });
    const report = await check(svg(`<openbadges:credential verify="${token}"/>`));
    expect([report.verdict, isSigned(report)]).toEqual(['unknown-issuer', true]);
  });

  it.each<[reason: string, file: string | Uint8Array]>([
    ['It contains no credential.', svg('<credential>{}</credential>')],
    ['It contains two credentials.', svg(element('{}') + element('{}'))],
    ['The file is not valid JSON.', svg(element('{'))],
    ['The file is not valid JSON.', svg('<openbadges:credential/>')],
    [
      'Open Badges 2.0',
      svg('<o:assertion verify="https://b.example/1"/>', 'xmlns:o="http://openbadges.org"'),
    ],
    ['It is not a PDF, PNG, SVG or JSON file.', '<html><svg/></html>'],
    ['It is not a PDF, PNG, SVG or JSON file.', '<svg'],
    ['not UTF-8', Buffer.from('<?xml version="1.0" encoding="nothing"?><svg/>')],
    ['not UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0x3e])],
  ])('that cannot be read gives the reason: %s', async (reason, file) => {
    const report = await check(file);
    expect([report.verdict, messageOf(report, 'file')]).toEqual([
      'unreadable',
      expect.stringContaining(reason),
    ]);
  });

  it('is read in linear time, whatever it contains', async () => {
    const started = performance.now();
    for (const part of [
      '<',
      '<a b="',
      '<a ',
      '<!',
      '<!--',
      '<a b=\'"',
      '<![CDATA[',
      '&#x',
      ' ',
      '<openbadges:credential>',
    ]) {
      await check(
        `<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0">${part.repeat(1_000_000 / part.length)}`,
      );
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 60_000);
});

describe('a file of another kind', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (header: JsonObject, payload: JsonObject) => `${encode(header)}.${encode(payload)}.AAAA`;
  const credential = (...type: string[]) => ({ '@context': [V2], type: ['VerifiableCredential', ...type] });
  it.each<[kind: string, file: JsonObject | string | (() => Uint8Array)]>([
    ['Open Badges 2.0 (BadgeClass)', { '@context': ['https://w3id.org/openbadges/v2'], type: 'BadgeClass' }],
    ['Open Badges 2.0 (Assertion)', { '@context': 'https://w3id.org/openbadges/v2', type: ['Assertion'] }],
    ['Open Badges 1.1 (Assertion)', { '@context': 'https://w3id.org/openbadges/v1', type: 'Assertion' }],
    ['Open Badges 1.0', { uid: '1', badge: 'https://b.example', recipient: {}, verify: {} }],
    ['CLR 2.0', credential('ClrCredential')],
    [
      'CLR 1.0',
      { '@context': 'https://purl.imsglobal.org/spec/clr/v1p0/context/clr_v1p0.jsonld', type: 'Clr' },
    ],
    [
      'VerifiablePresentation',
      { '@context': [V2], type: 'VerifiablePresentation', verifiableCredential: [] },
    ],
    ['Verifiable Credential (EndorsementCredential)', credential('EndorsementCredential')],
    ['Verifiable Credential (BitstringStatusListCredential)', credential('BitstringStatusListCredential')],
    ['DID document', { '@context': 'https://www.w3.org/ns/did/v1', id: 'did:web:example.org' }],
    ['JWK Set', { keys: [] }],
    [
      'VerifiablePresentation',
      token({ alg: 'ES256', typ: 'JWT' }, { vp: { type: 'VerifiablePresentation' } }),
    ],
    ['JWT (at+jwt)', token({ alg: 'ES256', typ: 'at+jwt' }, { sub: '1' })],
    ['JWT.', token({ alg: 'ES256' }, { sub: '1' })],
    [
      'Open Badges 2.0 (Assertion)',
      token({ alg: 'RS256' }, { '@context': 'https://w3id.org/openbadges/v2', type: 'Assertion' }),
    ],
    ['SD-JWT', `${token({ alg: 'ES256' }, { _sd: [] })}~WyJh~`],
    ['JWE', `${encode({ alg: 'dir' })}..AAAA.AAAA.AAAA`],
    [
      'Open Badges 2.0',
      () => bakePng(picture, [{ keyword: 'openbadges', text: Buffer.from('https://b.example/1') }]),
    ],
    [
      'CLR 2.0',
      () => Buffer.from(svg(element(`<![CDATA[${JSON.stringify(credential('ClrCredential'))}]]>`))),
    ],
  ])('is named: %s', async (kind, file) => {
    const report = await check(typeof file === 'function' ? file() : file);
    expect(report).toMatchObject({ verdict: 'unreadable', checks: [{ id: 'file', passed: false }] });
    expect(messageOf(report, 'file')).toContain(`of a kind that cannot be checked here: ${kind}`);
  });
});

it.each([
  ['39-baked.svg', 'unknown-issuer', true],
  ['40-empty-list.json', 'unknown-issuer', true],
  ['41-endorsement-jwt.json', 'unknown', false],
  ['42-embedded-endorsement.json', 'unknown-issuer', true],
  ['43-ed25519-2020-context.json', 'unknown-issuer', true],
  ['45-offset-dates.json', 'unknown-issuer', true],
  ['45-open-badges-2.json', 'unreadable', false],
  ['45-open-badges-2.png', 'unreadable', false],
] as const)('%s is %s, and its signature verifies: %s', async (name, verdict, isValid) => {
  const report = await check(input(name), { dids: [issuerKey.did] });
  expect([report.verdict, isSigned(report)]).toEqual([verdict, isValid]);
  if (name.startsWith('41')) expect(messageOf(report, 'signature')).toContain('endorsementJwt');
  if (verdict === 'unreadable') expect(messageOf(report, 'file')).toContain('Open Badges 2.0');
});
