import { openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { parseJsonObject } from './json.ts';
import { decodeBase64, encodeBase64 } from './multibase.ts';
import { parseTlogProof, type TlogProof, type VerifierKey } from './note.ts';
import { say } from './texts.ts';
import { type Hash, hashLeaf, sha256, verifyInclusion } from './tree.ts';

export const ENTRY_TYPES = ['issue', 'revoke', 'verify', 'key', 'origin', 'issuers', 'audit'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/**
 * An entry of the log, without personal data. `digest` is SHA-256(salt ‖ signed document) in base64; of the type `origin` that of the
 * last checkpoint, without salt, and of the type `audit` the hash of the newest row of the audit trail. `files` says of an issued
 * document that the log's key signs what each of its files shows. `key` is the verifier key of the log that an `origin` continues.
 */
export type LogEntry = {
  v: 1;
  type: EntryType;
  digest: string;
  time: string;
  files?: 'signed';
  key?: string;
};

const MAX_ENTRY_BYTES = 1_024;
/**
 * The only accepted length. A longer salt could contain the beginning of a document, so that the digest would prove only the
 * rest.
 */
export const SALT_BYTES = 16;

export const entryDigest = (salt: Uint8Array, document: Uint8Array) => encodeBase64(sha256(salt, document));

/** A document's digest, with its salt. */
export type SaltedDigest = { salt: Uint8Array; digest: string };

export const saltedDigest = (salt: Uint8Array, document: Uint8Array): SaltedDigest => ({
  salt,
  digest: entryDigest(salt, document),
});

export const formatEntry = (
  type: EntryType,
  digest: string,
  time: string,
  more: Pick<LogEntry, 'files' | 'key'> = {},
) => JSON.stringify({ v: 1, type, digest, time, ...more } satisfies LogEntry);

/** Parses a log entry; null when invalid. */
export function parseEntry(bytes: Uint8Array): LogEntry | null {
  const value = parseJsonObject(bytes, MAX_ENTRY_BYTES);
  if (typeof value === 'string' || value.v !== 1) return null;
  const { type, digest, time } = value;
  const known = ENTRY_TYPES.find((each) => each === type);
  if (!known) return null;
  if (typeof digest !== 'string' || typeof time !== 'string' || Number.isNaN(Date.parse(time))) return null;
  return {
    v: 1,
    type: known,
    digest,
    time,
    ...(value.files === 'signed' && { files: 'signed' }),
    ...(typeof value.key === 'string' && { key: value.key }),
  };
}

/** Content of a proof's `extra` line: the entry and the salt of its digest. */
export const encodeExtra = (entry: Uint8Array, salt: Uint8Array): Uint8Array =>
  Buffer.from(JSON.stringify({ entry: encodeBase64(entry), salt: encodeBase64(salt) }));

function decodeExtra({ extra }: TlogProof): { entry: Uint8Array; salt: Uint8Array } | null {
  const value = extra && parseJsonObject(extra, 8_192);
  if (!value || typeof value === 'string') return null;
  const [entry, salt] = [value.entry, value.salt].map((text) =>
    typeof text === 'string' ? decodeBase64(text) : null,
  );
  return entry && salt?.length === SALT_BYTES ? { entry, salt } : null;
}

/** The claim of a log proof: an entry at an index, and the root of the tree at a size. */
export type ProvenPlace = { origin: string; index: number; leaf: Hash; size: number; root: Hash };

export type LogResult =
  | ({ passed: true; entry: LogEntry } & ProvenPlace)
  | { passed: false | null; reason: string };

/** A proof that leads from a document to a root, with the checkpoint that has this root. */
type ReadProof = { passed: true; entry: LogEntry; place: ProvenPlace; checkpoint: string };
type Refusal = { passed: false; reason: string };

const refuse = (reason: string): Refusal => ({ passed: false, reason });

/** Whether a checkpoint is signed with one of these keys, which has the name of its log. */
export const isSignedByLog = (checkpoint: string, keys: VerifierKey[]) =>
  keys.some((key) => openCheckpoint(checkpoint, key) !== null);

/** Whether a proof leads from a document of one of these types to the root of its checkpoint, whose signature is not verified. */
export function readLogProof(text: string, document: Uint8Array, types: EntryType[]): ReadProof | Refusal {
  const proof = parseTlogProof(text);
  const extra = proof && decodeExtra(proof);
  const entry = extra && parseEntry(extra.entry);
  const claimed = proof && readCheckpoint(proof.checkpoint);
  if (!proof || !extra || !entry || !claimed) return refuse(say('proofDamaged'));
  if (entry.digest !== entryDigest(extra.salt, document) || !types.includes(entry.type)) {
    return refuse(say('proofOfOther'));
  }
  const leaf = hashLeaf(extra.entry);
  if (!verifyInclusion(proof.index, claimed.size, leaf, proof.hashes, claimed.root)) {
    return refuse(say('proofWithoutRoot'));
  }
  const place = { ...claimed, index: proof.index, leaf };
  return { passed: true, entry, place, checkpoint: proof.checkpoint };
}

/**
 * Whether a proof shows that a document of one of these types is in a log with one of these keys. The result is null without
 * any key, because the log is then unknown.
 */
export function checkLogProof(
  text: string,
  document: Uint8Array,
  types: EntryType[],
  keys: VerifierKey[],
): LogResult {
  const read = readLogProof(text, document, types);
  if (!read.passed) return read;
  if (keys.length === 0) return { passed: null, reason: say('noLogKey') };
  if (!isSignedByLog(read.checkpoint, keys)) return refuse(say('proofNotSigned'));
  return { passed: true, entry: read.entry, ...read.place };
}
