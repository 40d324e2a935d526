import type { JsonObject } from '@certrace/verify';
import {
  DATA_INTEGRITY,
  ED25519_2020,
  type ForeignKey,
  foreignBadge,
  foreignKey,
  jwsKey,
  OPEN_BADGES,
  signAsToken,
  signForeign,
  V1,
  V2,
} from '../foreign-badges.ts';
import type { Put } from './corpus.ts';
import { baked, pdfWith } from './files.ts';

const WHOSE = 'A badge of an issuer that the site does not know';
const UNVERIFIED =
  'A badge whose signature does not verify. Its issuer’s files state nothing about themselves, so nobody can say that it was altered.';
const UNCHECKED = 'A badge with a signature of a kind that cannot be checked.';
const LONG_AGO = '2020-01-31T12:00:00Z';
const COLLEGE = 'did:web:badges.example.edu';

const changed = (document: JsonObject) => JSON.stringify({ ...document, name: 'Leadership' });

const CONTEXTS = {
  '3.0.0': [V1, `${OPEN_BADGES}/context.json`, DATA_INTEGRITY],
  '3.0.1': [V1, `${OPEN_BADGES}/context-3.0.1.json`, DATA_INTEGRITY],
  '3.0.2': [V2, `${OPEN_BADGES}/context-3.0.2.json`],
  '3.0.3': [V2, `${OPEN_BADGES}/context-3.0.3.json`],
};

const OTHER_CONTEXTS = [
  'https://w3id.org/security/v1',
  'https://w3id.org/security/v2',
  'https://w3id.org/security/suites/ed25519-2018/v1',
  'https://w3id.org/security/suites/ed25519-2020/v1',
  'https://w3id.org/security/suites/x25519-2019/v1',
  'https://w3id.org/security/suites/x25519-2020/v1',
  'https://w3id.org/security/suites/jws-2020/v1',
  'https://w3id.org/security/multikey/v1',
  'https://www.w3.org/ns/did/v1',
  'https://www.w3.org/ns/credentials/status/v1',
  'https://w3id.org/vc/status-list/2021/v1',
  'https://w3id.org/vc-revocation-list-2020/v1',
];

/** With one proof each. */
async function putProofs(put: Put, picture: Buffer, eddsa: ForeignKey) {
  for (const [version, contexts] of Object.entries(CONTEXTS)) {
    const document = await signForeign(foreignBadge(eddsa.did, { '@context': contexts }), [eddsa]);
    const name = `foreign-${version}`;
    const why = `${WHOSE}, with the context ${version}, eddsa-rdfc-2022.`;
    put(`${name}.json`, JSON.stringify(document, null, 2), 'unknown-issuer', why);
    put(`${name}-changed.json`, changed(document), 'unknown', UNVERIFIED);
  }
  for (const kind of ['p256', 'p384'] as const) {
    const key = await foreignKey(kind);
    const document = await signForeign(foreignBadge(key.did), [key]);
    const why = `${WHOSE}, ecdsa-rdfc-2019`;
    put(`foreign-${kind}.json`, JSON.stringify(document), 'unknown-issuer', `${why}.`);
    const png = baked(picture, JSON.stringify(document));
    put(`foreign-${kind}.png`, png, 'unknown-issuer', `${why}, in a picture.`);
    put(`foreign-${kind}-changed.json`, changed(document), 'unknown', UNVERIFIED);
  }
}

/** In other forms, and with signatures that cannot be checked. */
async function putForms(put: Put, picture: Buffer, page: Uint8Array, eddsa: ForeignKey) {
  const document = await signForeign(foreignBadge(eddsa.did), [eddsa]);
  const text = JSON.stringify(document);
  put('foreign.png', baked(picture, text), 'unknown-issuer', `${WHOSE}, in a picture.`);
  put('foreign-changed.png', baked(picture, changed(document)), 'unknown', UNVERIFIED);
  const pdf = pdfWith(page, { credential: Buffer.from(text), manifest: null, proof: null });
  put('foreign.pdf', pdf, 'unknown-issuer', `${WHOSE}, attached to a page.`);
  put(
    'foreign-byte-order-mark.json',
    `\ufeff${text}`,
    'unknown-issuer',
    `${WHOSE}, after a byte order mark.`,
  );
  const unsigned = JSON.stringify(foreignBadge(eddsa.did));
  put('foreign-unsigned.json', unsigned, 'unknown', 'A badge without a signature.');
  const contexts = [...(document['@context'] as string[]), 'https://badges.example.edu/context.json'];
  const inContext = JSON.stringify({ ...document, '@context': contexts });
  const why = 'A badge with a context that verifiers do not have, so that its signature cannot be checked.';
  put('foreign-context.json', inContext, 'unknown', why);
  const withProof = (more: JsonObject) =>
    JSON.stringify({ ...document, proof: { ...(document.proof as JsonObject), ...more } });
  put('foreign-suite.json', withProof({ cryptosuite: 'bbs-2023' }), 'unknown', UNCHECKED);
  put('foreign-proof-2020.json', withProof({ type: 'Ed25519Signature2020' }), 'unknown', UNCHECKED);

  const keys = [await foreignKey('ed25519', COLLEGE), await foreignKey('p256', COLLEGE)];
  const set = await signForeign(foreignBadge(COLLEGE), keys);
  put('foreign-proof-set.json', JSON.stringify(set), 'unknown-issuer', `${WHOSE}, with two proofs.`);
  const [first, second] = set.proof as JsonObject[];
  const broken = JSON.stringify({ ...set, proof: [first, { ...second, created: LONG_AGO }] });
  put(
    'foreign-proof-set-broken.json',
    broken,
    'unknown',
    'A badge of whose two signatures one does not verify.',
  );
}

/** As issuers sign and revoke that have not moved to Data Integrity and Bitstring Status Lists, or half. */
export async function putOlder(put: Put, key: ForeignKey) {
  const plain = foreignBadge(key.did);
  const add = (name: string, document: JsonObject, what: string) => {
    put(`foreign-${name}.json`, JSON.stringify(document), 'unknown-issuer', `${WHOSE}, ${what}.`);
    put(`foreign-${name}-changed.json`, changed(document), 'unknown', UNVERIFIED);
  };
  const contexts = {
    'ed25519-2020': CONTEXTS['3.0.3'],
    'ed25519-2020-vc-1.1': [V1, `${OPEN_BADGES}/context-3.0.3.json`],
  };
  for (const [name, before] of Object.entries(contexts)) {
    const badge = foreignBadge(key.did, { '@context': [...before, ED25519_2020] });
    add(name, await signForeign(badge, [{ suite: key.of2020() }]), 'Ed25519Signature2020');
  }
  const own = { difficulty: 'https://vocabulary.example.edu/difficulty' };
  const inContext = { '@context': [...CONTEXTS['3.0.3'], own], difficulty: 'B2' };
  const added = await signForeign({ ...plain, ...inContext }, [key]);
  add('own-context', added, 'with a context in the document that adds a property');
  const signed = await signForeign(plain, [key]);
  const { verificationMethod, ...proof } = signed.proof as JsonObject;
  const withObject = { ...signed, proof: { ...proof, verificationMethod: { id: verificationMethod } } };
  add('method-object', withObject, 'with an object that names the key');
  const list = 'https://badges.example.edu/status/1';
  const status = {
    '@context': [...CONTEXTS['3.0.3'], 'https://w3id.org/vc/status-list/2021/v1'],
    credentialStatus: {
      id: `${list}#5`,
      type: 'StatusList2021Entry',
      statusPurpose: 'revocation',
      statusListIndex: '5',
      statusListCredential: list,
    },
  };
  const what = 'with an entry of StatusList2021';
  add('status-2021', await signForeign({ ...plain, ...status }, [key]), what);
}

/** Written as issuers write them, each with a valid signature. */
async function putWritten(put: Put, key: ForeignKey) {
  const contexts = CONTEXTS['3.0.3'];
  const plain = foreignBadge(key.did);
  const subject = plain.credentialSubject as JsonObject;
  const withAchievement = (more: JsonObject) => ({
    credentialSubject: { ...subject, achievement: { ...(subject.achievement as JsonObject), ...more } },
  });
  const endorsement = await signForeign(
    {
      '@context': contexts,
      id: 'https://badges.example.edu/endorsements/1',
      type: ['VerifiableCredential', 'EndorsementCredential'],
      name: 'Endorsed',
      issuer: { id: key.did, type: ['Profile'], name: 'Accrediter' },
      validFrom: '2026-01-31T00:00:00Z',
      credentialSubject: { id: plain.id, type: ['EndorsementSubject'], endorsementComment: 'Good' },
    },
    [key],
  );
  const status = {
    id: 'https://badges.example.edu/status/1#5',
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: 5,
    statusListCredential: 'https://badges.example.edu/status/1',
  };
  const second = { ...subject, ...withAchievement({ name: 'Leadership' }).credentialSubject };
  const forms: [name: string, what: string, more: JsonObject][] = [
    ['empty-list', 'with an empty list', withAchievement({ tag: [] })],
    ['nested-list', 'with a list in a list', withAchievement({ tag: [['teams'], ['work']] })],
    ['endorsed', 'with an endorsement that is signed itself', { endorsement: [endorsement] }],
    ['subjects', 'with two subjects', { credentialSubject: [subject, second] }],
    ['status-number', 'with an index of its status that is a number', { credentialStatus: status }],
  ];
  for (const [name, what, more] of forms) {
    const document = await signForeign({ ...plain, ...more }, [key]);
    put(`foreign-${name}.json`, JSON.stringify(document), 'unknown-issuer', `${WHOSE}, ${what}.`);
    put(`foreign-${name}-changed.json`, changed(document), 'unknown', UNVERIFIED);
  }
  for (const context of OTHER_CONTEXTS) {
    const document = await signForeign({ ...plain, '@context': [...contexts, context] }, [key]);
    const name = context.replace('https://', '').replaceAll(/[^\w-]+/g, '-');
    put(`foreign-${name}.json`, JSON.stringify(document), 'unknown-issuer', `${WHOSE}, with ${context}.`);
  }
  const byDid = await signForeign(plain, [{ ...key, suite: key.named(key.did) }]);
  const why = `${WHOSE}. Its signature names the key by the DID alone.`;
  put('foreign-no-fragment.json', JSON.stringify(byDid), 'unknown-issuer', why);
  const { proof } = await signForeign(plain, [key]);
  const undefinedProperty = { ...plain, ...withAchievement({ endorsementJwt: ['eyJ'] }), proof };
  const undefinedWhy =
    'A badge with a property that no context defines, so that its signature cannot be checked.';
  put('foreign-undefined-property.json', JSON.stringify(undefinedProperty), 'unknown', undefinedWhy);
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0">${content}</svg>`;
const inElement = (text: string) => svg(`<openbadges:credential><![CDATA[${text}]]></openbadges:credential>`);

/** In SVG pictures. */
async function putSvg(put: Put, eddsa: ForeignKey) {
  const document = await signForeign(foreignBadge(eddsa.did), [eddsa]);
  const text = JSON.stringify(document);
  put('foreign.svg', inElement(text), 'unknown-issuer', `${WHOSE}, in an SVG picture.`);
  put('foreign-changed.svg', inElement(changed(document)), 'unknown', UNVERIFIED);
  const key = await jwsKey('ES256');
  const token = await signAsToken(foreignBadge(COLLEGE), key, { jwk: key.jwk });
  const why = `${WHOSE}, as a token in an SVG picture.`;
  put('foreign-jwt.svg', svg(`<openbadges:credential verify="${token}"/>`), 'unknown-issuer', why);
}

/** As tokens. */
async function putTokens(put: Put, picture: Buffer) {
  for (const alg of ['RS256', 'ES256', 'ES384', 'EdDSA'] as const) {
    const key = await jwsKey(alg);
    const token = await signAsToken(foreignBadge(COLLEGE), key, { jwk: key.jwk });
    const name = `foreign-${alg.toLowerCase()}`;
    const why = `${WHOSE}, as a token (VC-JWT, ${alg})`;
    put(`${name}.jwt`, token, 'unknown-issuer', `${why}.`);
    put(`${name}-jwt.png`, baked(picture, token), 'unknown-issuer', `${why}, in a picture.`);
    const stolen = await signAsToken(foreignBadge(COLLEGE), await jwsKey(alg), { jwk: key.jwk });
    put(`${name}-changed.jwt`, stolen, 'unknown', UNVERIFIED);
  }
}

/** Open Badges of other issuers, which the site does not know. */
export async function putForeign(put: Put, picture: Buffer, page: Uint8Array) {
  const eddsa = await foreignKey('ed25519');
  await putProofs(put, picture, eddsa);
  await putForms(put, picture, page, eddsa);
  await putWritten(put, eddsa);
  await putOlder(put, eddsa);
  await putSvg(put, eddsa);
  await putTokens(put, picture);
}
