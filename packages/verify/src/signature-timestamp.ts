import type { KeyObject } from 'node:crypto';
import type { DerValue } from './der.ts';
import { childAt, childrenOf, der, isSame, OCTET_STRING, oid, readDer, SEQUENCE, SET } from './der.ts';
import { signBytes, verifyBytes } from './signatures.ts';
import { sha256 } from './tree.ts';

/**
 * When a signature existed, according to a timestamp authority. The issuer signs that it got this token, because a token itself has
 * bytes that no signature covers, and anybody can get one from an authority of their own.
 */
export type SignatureTimestamp = {
  /** A token in DER (RFC 3161) of the signature's bytes. */
  token: Uint8Array;
  /** The issuer's Ed25519 signature over the signature and the token. */
  confirmation: Uint8Array;
};

/** Limit of a token. Those with a chain of three RSA certificates take about 6 kB. */
export const MAX_TOKEN_BYTES = 12_288;
/** Bytes that a timestamp adds to a CMS signature at most, including longer encodings of the lengths around it. */
export const MAX_TIMESTAMP_BYTES = MAX_TOKEN_BYTES + 256;

const TIMESTAMP_TOKEN = oid('1.2.840.113549.1.9.16.2.14');
/** An attribute of this project, under the arc of UUIDs (ITU-T X.667). Other programs ignore it. */
const CONFIRMATION = oid('2.25.96603780418105001046395680629963162571');
const LABEL = 'certrace signature timestamp\n';

const confirmed = (signature: Uint8Array, token: Uint8Array) =>
  Buffer.concat([Buffer.from(LABEL), sha256(signature), sha256(token)]);

/** Confirms, with the issuer's key, that a token is the timestamp of a signature. */
export const confirmTimestamp = (
  signature: Uint8Array,
  token: Uint8Array,
  privateKey: KeyObject,
): SignatureTimestamp => ({ token, confirmation: signBytes(confirmed(signature, token), privateKey) });

/** @param publicKey the 32 raw bytes of the issuer's key */
export const isConfirmed = (
  signature: Uint8Array,
  { token, confirmation }: SignatureTimestamp,
  publicKey: Uint8Array,
): boolean => verifyBytes(confirmed(signature, token), confirmation, publicKey);

/** The unsigned attributes of a CMS signature with a timestamp, as the content of a SET. */
export function timestampAttributes({ token, confirmation }: SignatureTimestamp): Buffer {
  const attributes = [
    der(SEQUENCE, TIMESTAMP_TOKEN, der(SET, token)),
    der(SEQUENCE, CONFIRMATION, der(SET, der(OCTET_STRING, confirmation))),
  ];
  return Buffer.concat(attributes.sort(Buffer.compare));
}

/** Reads what `timestampAttributes` wrote. Ignores other attributes. @throws RangeError when one of the two is missing */
export function readTimestampAttributes(unsigned: DerValue): SignatureTimestamp {
  const valueWith = (type: Uint8Array): DerValue => {
    const attribute = childrenOf(unsigned).find((each) => isSame(childAt(each, 0), type));
    if (!attribute) throw new RangeError('an attribute is missing');
    return childAt(attribute, 1, 0);
  };
  return { token: valueWith(TIMESTAMP_TOKEN).whole, confirmation: valueWith(CONFIRMATION).content };
}

/** The statement that an authority signed: TSTInfo (RFC 3161 section 2.4.2) in DER. @throws RangeError when it is malformed */
export const timestampInfo = (token: Uint8Array): DerValue =>
  readDer(childAt(readDer(Buffer.from(token)), 1, 0, 2, 1, 0).content);

const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/;
const GEN_TIME = 4;

/** The time in a token, in milliseconds. NaN when it is malformed. */
export function timeOfToken(token: Uint8Array): number {
  try {
    const text = childAt(timestampInfo(token), GEN_TIME).content.toString('latin1');
    const [, year, month, day, hour, minute, second] = GENERALIZED_TIME.exec(text) ?? [];
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  } catch {
    return Number.NaN;
  }
}
