import { issuerOf } from './credential.ts';
import { didKeyMethod } from './did.ts';
import { isObject, type JsonObject, parseJsonObject } from './json.ts';
import { otherToken } from './other-kinds.ts';
import { keyOfJwk } from './public-key.ts';
import { say } from './texts.ts';

// Open Badges 3.0 secured as a JSON Web Signature (RFC 7515) with the credential as its payload: VC-JWT.

/** A signature over some bytes, with the header that names its algorithm and its key. */
export type Jws = { header: JsonObject; signed: Uint8Array; signature: Uint8Array };

const MAX_HEADER_BYTES = 16_384;
/** The kinds of the keys of the algorithms (RFC 7518, RFC 8037, RFC 9864) that can be checked here. */
const ALGORITHMS: Record<string, string> = {
  EdDSA: 'ed25519',
  Ed25519: 'ed25519',
  ES256: 'p256',
  ES384: 'p384',
  RS256: 'rsa',
};
/** The media types of such tokens, without `application/`: those of JWT, of VC-JOSE-COSE and of its drafts. */
const TYPES: unknown[] = ['jwt', 'vc+jwt', 'vc+ld+jwt', 'vc-ld+jwt'];
const SECOND = 1_000;

const COMPACT = /^\s*(eyJ[\w-]+)\.(eyJ[\w-]+)\.([\w-]+)\s*$/;

/** Whether a file may be a JWS, from its first bytes. */
export const looksLikeJws = (file: Uint8Array) =>
  /^\s*eyJ[\w-]/.test(Buffer.from(file.subarray(0, 100)).toString('latin1'));

// Node's base64 accepts the letters of base64url too, and that of the browser knows no base64url.
const decode = (text: string) => Buffer.from(text, 'base64');

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const dateOf = (seconds: unknown) => {
  const time = typeof seconds === 'number' ? new Date(seconds * SECOND) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z');
};

/** The end of validity that comes first: that of the credential, or that of the token. */
function untilOf({ validUntil, expirationDate }: JsonObject, exp: unknown): unknown {
  const [stated, claimed] = [validUntil ?? expirationDate, dateOf(exp)];
  if (stated === undefined) return exp === undefined ? undefined : (claimed ?? 'unreadable');
  return timeOf(claimed) + SECOND <= timeOf(stated) ? claimed : stated;
}

/** The credential in a payload: the payload without the claims of the token, or that of its member `vc` (VC 1.1). */
function credentialIn({ iss, jti, nbf, exp, vc, ...rest }: JsonObject): JsonObject | string {
  const credential = isObject(vc) ? vc : rest;
  const issuer = issuerOf(credential);
  if (issuer !== null && iss !== undefined && iss !== issuer) return say('tokenTwoIssuers');
  const from = credential.validFrom ?? credential.issuanceDate ?? dateOf(nbf);
  const until = untilOf(credential, exp);
  return {
    ...(jti !== undefined && { id: jti }),
    ...(iss !== undefined && { issuer: iss }),
    ...credential,
    ...(from !== undefined && { validFrom: from }),
    ...(until !== undefined && { validUntil: until }),
  };
}

/** Reads a badge that is secured as a JWS. Returns an error message for other data. */
export function readJws(file: Uint8Array, maxBytes: number): { document: JsonObject; jws: Jws } | string {
  if (file.length > maxBytes * 2)
    return say('tokenTooLarge', { kilobytes: Math.floor((maxBytes * 2) / 1024) });
  const [, protectedHeader = '', payload = '', signature = ''] =
    COMPACT.exec(Buffer.from(file).toString('latin1')) ?? [];
  if (signature === '') {
    const kind = otherToken(Buffer.from(file).toString('latin1'));
    return kind === null ? say('notAToken') : say('anotherKind', { kind });
  }
  const header = parseJsonObject(decode(protectedHeader), MAX_HEADER_BYTES);
  if (typeof header === 'string') return say('tokenHeader', { fault: header });
  const claims = parseJsonObject(decode(payload), maxBytes);
  if (typeof claims === 'string') return say('tokenContent', { fault: claims });
  const document = credentialIn(claims);
  if (typeof document === 'string') return document;
  const signed = Buffer.from(`${protectedHeader}.${payload}`, 'latin1');
  return { document, jws: { header, signed, signature: decode(signature) } };
}

/** The kind of the key that a JWS must have been signed with, or a sentence that says why it cannot be checked here. */
export function kindOfJws({ header }: Jws): { kind: string } | string {
  const { alg, typ, crit } = header;
  const kind = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined;
  const other = (name: unknown) => say('otherSignature', { kind: String(name).slice(0, 60) });
  if (kind === undefined) return other(alg);
  // RFC 7515 sections 4.1.9 and 4.1.11.
  const type = String(typ ?? 'JWT')
    .toLowerCase()
    .replace(/^application\//, '');
  if (!TYPES.includes(type)) return other(typ);
  return crit === undefined ? { kind } : other('crit');
}

/** The id of the verification method that signed a JWS of an issuer, or null if the header names it otherwise or not at all. */
export function methodOfJws({ header: { kid } }: Jws, did: string): string | null {
  if (typeof kid === 'string' && kid.startsWith('#')) return `${did}${kid}`;
  if (typeof kid === 'string' && kid.startsWith('did:') && kid.includes('#')) return kid;
  if (did.startsWith('did:key:')) return didKeyMethod(did);
  if (did.startsWith('did:jwk:')) return `${did}#0`;
  if (typeof kid !== 'string') return null;
  return kid.includes(':') ? kid : `${did}#${kid}`;
}

/** The raw public key in the header of a JWS. It does not say whose key it is. */
export const keyInJws = ({ header: { jwk } }: Jws): Uint8Array | null =>
  isObject(jwk) ? keyOfJwk(jwk) : null;
