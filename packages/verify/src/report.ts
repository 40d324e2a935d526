import { type CertificateSummary, isBadge, isReceipt } from './credential.ts';
import { type JsonObject, parseJsonObject } from './json.ts';
import { type Jws, looksLikeJws, readJws } from './jws.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { OPEN_BADGES_2, otherKind } from './other-kinds.ts';
import { hasPdfEnd, isEncrypted, isPdf, readAttachments } from './pdf-read.ts';
import {
  isPng,
  PNG_CREDENTIAL,
  PNG_MANIFEST,
  PNG_OLDER_BADGE,
  PNG_PROOF,
  readPngText,
  UnreadableFile,
} from './png.ts';
import { looksLikeXml, readSvg } from './svg.ts';
import { listOf, say, sentences } from './texts.ts';

export type Verdict =
  | 'genuine'
  | 'altered'
  | 'unknown-issuer'
  | 'revoked'
  | 'suspended'
  | 'not-yet-valid'
  | 'expired'
  | 'not-in-log'
  | 'unknown'
  | 'unreadable';

export type CheckId =
  | 'file'
  | 'signature'
  | 'issuer'
  | 'log'
  | 'revocation'
  | 'suspension'
  | 'start'
  | 'expiry';
/** The result of a check. `passed` is null when the check could not be made. The message gives the reason. */
export type Check = { id: CheckId; passed: boolean | null; message: string };
/** Who signs: the DID that the file names, and its host if it is a did:web. */
export type Issuer = { did: string; domain: string | null };
export type Report = {
  verdict: Verdict;
  checks: Check[];
  /** With the verdict `unknown`: a sentence that names the checks that could not be made. */
  reason?: string;
  issuer?: Issuer;
  certificate?: CertificateSummary;
};

/** Whether a file's facts are unproven: no valid signature covers them, or the file was changed. */
export const isClaim = ({ checks }: Pick<Report, 'checks'>) =>
  checks.some(({ id, passed }) => (id === 'signature' && !passed) || (id === 'file' && passed === false));

/** Creates the result of a check. */
export const check = (id: CheckId, passed: boolean | null, message: string): Check => ({
  id,
  passed,
  message,
});

/** Checks that a genuine file may lack, because the caller does not rely on them. `revocation` is also about a suspension. */
export type Optional = { log: boolean; revocation: boolean };

const isOptional = (id: CheckId, { log, revocation }: Optional) =>
  (id === 'log' && log) || ((id === 'revocation' || id === 'suspension') && revocation);

/** The sentence of the verdict `unknown`, which names the checks that keep a file from being genuine. */
export function unknownReason(checks: Check[], optional: Optional): string {
  const missing = checks.filter(({ id, passed }) => passed === null && !isOptional(id, optional));
  return say('couldNotCheck', {
    checks: listOf(
      missing.map(({ id }) => say(id)),
      'or',
    ),
  });
}

/** The overall verdict, determined by the first problem. A file is genuine only if every check that counts was made. */
export function verdictOf(checks: Check[], optional: Optional): Verdict {
  const of = (id: CheckId) => checks.find((item) => item.id === id)?.passed;
  if (of('signature') === null && of('issuer') !== false) return 'unknown';
  if (of('file') === false || of('signature') === false) return 'altered';
  if (of('issuer') === false) return 'unknown-issuer';
  if (of('log') === false) return 'not-in-log';
  if (of('revocation') === false) return 'revoked';
  if (of('suspension') === false) return 'suspended';
  if (of('start') === false) return 'not-yet-valid';
  if (of('expiry') === false) return 'expired';
  return checks.every(({ id, passed }) => passed || isOptional(id, optional)) ? 'genuine' : 'unknown';
}

export const MAX_FILE_BYTES = 10 * 1_048_576;
/** Open Badges may contain pictures. Certrace's own credentials have 3 KB. */
const MAX_CREDENTIAL_BYTES = 524_288;
const MAX_MANIFEST_BYTES = 16_384;
const MAX_PROOF_BYTES = 100_000;
const PROOF_START = 'c2sp.org/tlog-proof@';

/** The contents of a file. `credential` has the exact bytes that were signed and logged. */
export type FileContents = {
  kind: 'pdf' | 'png' | 'svg' | 'json';
  credential: Uint8Array;
  document: JsonObject;
  proof: string | null;
  manifest: { members: Manifest; bytes: Uint8Array; document: JsonObject } | null;
  /** Set if the credential is in a token, which is its signature. */
  jws?: Jws;
};

function readManifest(bytes: Uint8Array): FileContents['manifest'] {
  const document = parseJsonObject(bytes, MAX_MANIFEST_BYTES);
  if (typeof document === 'string') return null;
  const members = parseManifest(document);
  // The signature only covers the manifest's members, so reject bytes that it does not cover.
  const isAsWritten = JSON.stringify(document) === Buffer.from(bytes).toString();
  return members && isAsWritten ? { members, bytes, document } : null;
}

function readCredential(bytes: Uint8Array): { document: JsonObject; jws?: Jws } | string {
  if (looksLikeJws(bytes)) return readJws(bytes, MAX_CREDENTIAL_BYTES);
  const document = parseJsonObject(bytes, MAX_CREDENTIAL_BYTES);
  return typeof document === 'string' ? document : { document };
}

function contents(
  kind: FileContents['kind'],
  credential: Uint8Array,
  proof: Uint8Array | null,
  manifest: Uint8Array | null,
): FileContents {
  const read = readCredential(credential);
  if (typeof read === 'string') throw new UnreadableFile(read);
  if (proof && proof.length > MAX_PROOF_BYTES) {
    throw new UnreadableFile(say('proofTooLong'));
  }
  return {
    kind,
    credential,
    ...read,
    proof: proof && Buffer.from(proof).toString('utf8'),
    manifest: manifest && readManifest(manifest),
  };
}

const withoutCredential = (kind: string | undefined) =>
  new UnreadableFile(kind === undefined ? say('noCredential') : say('anotherKind', { kind }));

/** Recognises attachments by their content, because anybody can choose their names. */
function readPdf(file: Uint8Array): FileContents {
  const credentials: Buffer[] = [];
  const manifests: Buffer[] = [];
  const proofs: Buffer[] = [];
  const others: string[] = [];
  for (const attachment of readAttachments(file)) {
    if (attachment.subarray(0, PROOF_START.length).toString('latin1') === PROOF_START)
      proofs.push(attachment);
    else {
      const read = readCredential(attachment);
      if (typeof read === 'string') continue;
      const { document, jws } = read;
      if (parseManifest(document)) manifests.push(attachment);
      else if (isBadge(document) || isReceipt(document)) credentials.push(attachment);
      else others.push(otherKind(document, jws?.header) ?? '');
    }
  }
  const [credential] = credentials;
  const other = others.find((kind) => kind !== '');
  if (!credential && other === undefined && !hasPdfEnd(file)) {
    throw new UnreadableFile(sentences(say('noCredential'), say('cutShort')));
  }
  if (!credential && other === undefined && isEncrypted(file)) throw new UnreadableFile(say('pdfEncrypted'));
  if (!credential) throw withoutCredential(other);
  if (credentials.length > 1) throw new UnreadableFile(say('twoCredentials'));
  return contents('pdf', credential, proofs[0] ?? null, manifests[0] ?? null);
}

/**
 * The credential in a picture that is baked as badges before Open Badges 3.0 were.
 * @throws UnreadableFile that names the version of another one
 */
function readOlder(text: Uint8Array): Uint8Array {
  const read = readCredential(text);
  // It may be only the address of the badge.
  if (typeof read === 'string') throw withoutCredential(OPEN_BADGES_2);
  if (isBadge(read.document)) return text;
  throw withoutCredential(otherKind(read.document, read.jws?.header) ?? OPEN_BADGES_2);
}

function readOlderPng(file: Uint8Array): Uint8Array | null {
  let text: Uint8Array | null;
  try {
    text = readPngText(file, PNG_OLDER_BADGE, ['iTXt', 'tEXt']);
  } catch {
    // Before Open Badges 3.0, the text could be compressed.
    throw withoutCredential(OPEN_BADGES_2);
  }
  return text && readOlder(text);
}

function readPng(file: Uint8Array): FileContents {
  const credential = readPngText(file, PNG_CREDENTIAL) ?? readOlderPng(file);
  if (!credential) throw withoutCredential(undefined);
  return contents('png', credential, readPngText(file, PNG_PROOF), readPngText(file, PNG_MANIFEST));
}

function readSvgBadge(file: Uint8Array): FileContents {
  const [baked, ...others] = readSvg(file);
  if (!baked) throw withoutCredential(undefined);
  if (others.length > 0) throw new UnreadableFile(say('twoCredentials'));
  const text = Buffer.from(baked.text);
  return contents('svg', baked.isOlder ? readOlder(text) : text, null, null);
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const startsWith = (file: Uint8Array, start: Buffer) =>
  Buffer.compare(file.subarray(0, start.length), start) === 0;

/** Removes the byte order mark that some editors add. The signature does not cover it. */
const withoutMark = (file: Uint8Array) =>
  startsWith(file, UTF8_MARK) ? file.subarray(UTF8_MARK.length) : file;

/** Whether text is JSON, such as a list of badges. */
function isJson(text: Uint8Array): boolean {
  if (text.length > MAX_CREDENTIAL_BYTES) return false;
  try {
    JSON.parse(Buffer.from(text).toString());
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the credential from a PDF, PNG, SVG or JSON file, or from a token (JWS).
 * @throws UnreadableFile with the reason
 */
export function readFile(file: Uint8Array): FileContents {
  if (file.length > MAX_FILE_BYTES)
    throw new UnreadableFile(say('fileTooLarge', { megabytes: MAX_FILE_BYTES / 1_048_576 }));
  if (file.length === 0) throw new UnreadableFile(say('fileEmpty'));
  if (isPdf(file)) return readPdf(file);
  if (isPng(file)) return readPng(file);
  const text = withoutMark(file);
  if (/^\s*\{/.test(Buffer.from(text.subarray(0, 100)).toString('latin1')) || looksLikeJws(text))
    return contents('json', text, null, null);
  if (looksLikeXml(file)) return readSvgBadge(file);
  if (UTF16_MARKS.some((mark) => startsWith(file, mark))) throw new UnreadableFile(say('utf16'));
  throw new UnreadableFile(say(isJson(text) ? 'jsonNoObject' : 'otherKind'));
}
