import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { childrenOf, der, derNumber, NULL, oid, readDer, SEQUENCE } from './der.ts';
import type { JsonObject } from './json.ts';
import { verifyBytes } from './signatures.ts';

// A public key is the raw bytes of its kind as in a Multikey: 32 bytes of Ed25519, a compressed point of P-256 or P-384 (33 or 49
// bytes), or the DER of an RSA key (RFC 8017 appendix A.1.1).

export type KeyKind = 'ed25519' | 'p256' | 'p384' | 'rsa';

type Curve = { kind: KeyKind; name: string; oid: string; size: number; p: bigint; b: bigint; hash: string };

/** The curves with p ≡ 3 (mod 4) and a = -3 that Open Badges are signed with (FIPS 186-5, SP 800-186). */
const CURVES: Curve[] = [
  {
    kind: 'p256',
    name: 'P-256',
    oid: '1.2.840.10045.3.1.7',
    size: 32,
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    hash: 'sha256',
  },
  {
    kind: 'p384',
    name: 'P-384',
    oid: '1.3.132.0.34',
    size: 48,
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
    hash: 'sha384',
  },
];
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;
const BIT_STRING = 0x03;

const toBigInt = (bytes: Uint8Array) => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
const toBytes = (number: bigint, size: number) =>
  Buffer.from(number.toString(16).padStart(size * 2, '0'), 'hex');

const curveOf = (key: Uint8Array) => CURVES.find(({ size }) => key.length === size + 1);

/** The kind of a raw public key. Null for other bytes. */
export function kindOf(key: Uint8Array): KeyKind | null {
  if (key.length === 32) return 'ed25519';
  const curve = curveOf(key);
  if (curve) return key[0] === 2 || key[0] === 3 ? curve.kind : null;
  return key.length > MIN_RSA_BITS / 8 && key.length < MAX_RSA_BITS / 8 + 32 ? 'rsa' : null;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The point of a compressed one (SEC 1 section 2.3.4), because browsers read no compressed points. Null if it is not on the curve. */
function decompress(key: Uint8Array, { p, b, size }: Curve): Buffer | null {
  const x = toBigInt(key.subarray(1));
  const square = (x ** 3n - 3n * x + b) % p;
  const root = power((square + p) % p, (p + 1n) / 4n, p);
  if (x >= p || (root * root - square) % p !== 0n) return null;
  const y = (root & 1n) === BigInt((key[0] ?? 0) & 1) ? root : p - root;
  return Buffer.concat([Uint8Array.of(4), toBytes(x, size), toBytes(y, size)]);
}

const spki = (algorithm: Uint8Array[], key: Uint8Array) =>
  der(SEQUENCE, der(SEQUENCE, ...algorithm), der(BIT_STRING, Uint8Array.of(0), key));

function keyObject(key: Uint8Array): KeyObject | null {
  const curve = curveOf(key);
  const point = curve && decompress(key, curve);
  if (curve && !point) return null;
  const bytes =
    curve && point
      ? spki([oid('1.2.840.10045.2.1'), oid(curve.oid)], point)
      : spki([oid('1.2.840.113549.1.1.1'), der(NULL)], key);
  return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
}

// Node's base64 accepts the letters of base64url too, and that of the browser knows no base64url.
const base64url = (value: unknown) =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? Buffer.from(value, 'base64') : null;

/** The raw key of a JSON Web Key (RFC 7517). Null for other kinds, and for malformed keys. */
export function keyOfJwk(jwk: JsonObject): Uint8Array | null {
  const { kty, crv } = jwk;
  if (kty === 'OKP' && crv === 'Ed25519') {
    const x = base64url(jwk.x);
    return x?.length === 32 ? x : null;
  }
  if (kty === 'RSA') {
    const [n, e] = [base64url(jwk.n), base64url(jwk.e)];
    const key = n && e && e.length <= 8 ? der(SEQUENCE, derNumber(n), derNumber(e)) : null;
    return key && kindOf(key) === 'rsa' ? key : null;
  }
  const curve = kty === 'EC' ? CURVES.find(({ name }) => name === crv) : undefined;
  const [x, y] = [base64url(jwk.x), base64url(jwk.y)];
  if (!curve || x?.length !== curve.size || y?.length !== curve.size) return null;
  const compressed = Buffer.concat([Uint8Array.of(2 | ((y.at(-1) ?? 0) & 1)), x]);
  return decompress(compressed, curve)
    ?.subarray(1 + curve.size)
    .equals(y)
    ? compressed
    : null;
}

/** Whether an RSA key has a length that counts as secure, and is not so long that checking a signature takes time. */
function isUsableRsa(key: Uint8Array): boolean {
  const [n] = childrenOf(readDer(Buffer.from(key)));
  const bits = (n ? toBigInt(n.content) : 0n).toString(2).length;
  return bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS;
}

/**
 * Whether a signature over a message is valid for a raw public key: Ed25519, ECDSA with the hash of the curve's size and two numbers of
 * fixed length, or RSASSA-PKCS1-v1_5 with SHA-256. False for malformed keys and signatures.
 */
export function isSignatureOf(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const kind = kindOf(key);
  if (kind === 'ed25519') return verifyBytes(message, signature, key);
  const curve = curveOf(key);
  if (kind === null || (curve && signature.length !== curve.size * 2)) return false;
  try {
    if (!curve && !isUsableRsa(key)) return false;
    const parsed = keyObject(key);
    if (!parsed) return false;
    return curve
      ? verify(curve.hash, message, { key: parsed, dsaEncoding: 'ieee-p1363' }, signature)
      : verify('sha256', message, parsed, signature);
  } catch {
    return false;
  }
}
