import { createDecipheriv, createPrivateKey, pbkdf2Sync, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { DerValue, DocumentSigner } from '@certrace/verify';
import { childAt, childrenOf, isSame, oid, readDer } from '@certrace/verify';
import { ConfigurationError, itemsOf, type Variables } from './variables.ts';

const MIN_RSA_BITS = 2_048;

/**
 * The URLs of the authorities that timestamp the signatures of PDFs, in the order in which they are asked.
 * @throws ConfigurationError
 */
export function parseTimestampUrls({ TSA_URL, SIGNING_P12 }: Variables): string[] {
  const urls = itemsOf(TSA_URL).map((item) => {
    const url = URL.parse(item);
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
      // The item may have a password.
      throw new ConfigurationError(
        'TSA_URL: must be a list of http or https URLs without a user name or password',
      );
    }
    return url.href;
  });
  if (urls.length > 0 && SIGNING_P12 === undefined)
    throw new ConfigurationError('SIGNING_P12: is missing; TSA_URL timestamps its signatures');
  return urls;
}

/**
 * The key and certificate that sign PDFs. Null without SIGNING_P12.
 * @throws ConfigurationError naming the missing or invalid variable
 */
export function parseSigner(variables: Variables): DocumentSigner | null {
  const { SIGNING_P12: file, SIGNING_P12_PASSPHRASE: passphrase } = variables;
  if (file === undefined && passphrase === undefined) return null;
  if (file === undefined)
    throw new ConfigurationError('SIGNING_P12: is missing; SIGNING_P12_PASSPHRASE needs it');
  if (passphrase === undefined) throw new ConfigurationError('SIGNING_P12_PASSPHRASE: is missing');
  const signer = readSigner(file, passphrase);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = signer.privateKey;
  if (type !== 'ec' && !(type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS)) {
    throw new ConfigurationError(
      `SIGNING_P12: must have an EC key, or an RSA key of at least ${MIN_RSA_BITS} bits: ${file}`,
    );
  }
  return { ...signer, isTimestamped: itemsOf(variables.TSA_URL).length > 0 };
}

function readSigner(file: string, passphrase: string): DocumentSigner {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new ConfigurationError(`SIGNING_P12: cannot be read: ${file}`);
  }
  try {
    return readPkcs12(bytes, passphrase);
  } catch (error) {
    if (!(error instanceof Pkcs12Error))
      throw new ConfigurationError(`SIGNING_P12: is not a readable PKCS #12 file: ${file}`);
    if (error.message === 'passphrase')
      throw new ConfigurationError(`SIGNING_P12_PASSPHRASE: does not open ${file}`);
    throw new ConfigurationError(`SIGNING_P12: ${error.message}: ${file}`);
  }
}

// PKCS #12 (RFC 7292), as OpenSSL 3 and current browsers write it. node:crypto decrypts private keys but not certificates.

const DATA = oid('1.2.840.113549.1.7.1');
const PBES2 = oid('1.2.840.113549.1.5.13');
const KEY_BAG = oid('1.2.840.113549.1.12.10.1.1');
const SHROUDED_KEY_BAG = oid('1.2.840.113549.1.12.10.1.2');
const CERTIFICATE_BAG = oid('1.2.840.113549.1.12.10.1.3');

const HASHES: [Buffer, string][] = [
  [oid('1.2.840.113549.2.7'), 'sha1'],
  [oid('1.2.840.113549.2.9'), 'sha256'],
  [oid('1.2.840.113549.2.10'), 'sha384'],
  [oid('1.2.840.113549.2.11'), 'sha512'],
];
const CIPHERS: [Buffer, string, number][] = [
  [oid('2.16.840.1.101.3.4.1.2'), 'aes-128-cbc', 16],
  [oid('2.16.840.1.101.3.4.1.22'), 'aes-192-cbc', 24],
  [oid('2.16.840.1.101.3.4.1.42'), 'aes-256-cbc', 32],
];
const MAX_ITERATIONS = 10_000_000;

/** A problem with a PKCS #12 file. */
class Pkcs12Error extends Error {}

const OUTDATED = 'is encrypted in an outdated way; export it anew with OpenSSL 3';

/** Decrypts with PBES2 (RFC 8018 section 6.2). */
function decrypt(algorithm: DerValue, ciphertext: Buffer, passphrase: string): Buffer {
  if (!isSame(childAt(algorithm, 0), PBES2)) throw new Pkcs12Error(OUTDATED);
  const [salt, iterations, ...others] = childrenOf(childAt(algorithm, 1, 0, 1));
  const [cipherId, iv] = childrenOf(childAt(algorithm, 1, 1));
  const prf = others.find(({ tag }) => tag === 0x30);
  const hash = prf ? HASHES.find(([id]) => isSame(childAt(prf, 0), id))?.[1] : 'sha1';
  const [, cipher, length] = CIPHERS.find(([id]) => cipherId && isSame(cipherId, id)) ?? [];
  const rounds = iterations ? Number(`0x${iterations.content.toString('hex')}`) : Number.NaN;
  if (!salt || !iv || !hash || !cipher || !length || !(rounds > 0 && rounds <= MAX_ITERATIONS)) {
    throw new Pkcs12Error(OUTDATED);
  }
  const key = pbkdf2Sync(passphrase, salt.content, rounds, length, hash);
  const decipher = createDecipheriv(cipher, key, iv.content);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** The bags of one ContentInfo, which is plain or encrypted with the passphrase. */
function bagsOf(info: DerValue, passphrase: string): DerValue[] {
  if (isSame(childAt(info, 0), DATA)) return childrenOf(readDer(childAt(info, 1, 0).content));
  const [, algorithm, ciphertext] = childrenOf(childAt(info, 1, 0, 1));
  if (!algorithm || !ciphertext) return [];
  return childrenOf(readDer(decrypt(algorithm, ciphertext.content, passphrase)));
}

/** OpenSSL checks the integrity, to distinguish a wrong passphrase from a damaged file. */
function requireIntact(file: Buffer, passphrase: string) {
  try {
    createSecureContext({ pfx: file, passphrase });
  } catch (error) {
    const message = String(error);
    if (/mac verify/i.test(message)) throw new Pkcs12Error('passphrase');
    if (/unsupported/i.test(message)) throw new Pkcs12Error(OUTDATED);
    throw new Pkcs12Error('is not a PKCS #12 file with a private key and its certificate');
  }
}

/**
 * Reads a private key and its certificates out of a PKCS #12 file.
 * @returns the certificate of the key first
 * @throws Pkcs12Error; its message is `passphrase` when that does not open the file
 */
export function readPkcs12(file: Buffer, passphrase: string) {
  requireIntact(file, passphrase);
  const safe = readDer(childAt(readDer(file), 1, 1, 0).content);
  const bags = childrenOf(safe).flatMap((info) => bagsOf(info, passphrase));
  const of = (type: Buffer) =>
    bags.filter((bag) => isSame(childAt(bag, 0), type)).map((bag) => childAt(bag, 1, 0));
  const [key] = [...of(SHROUDED_KEY_BAG), ...of(KEY_BAG)];
  if (!key) throw new Pkcs12Error('has no private key');
  const privateKey = createPrivateKey({ key: key.whole, format: 'der', type: 'pkcs8', passphrase });
  const certificates = of(CERTIFICATE_BAG).map((bag) => Buffer.from(childAt(bag, 1, 0).content));
  const own = certificates.find((certificate) =>
    new X509Certificate(certificate).checkPrivateKey(privateKey),
  );
  if (!own) throw new Pkcs12Error('has no certificate of its private key');
  return { privateKey, certificates: [own, ...certificates.filter((other) => other !== own)] };
}
