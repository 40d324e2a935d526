import { type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import {
  childAt,
  childrenOf,
  context,
  der,
  INTEGER,
  isSame,
  NULL,
  OCTET_STRING,
  oid,
  readDer,
  SEQUENCE,
  SET,
} from './der.ts';
import { sha256 } from './tree.ts';

/** The signer of PDFs: an RSA or EC private key and its X.509 certificate chain in DER, leaf first. */
export type DocumentSigner = { privateKey: KeyObject; certificates: Uint8Array[] };

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

/**
 * Creates a detached CMS signature with the attributes of CAdES baseline-B (ETSI EN 319 122-1).
 * @param digest SHA-256 of the document
 */
export function signCms(digest: Uint8Array, { privateKey, certificates }: DocumentSigner): Buffer {
  const [certificate] = certificates;
  if (!certificate) throw new Error('there is no certificate');
  const { issuerAndSerial, signingCertificate } = identify(certificate);
  const attributes = [
    attribute(CONTENT_TYPE, DATA),
    attribute(MESSAGE_DIGEST, der(OCTET_STRING, digest)),
    attribute(SIGNING_CERTIFICATE_V2, signingCertificate),
  ].sort(Buffer.compare);
  // The attributes are signed as a SET, but tagged [0] in the message.
  const signature = sign('sha256', der(SET, ...attributes), privateKey);
  const signerInfo = der(
    SEQUENCE,
    VERSION_1,
    issuerAndSerial,
    SHA256,
    der(context(0), ...attributes),
    privateKey.asymmetricKeyType === 'ec' ? ECDSA_SHA256 : RSA_SHA256,
    der(OCTET_STRING, signature),
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
 * Whether a CMS signature, as `signCms` creates it, is valid for a document and the certificate in it. Does not check whether
 * that certificate is trusted.
 */
export function verifyCms(cms: Uint8Array, digest: Uint8Array): boolean {
  try {
    const signedData = childAt(readDer(Buffer.from(cms)), 1, 0);
    const certificate = new X509Certificate(childAt(signedData, 3, 0).whole);
    const [, , , attributes, , signature] = childrenOf(childAt(signedData, 4, 0));
    if (attributes?.tag !== context(0) || !signature) return false;
    const expected = attribute(MESSAGE_DIGEST, der(OCTET_STRING, digest));
    if (!childrenOf(attributes).some((value) => isSame(value, expected))) return false;
    return verify('sha256', der(SET, attributes.content), certificate.publicKey, signature.content);
  } catch {
    return false;
  }
}
