/** Open Badges of other issuers, made with libraries that share no cryptography with ours: @digitalbazaar/vc and jose. */
import type { KeyObject } from 'node:crypto';
import {
  asList,
  CONTEXTS,
  didDocument,
  encodeStatusList,
  type JsonObject,
  type Report,
} from '@certrace/verify';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { cryptosuite as eddsa } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { CompactSign, exportJWK, generateKeyPair, type importJWK, type JWK } from 'jose';

export const V1 = 'https://www.w3.org/2018/credentials/v1';
export const V2 = 'https://www.w3.org/ns/credentials/v2';
export const DATA_INTEGRITY = 'https://w3id.org/security/data-integrity/v2';
export const OPEN_BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0';
export const ED25519_2020 = 'https://w3id.org/security/suites/ed25519-2020/v1';

/** The suite before Data Integrity, which signs the same bytes under a type and in a context of its own. */
export class Ed25519Signature2020 extends DataIntegrityProof {
  constructor(options: { signer?: unknown; date?: string } = {}) {
    super({ ...options, cryptosuite: eddsa });
    Object.assign(this, { type: 'Ed25519Signature2020', contextUrl: ED25519_2020, cryptosuite: undefined });
  }
  async updateProof({ proof: { cryptosuite: _, ...proof } }: { proof: JsonObject }) {
    return proof;
  }
}

/** The suites of other libraries that check what we can check. */
export const otherSuites = () => [
  ...[eddsa, ecdsa].map((cryptosuite) => new DataIntegrityProof({ cryptosuite })),
  new Ed25519Signature2020(),
];

export type KeyName = 'ed25519' | 'p256' | 'p384';

/** Keys of other issuers. The ECDSA key of a curve is made anew for each run. */
const keys = {
  ed25519: () => Ed25519Multikey.generate({ seed: new Uint8Array(32).fill(9) }),
  p256: () => EcdsaMultikey.generate({ curve: 'P-256' }),
  p384: () => EcdsaMultikey.generate({ curve: 'P-384' }),
};

export type ForeignKey = {
  did: string;
  multikey: string;
  suite: unknown;
  /** A suite whose proofs name the key in another way. */
  named: (method: string) => unknown;
  /** A suite whose proofs are of the type before Data Integrity, for Ed25519. */
  of2020: () => unknown;
};

/** A new key, as that of an issuer with a did:key, or as one of several of another issuer. */
export async function foreignKey(kind: KeyName, ofDid?: string): Promise<ForeignKey> {
  return asForeignKey(await keys[kind](), kind === 'ed25519' ? eddsa : ecdsa, ofDid);
}

/** An Ed25519 key of ours for the libraries of others. */
export async function keyFor(did: string, privateKey: KeyObject): Promise<ForeignKey> {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  return asForeignKey(await Ed25519Multikey.generate({ seed: new Uint8Array(seed) }), eddsa, did);
}

// biome-ignore lint/suspicious/noExplicitAny: the libraries have no types
function asForeignKey(pair: any, cryptosuite: unknown, ofDid?: string): ForeignKey {
  const multikey: string = pair.publicKeyMultibase;
  const did = ofDid ?? `did:key:${multikey}`;
  pair.id = `${did}#${multikey}`;
  pair.controller = did;
  const date = '2026-01-31T12:00:00Z';
  const named = (id: string) => {
    const signer = { ...pair.signer(), id };
    return new DataIntegrityProof({ signer, cryptosuite, date });
  };
  const of2020 = () => new Ed25519Signature2020({ signer: { ...pair.signer(), id: pair.id }, date });
  return { did, multikey, suite: named(pair.id), named, of2020 };
}

/** The only key of a did:key. The DID alone names it too, and is then also its document. */
export function documentOfDidKey(url: string): JsonObject | undefined {
  const [did = '', fragment] = url.split('#');
  if (!did.startsWith('did:key:')) return undefined;
  const publicKeyMultibase = did.slice('did:key:'.length);
  const key = { id: url, type: 'Multikey', controller: did, publicKeyMultibase };
  if (fragment !== undefined) return { '@context': 'https://w3id.org/security/multikey/v1', ...key };
  const document = didDocument(did, [publicKeyMultibase]);
  return { ...document, ...key, assertionMethod: [did, ...asList(document.assertionMethod)] };
}

const documentLoader = async (url: string) => {
  const document = CONTEXTS.get(url) ?? documentOfDidKey(url);
  if (!document) throw new Error(`not at hand: ${url}`);
  return { contextUrl: null, documentUrl: url, document };
};

/** Whether @digitalbazaar/vc accepts the signatures of a badge of a did:key. */
export async function isValidElsewhere(badge: JsonObject): Promise<boolean> {
  const { results = [] } = await vc.verifyCredential({
    credential: structuredClone(badge),
    suite: otherSuites(),
    documentLoader,
    now: new Date('2026-02-01T00:00:00Z'),
    checkStatus: async () => ({ verified: true }),
  });
  return results.length > 0 && (results as { verified: boolean }[]).every(({ verified }) => verified);
}

/** An unsigned badge of Open Badges 3.0. */
export function foreignBadge(did: string, overrides: JsonObject = {}): JsonObject {
  const contexts = (overrides['@context'] ?? [V2, `${OPEN_BADGES}/context-3.0.3.json`]) as string[];
  return {
    '@context': contexts,
    id: 'https://badges.example.edu/badges/1',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: did, type: ['Profile'], name: 'Foreign College' },
    [contexts.includes(V1) ? 'issuanceDate' : 'validFrom']: '2026-01-31T00:00:00Z',
    name: 'Teamwork',
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: 'Grace Hopper', identityType: 'name' },
      ],
      achievement: {
        id: 'https://badges.example.edu/achievements/teamwork',
        type: ['Achievement'],
        name: 'Teamwork',
        description: 'Works in a team.',
        criteria: { narrative: 'Nominated by peers.' },
      },
    },
    ...overrides,
  };
}

/** A list of what an issuer took back, for good or for now: a bit for each badge. */
export const foreignStatusList = (
  key: ForeignKey,
  id: string,
  statusPurpose: string | string[],
  bits: Uint8Array,
  more: JsonObject = {},
) =>
  signForeign(
    {
      '@context': [V2],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: key.did,
      validFrom: '2026-05-31T00:00:00Z',
      validUntil: '2026-06-30T00:00:00Z',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose, encodedList: encodeStatusList(bits) },
      ...more,
    },
    [key],
  );

/** Signs a badge with each of the keys: a proof, or a set of proofs. */
export async function signForeign(
  badge: JsonObject,
  signers: Pick<ForeignKey, 'suite'>[],
): Promise<JsonObject> {
  let credential = structuredClone(badge);
  for (const { suite } of signers) {
    credential = await vc.issue({ credential, suite, documentLoader, now: new Date('2026-02-01T00:00:00Z') });
  }
  return credential;
}

export type JwsKey = { alg: string; jwk: JWK; privateKey: Awaited<ReturnType<typeof importJWK>> };

export async function jwsKey(alg: 'RS256' | 'ES256' | 'ES384' | 'EdDSA' | 'PS256'): Promise<JwsKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, jwk: await exportJWK(publicKey), privateKey };
}

/** A badge as a token: VC-JWT. */
export const signAsToken = (
  payload: JsonObject,
  { alg, privateKey }: JwsKey,
  header: JsonObject = {},
): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, ...header })
    .sign(privateKey);

/** The bytes of a file, given as bytes, text or JSON. */
export const bytesOf = (file: unknown) =>
  file instanceof Uint8Array ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file));

/** The message of a check in a report. */
export const messageOf = ({ checks }: Report, id: string) => checks.find((each) => each.id === id)?.message;
