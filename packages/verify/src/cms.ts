import { type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import {
  childAt,
  childrenOf,
  context,
  der,
  INTEGER,
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

type Signed = { certificates: Uint8Array[]; attributes: Buffer; signature: Uint8Array; isEc: boolean };

/** The signed attributes of CAdES baseline-B (ETSI EN 319 122-1), as the content of a SET. */
const signedAttributes = (digest: Uint8Array, signingCertificate: Uint8Array) =>
  Buffer.concat(
    [
      attribute(CONTENT_TYPE, DATA),
      attribute(MESSAGE_DIGEST, der(OCTET_STRING, digest)),
      attribute(SIGNING_CERTIFICATE_V2, signingCertificate),
    ].sort(Buffer.compare),
  );

function assemble({ certificates, attributes, signature, isEc }: Signed, issuerAndSerial: Uint8Array) {
  const signerInfo = der(
    SEQUENCE,
    VERSION_1,
    issuerAndSerial,
    SHA256,
    der(context(0), attributes),
    isEc ? ECDSA_SHA256 : RSA_SHA256,
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
 * Creates a detached CMS signature with the attributes of CAdES baseline-B (ETSI EN 319 122-1).
 * @param digest SHA-256 of the document
 */
export function signCms(digest: Uint8Array, { privateKey, certificates }: DocumentSigner): Buffer {
  const [certificate] = certificates;
  if (!certificate) throw new Error('there is no certificate');
  const { issuerAndSerial, signingCertificate } = identify(certificate);
  const attributes = signedAttributes(digest, signingCertificate);
  // The attributes are signed as a SET, but tagged [0] in the message.
  const signature = sign('sha256', der(SET, attributes), privateKey);
  const isEc = privateKey.asymmetricKeyType === 'ec';
  return assemble({ certificates, attributes, signature, isEc }, issuerAndSerial);
}

/**
 * The certificates in a CMS signature, leaf first, when it is valid for a document and consists of exactly the bytes that `signCms`
 * writes. Otherwise null. Does not check whether the certificates are trusted.
 * @param cms may be followed by zeros
 * @param digest SHA-256 of the document
 */
export function readCms(cms: Uint8Array, digest: Uint8Array): X509Certificate[] | null {
  try {
    const message = readDer(Buffer.from(cms));
    const signedData = childAt(message, 1, 0);
    const certificates = childrenOf(childAt(signedData, 3)).map(({ whole }) => new X509Certificate(whole));
    const signature = childrenOf(childAt(signedData, 4, 0))[5]?.content;
    const [leaf] = certificates;
    if (!leaf || !signature) return null;
    const { issuerAndSerial, signingCertificate } = identify(leaf.raw);
    const attributes = signedAttributes(digest, signingCertificate);
    const isEc = leaf.publicKey.asymmetricKeyType === 'ec';
    const parts = { certificates: certificates.map(({ raw }) => raw), attributes, signature, isEc };
    // A comparison with the bytes that belong there leaves no room for others.
    if (!assemble(parts, issuerAndSerial).equals(message.whole)) return null;
    if (
      Buffer.from(cms)
        .subarray(message.whole.length)
        .some((byte) => byte !== 0)
    )
      return null;
    return verify('sha256', der(SET, attributes), leaf.publicKey, signature) ? certificates : null;
  } catch {
    return null;
  }
}
