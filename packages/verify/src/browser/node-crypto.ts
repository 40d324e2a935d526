// The part of node:crypto that the checks use, for the browser. WebCrypto verifies signatures. Its hashes are asynchronous, and the
// trees of logs need thousands of small ones in order.

import { sha256 } from '@noble/hashes/sha2.js';
import {
  childAt,
  childrenOf,
  context,
  type DerValue,
  der,
  derNumber,
  isSame,
  OBJECT_IDENTIFIER,
  oid,
  readDer,
  SEQUENCE,
} from '../der.ts';
import { answerTo } from './answers.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
const bytesOf = (data: Uint8Array | string) => (typeof data === 'string' ? Buffer.from(data) : data);

export const hash = (_algorithm: 'sha256', data: Uint8Array | string) => Buffer.from(sha256(bytesOf(data)));

/** A copy whose buffer belongs to it alone, as WebCrypto's types want. */
const copy = (bytes: Uint8Array) => Uint8Array.from(bytes);

type Algorithm = {
  type: 'ed25519' | 'rsa' | 'ec' | 'other';
  import: EcKeyImportParams | RsaHashedImportParams | { name: string };
  verify: { name: string };
  /** Bytes of one number in an ECDSA signature. 0 for other signatures. */
  size: number;
};

const ecdsa = (namedCurve: string, size: number): Algorithm => ({
  type: 'ec',
  import: { name: 'ECDSA', namedCurve },
  verify: { name: 'ECDSA' },
  size,
});

const ED25519: Algorithm = {
  type: 'ed25519',
  import: { name: 'Ed25519' },
  verify: { name: 'Ed25519' },
  size: 0,
};
const RSA: Algorithm = {
  type: 'rsa',
  import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  verify: { name: 'RSASSA-PKCS1-v1_5' },
  size: 0,
};
/** A key that WebCrypto does not support, so that checking its signature throws UnsupportedBrowser. */
const unsupported = (type: 'ec' | 'other'): Algorithm => ({
  type,
  import: { name: 'unsupported' },
  verify: { name: 'unsupported' },
  size: 0,
});
const CURVES: [curve: string, algorithm: Algorithm][] = [
  ['1.2.840.10045.3.1.7', ecdsa('P-256', 32)],
  ['1.3.132.0.34', ecdsa('P-384', 48)],
  ['1.3.132.0.35', ecdsa('P-521', 66)],
];

const isOid = (value: DerValue | undefined, dotted: string) =>
  value !== undefined && isSame(value, oid(dotted));

function algorithmOf(spki: Uint8Array): Algorithm {
  const [name, parameters] = childrenOf(childAt(readDer(Buffer.from(spki)), 0));
  if (isOid(name, '1.3.101.112')) return ED25519;
  if (isOid(name, '1.2.840.113549.1.1.1')) return RSA;
  if (!isOid(name, '1.2.840.10045.2.1')) return unsupported('other');
  return CURVES.find(([dotted]) => isOid(parameters, dotted))?.[1] ?? unsupported('ec');
}

class PublicKey {
  readonly spki: Uint8Array;
  readonly algorithm: Algorithm;

  constructor(spki: Uint8Array) {
    this.spki = spki;
    this.algorithm = algorithmOf(spki);
  }

  get asymmetricKeyType() {
    return this.algorithm.type;
  }
}

export const createPublicKey = ({ key }: { key: Uint8Array }) => new PublicKey(key);

/**
 * An ECDSA signature as WebCrypto expects it: two numbers of fixed length, instead of DER.
 * @throws Error unless the signature is exactly the DER of two such numbers, as OpenSSL wants
 */
function fixedLength(signature: Uint8Array, size: number): Uint8Array {
  const message = readDer(Buffer.from(signature));
  const numbers = childrenOf(message).map(({ content }) => {
    const number = content.subarray(Math.max(0, content.length - size));
    return Buffer.concat([Buffer.alloc(size - number.length), number]);
  });
  const canonical = der(SEQUENCE, ...numbers.map(derNumber));
  if (numbers.length !== 2 || Buffer.compare(canonical, signature) !== 0) throw new Error('not a signature');
  return Buffer.concat(numbers);
}

type Given = PublicKey | { key: PublicKey; dsaEncoding: 'ieee-p1363' };

/** Whether a signature is valid; false until WebCrypto has answered. */
export function verify(
  digest: string | null,
  data: Uint8Array,
  given: Given,
  signature: Uint8Array,
): boolean {
  const { spki, algorithm } = given instanceof PublicKey ? given : given.key;
  const isRaw = algorithm.size === 0 || !(given instanceof PublicKey);
  const raw = isRaw ? signature : fixedLength(signature, algorithm.size);
  const hash = digest === 'sha384' ? 'SHA-384' : 'SHA-256';
  return answerTo(`${hash} ${[spki, sha256(data), raw].map(hex).join(' ')}`, async () => {
    const imported = await crypto.subtle.importKey('spki', copy(spki), algorithm.import, false, ['verify']);
    return crypto.subtle.verify({ ...algorithm.verify, hash }, imported, copy(raw), copy(data));
  });
}

const NAMES: [dotted: string, name: string][] = [
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
];
const BMP_STRING = 0x1e;

const textOf = ({ tag, content }: DerValue) =>
  new TextDecoder(tag === BMP_STRING ? 'utf-16be' : 'utf-8').decode(content);

/** A certificate's subject as Node writes it: one attribute a line. */
function subjectOf(subject: DerValue): string {
  const attributes = childrenOf(subject).flatMap(childrenOf);
  return attributes
    .map((attribute) => {
      const [type, value] = childrenOf(attribute);
      const name =
        type?.tag === OBJECT_IDENTIFIER ? NAMES.find(([dotted]) => isOid(type, dotted))?.[1] : null;
      return value ? `${name ?? 'OID'}=${textOf(value)}` : '';
    })
    .join('\n');
}

/** The parts of an X.509 certificate that the checks read. Throws for malformed ones. */
export class X509Certificate {
  readonly raw: Buffer;
  readonly subject: string;
  /** Parsed on use, because only the leaf's key is used. The others of a chain may be of any kind. */
  readonly #spki: Uint8Array;

  constructor(der: Uint8Array) {
    this.raw = Buffer.from(der);
    const fields = childrenOf(childAt(readDer(this.raw), 0));
    const [, , , , subject, key] = fields[0]?.tag === context(0) ? fields.slice(1) : fields;
    if (!subject || !key) throw new Error('not a certificate');
    this.subject = subjectOf(subject);
    this.#spki = key.whole;
  }

  get publicKey() {
    return new PublicKey(this.#spki);
  }
}

const refuse = (): never => {
  throw new Error('The browser only checks.');
};
export const sign = refuse;
export const createPrivateKey = refuse;
