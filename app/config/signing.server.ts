import { readFileSync } from 'node:fs';
import type { DocumentSigner } from '@certrace/verify';
import { Pkcs12Error, readPkcs12 } from './pkcs12.server.ts';

type Variables = { SIGNING_P12?: string | undefined; SIGNING_P12_PASSPHRASE?: string | undefined };

const MIN_RSA_BITS = 2_048;

/**
 * The key and certificate that sign PDFs. Null without SIGNING_P12.
 * @throws the error that `toError` makes of a line that names the missing or invalid variable
 */
export function parseSigner(variables: Variables, toError: (line: string) => Error): DocumentSigner | null {
  const { SIGNING_P12: file, SIGNING_P12_PASSPHRASE: passphrase } = variables;
  if (file === undefined && passphrase === undefined) return null;
  if (file === undefined) throw toError('SIGNING_P12: is missing; SIGNING_P12_PASSPHRASE needs it');
  if (passphrase === undefined) throw toError('SIGNING_P12_PASSPHRASE: is missing');
  const signer = readSigner(file, passphrase, toError);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = signer.privateKey;
  if (type !== 'ec' && !(type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS)) {
    throw toError(
      `SIGNING_P12: must have an EC key, or an RSA key of at least ${MIN_RSA_BITS} bits: ${file}`,
    );
  }
  return signer;
}

function readSigner(file: string, passphrase: string, toError: (line: string) => Error): DocumentSigner {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw toError(`SIGNING_P12: cannot be read: ${file}`);
  }
  try {
    return readPkcs12(bytes, passphrase);
  } catch (error) {
    if (!(error instanceof Pkcs12Error))
      throw toError(`SIGNING_P12: is not a readable PKCS #12 file: ${file}`);
    if (error.message === 'passphrase') throw toError(`SIGNING_P12_PASSPHRASE: does not open ${file}`);
    throw toError(`SIGNING_P12: ${error.message}: ${file}`);
  }
}
