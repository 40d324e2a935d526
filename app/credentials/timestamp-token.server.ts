import { constants, createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import {
  childAt,
  childrenOf,
  context,
  type DerValue,
  der,
  INTEGER,
  isSame,
  MAX_TOKEN_BYTES,
  NULL,
  OCTET_STRING,
  oid,
  readDer,
  SEQUENCE,
  SET,
  sha256,
  timeOfToken,
  timestampInfo,
} from '@certrace/verify';

// The Time-Stamp Protocol (RFC 3161), with tokens of one signer.

const SIGNED_DATA = oid('1.2.840.113549.1.7.2');
const TST_INFO = oid('1.2.840.113549.1.9.16.1.4');
const CONTENT_TYPE = oid('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = oid('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE = oid('1.2.840.113549.1.9.16.2.12');
const SIGNING_CERTIFICATE_V2 = oid('1.2.840.113549.1.9.16.2.47');
const RSASSA_PSS = oid('1.2.840.113549.1.1.10');
const SHA256 = oid('2.16.840.1.101.3.4.2.1');
const HASHES: [Buffer, string][] = [
  [SHA256, 'sha256'],
  [oid('2.16.840.1.101.3.4.2.2'), 'sha384'],
  [oid('2.16.840.1.101.3.4.2.3'), 'sha512'],
];
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const BOOLEAN = 0x01;
const TRUE = der(BOOLEAN, Uint8Array.of(0xff));
const VERSION_1 = der(INTEGER, Uint8Array.of(1));
const NONCE_BYTES = 8;
/** How far the clocks of an authority and of this site may differ. */
const MAX_CLOCK_DIFFERENCE_MS = 300_000;

/** A response is not a valid timestamp for its query. */
export class TimestampError extends Error {
  override name = 'TimestampError';

  /** @param fault the end of a sentence about the timestamp */
  constructor(fault: string, options?: ErrorOptions) {
    super(`The timestamp ${fault}.`, options);
  }
}

function requireThat(condition: unknown, fault: string): asserts condition {
  if (!condition) throw new TimestampError(fault);
}

/** The values of a query. Its token must repeat both. */
export type TimestampQuery = { digest: Uint8Array; nonce: Uint8Array };

/** A query for a timestamp of some bytes, with a new random nonce. */
export function timestampQuery(content: Uint8Array): TimestampQuery {
  const nonce = randomBytes(NONCE_BYTES);
  // Positive and without a leading zero, so that its DER has exactly these bytes.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return { digest: sha256(content), nonce };
}

/** TimeStampReq (RFC 3161 section 2.4.1), which asks for the authority's certificate too. */
export const encodeTimestampRequest = ({ digest, nonce }: TimestampQuery): Buffer =>
  der(
    SEQUENCE,
    VERSION_1,
    der(SEQUENCE, der(SEQUENCE, SHA256, der(NULL)), der(OCTET_STRING, digest)),
    der(INTEGER, nonce),
    TRUE,
  );

/** The name of a hash function in an AlgorithmIdentifier. SHA-1 is not accepted. */
function hashName(algorithm: DerValue): string {
  const name = HASHES.find(([id]) => isSame(childAt(algorithm, 0), id))?.[1];
  requireThat(name, 'uses a hash function that is not accepted');
  return name;
}

const hashOf = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest();

/** The value of an attribute of a signer. */
const attribute = (attributes: DerValue[], type: Uint8Array): DerValue | undefined => {
  const found = attributes.find((each) => isSame(childAt(each, 0), type));
  return found && childAt(found, 1, 0);
};

/** The certificate that the signed attributes name by its hash (RFC 5816, and RFC 2634 with SHA-1). */
function namedCertificate(attributes: DerValue[], certificates: Buffer[]): X509Certificate {
  const second = attribute(attributes, SIGNING_CERTIFICATE_V2);
  const named = second ?? attribute(attributes, SIGNING_CERTIFICATE);
  requireThat(named, 'does not name its certificate');
  const [first, other] = childrenOf(childAt(named, 0, 0));
  const hasAlgorithm = first?.tag === SEQUENCE;
  const algorithm = second ? (hasAlgorithm ? hashName(first) : 'sha256') : 'sha1';
  const hash = hasAlgorithm ? other?.content : first?.content;
  const found = certificates.find((each) => hash && hashOf(algorithm, each).equals(hash));
  requireThat(found, 'does not have its certificate');
  return new X509Certificate(found);
}

/** Whether the signer of a token signed its content (RFC 5652 section 5.4). */
function requireSigned(signer: DerValue, content: DerValue, certificates: Buffer[], time: number) {
  const [, , digestAlgorithm, signed, algorithm, value] = childrenOf(signer);
  requireThat(
    digestAlgorithm && signed?.tag === context(0) && algorithm && value,
    'has no signed attributes',
  );
  const attributes = childrenOf(signed);
  const hash = hashName(digestAlgorithm);
  const [type, digest] = [attribute(attributes, CONTENT_TYPE), attribute(attributes, MESSAGE_DIGEST)];
  requireThat(type && isSame(type, TST_INFO), 'signs another type of content');
  requireThat(digest && hashOf(hash, content.content).equals(digest.content), 'signs other content');
  const certificate = namedCertificate(attributes, certificates);
  requireThat(certificate.keyUsage?.includes(TIME_STAMPING), 'has a certificate that is not for timestamps');
  const isValidThen = Date.parse(certificate.validFrom) <= time && time <= Date.parse(certificate.validTo);
  requireThat(isValidThen, 'has a certificate that is not valid at its time');
  const isPss = isSame(childAt(algorithm, 0), RSASSA_PSS);
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {};
  // The attributes are signed as a SET, but tagged [0] in the token.
  const message = der(SET, signed.content);
  const isSigned = verify(hash, message, { key: certificate.publicKey, ...padding }, value.content);
  requireThat(isSigned, 'has a signature that is not valid');
}

/** Compares TSTInfo (RFC 3161 section 2.4.2) with the query. */
function requireAnswer(info: DerValue, { digest, nonce }: TimestampQuery) {
  const [version, , imprint, , , ...optional] = childrenOf(info);
  requireThat(version && isSame(version, VERSION_1) && imprint, 'is of an unknown version');
  const isOfDigest = isSame(childAt(imprint, 0, 0), SHA256) && childAt(imprint, 1).content.equals(digest);
  requireThat(isOfDigest, 'is of something else');
  const answered = optional.find(({ tag }) => tag === INTEGER);
  requireThat(answered?.content.equals(nonce), 'lacks the nonce of the request');
}

/** @throws TimestampError; RangeError or Error for malformed DER */
function requireValid(token: DerValue, query: TimestampQuery, now: number) {
  requireThat(token.whole.length <= MAX_TOKEN_BYTES, 'is too long');
  requireThat(isSame(childAt(token, 0), SIGNED_DATA), 'is not signed');
  const parts = childrenOf(childAt(token, 1, 0));
  const [, , encapsulated] = parts;
  requireThat(encapsulated && isSame(childAt(encapsulated, 0), TST_INFO), 'has another type of content');
  requireAnswer(timestampInfo(token.whole), query);
  const time = timeOfToken(token.whole);
  requireThat(Math.abs(time - now) <= MAX_CLOCK_DIFFERENCE_MS, 'has a time that is not the present one');
  const certificates = parts.find(({ tag }) => tag === context(0));
  const signers = parts.findLast(({ tag }) => tag === SET);
  const [signer, ...others] = signers ? childrenOf(signers) : [];
  requireThat(signer && others.length === 0, 'must have one signer');
  const all = certificates ? childrenOf(certificates).map(({ whole }) => whole) : [];
  requireSigned(signer, childAt(encapsulated, 1, 0), all, time);
}

/**
 * Reads TimeStampResp (RFC 3161 section 2.4.2). Checks that the token answers the query now, and that it is signed with the
 * certificate that it names. Does not check who issued this certificate, which is up to the readers of the PDF.
 * @param now milliseconds UTC
 * @returns the token in DER
 * @throws TimestampError with the reason
 */
export function readTimestampResponse(bytes: Buffer, query: TimestampQuery, now: number): Uint8Array {
  try {
    const response = readDer(bytes);
    requireThat(response.whole.length === bytes.length, 'is followed by other bytes');
    const [status, token] = childrenOf(response);
    const code = status && childAt(status, 0).content;
    const isGranted = code?.length === 1 && (code[0] === 0 || code[0] === 1);
    requireThat(isGranted, `was refused with the status ${code?.toString('hex').slice(0, 8)}`);
    requireThat(token, 'is missing');
    requireValid(token, query, now);
    return Uint8Array.from(token.whole);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw new TimestampError('is malformed', { cause: error });
  }
}
