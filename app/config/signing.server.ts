import { readFileSync } from 'node:fs';
import type { DocumentSigner } from '@certrace/verify';
import { Pkcs12Error, readPkcs12 } from './pkcs12.server.ts';
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
