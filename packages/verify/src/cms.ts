import { type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import {
  childAt,
  childrenOf,
  context,
  type DerValue,
  der,
  INTEGER,
  NULL,
  OCTET_STRING,
  oid,
  readDer,
  SEQUENCE,
  SET,
} from './der.ts';
import type { SignatureTimestamp } from './signature-timestamp.ts';
import { readTimestampAttributes, timestampAttributes } from './signature-timestamp.ts';
import { sha256 } from './tree.ts';

/** The signer of PDFs: an RSA or EC private key and its X.509 certificate chain in DER, leaf first. */
export type DocumentSigner = {
  privateKey: KeyObject;
  certificates: Uint8Array[];
  /** Whether its signatures leave space for a timestamp. */
  isTimestamped?: boolean;
};

/** A signature in a document, with its certificates, leaf first. */
export type DocumentSignature = {
  value: Uint8Array;
  certificates: X509Certificate[];
  timestamp: SignatureTimestamp | null;
};

const DATA = oid('1.2.840.113549.1.7.1');
const SIGNED_DATA = oid('1.2.840.113549.1.7.2');
const CONTENT_TYPE = oid('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = oid('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE_V2 = oid('1.2.840.113549.1.9.16.2.47');
const SHA256 = der(SEQUENCE, oid('2.16.840.1.101.3.4.2.1'));
const RSA_SHA256 = der(SEQUENCE, oid('1.2.840.113549.1.1.11'), der(NULL));
const ECDSA_SHA256 = der(SEQUENCE, oid('1.2.840.10045.4.3.2'));
const VERSION_1 = der(INTEGER, Uint8Array.of(1));

const attribute = (type: Uint8Array, value: Uint8Array) => der(SEQUENCE, type, der(SET, value));

/** Issuer and serial number of a certificate, and its hash for signing-certificate-v2 (RFC 5035). */
function identify(certificate: Uint8Array) {
  const fields = childrenOf(childAt(readDer(Buffer.from(certificate)), 0));
  // The version comes first, except in version 1 certificates.
  const [serial, , issuer] = fields[0]?.tag === context(0) ? fields.slice(1) : fields;
  if (!serial || !issuer) throw new RangeError('not a certificate');
  const names = der(SEQUENCE, der(context(4), issuer.whole));
  const issuerSerial = der(SEQUENCE, names, serial.whole);
  const essId = der(SEQUENCE, der(OCTET_STRING, sha256(certificate)), issuerSerial);
  return {
    issuerAndSerial: der(SEQUENCE, issuer.whole, serial.whole),
    signingCertificate: der(SEQUENCE, der(SEQUENCE, essId)),
  };
}

type Signed = {
  certificates: Uint8Array[];
  attributes: Buffer;
  value: Uint8Array;
  isEc: boolean;
  timestamp: SignatureTimestamp | null;
};

/** The signed attributes of CAdES baseline-B (ETSI EN 319 122-1), as the content of a SET. */
const signedAttributes = (digest: Uint8Array, signingCertificate: Uint8Array) =>
  Buffer.concat(
    [
      attribute(CONTENT_TYPE, DATA),
      attribute(MESSAGE_DIGEST, der(OCTET_STRING, digest)),
      attribute(SIGNING_CERTIFICATE_V2, signingCertificate),
    ].sort(Buffer.compare),
  );

function assemble({ certificates, attributes, value, isEc, timestamp }: Signed) {
  const [certificate] = certificates;
  if (!certificate) throw new Error('there is no certificate');
  const signerInfo = der(
    SEQUENCE,
    VERSION_1,
    identify(certificate).issuerAndSerial,
    SHA256,
    der(context(0), attributes),
    isEc ? ECDSA_SHA256 : RSA_SHA256,
    der(OCTET_STRING, value),
    ...(timestamp ? [der(context(1), timestampAttributes(timestamp))] : []),
  );
  const signedData = der(
    SEQUENCE,
    VERSION_1,
    der(SET, SHA256),
    der(SEQUENCE, DATA),
    der(context(0), ...certificates),
    der(SET, signerInfo),
  );
  return der(SEQUENCE, SIGNED_DATA, der(context(0), signedData));
}

/**
 * Creates a detached CMS signature with the attributes of CAdES baseline-B (ETSI EN 319 122-1).
 * @param digest SHA-256 of the document
 */
export function signCms(digest: Uint8Array, { privateKey, certificates }: DocumentSigner): Buffer {
  const [certificate] = certificates;
  if (!certificate) throw new Error('there is no certificate');
  const attributes = signedAttributes(digest, identify(certificate).signingCertificate);
  // The attributes are signed as a SET, but tagged [0] in the message.
  const value = sign('sha256', der(SET, attributes), privateKey);
  const isEc = privateKey.asymmetricKeyType === 'ec';
  return assemble({ certificates, attributes, value, isEc, timestamp: null });
}

const ATTRIBUTES = 3;
const VALUE = 5;
const UNSIGNED = 6;

/** The parts of a CMS signature. @throws RangeError or Error when it is malformed */
function parseCms(message: DerValue) {
  const signedData = childAt(message, 1, 0);
  const certificates = childrenOf(childAt(signedData, 3)).map(({ whole }) => new X509Certificate(whole));
  const signerInfo = childAt(signedData, 4, 0);
  const unsigned = childrenOf(signerInfo)[UNSIGNED];
  return {
    certificates,
    attributes: childAt(signerInfo, ATTRIBUTES).content,
    value: childAt(signerInfo, VALUE).content,
    timestamp: unsigned ? readTimestampAttributes(unsigned) : null,
  };
}

const signedWith = ({ certificates, ...parts }: ReturnType<typeof parseCms>): Signed => ({
  ...parts,
  certificates: certificates.map(({ raw }) => raw),
  isEc: certificates[0]?.publicKey.asymmetricKeyType === 'ec',
});

/**
 * Reads a CMS signature when it is valid for a document and consists of exactly the bytes that `signCms` and `timestampCms` write.
 * Otherwise null. Checks neither whether its certificates are trusted nor who confirmed its timestamp.
 * @param cms may be followed by zeros
 * @param digest SHA-256 of the document
 */
export function readCms(cms: Uint8Array, digest: Uint8Array): DocumentSignature | null {
  try {
    const bytes = Buffer.from(cms);
    const message = readDer(bytes);
    const parts = parseCms(message);
    const { certificates, value, timestamp } = parts;
    const [leaf] = certificates;
    if (!leaf) return null;
    const attributes = signedAttributes(digest, identify(leaf.raw).signingCertificate);
    // A comparison with the bytes that belong there leaves no room for others.
    if (!assemble({ ...signedWith(parts), attributes }).equals(message.whole)) return null;
    if (bytes.subarray(message.whole.length).some((byte) => byte !== 0)) return null;
    const isValid = verify('sha256', der(SET, attributes), leaf.publicKey, value);
    return isValid ? { value, certificates, timestamp } : null;
  } catch {
    return null;
  }
}

/**
 * The bytes of the signature in a CMS message that `signCms` wrote, for its timestamp. Does not verify it.
 * @throws RangeError when the message is malformed
 */
export const signatureValue = (cms: Uint8Array): Uint8Array => parseCms(readDer(Buffer.from(cms))).value;

/** Adds a timestamp to a message that `signCms` wrote, which makes the signature one of baseline-T. */
export const timestampCms = (cms: Uint8Array, timestamp: SignatureTimestamp): Buffer =>
  assemble({ ...signedWith(parseCms(readDer(Buffer.from(cms)))), timestamp });
