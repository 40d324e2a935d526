import { canonicalJson, type JsonObject } from './json.ts';
import { decodeBase64, encodeBase64 } from './multibase.ts';
import {
  isSignedBy,
  type NoteSigner,
  parseNote,
  parseSignature,
  signNote,
  type VerifierKey,
} from './note.ts';
import { type Hash, sha256 } from './tree.ts';

/** A log's tree at one size (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Hash };

const BODY = /^([^\n]{1,255})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** Formats the body of a checkpoint: origin, size and root, each on a line. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint) =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`;

/** Parses a checkpoint's body, or returns null. Allows and ignores extension lines. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, origin, size, encoded = ''] = BODY.exec(text) ?? [];
  const root = decodeBase64(encoded);
  if (!origin || root?.length !== 32 || !Number.isSafeInteger(Number(size))) return null;
  return { origin, size: Number(size), root };
}

/** Signs a checkpoint as a note by its log. The signer's name is the origin. */
export const signCheckpoint = (checkpoint: Checkpoint, signer: NoteSigner) =>
  signNote(formatCheckpoint(checkpoint), signer);

/** Parses a note's checkpoint if `key` belongs to the origin and signed it. Otherwise returns null. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint | null {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint || checkpoint.origin !== key.name || !isSignedBy(parsed, key)) return null;
  return checkpoint;
}

/** Parses a note's checkpoint without verifying its signatures. */
export function readCheckpoint(note: string): Checkpoint | null {
  const parsed = parseNote(note);
  return parsed && parseCheckpoint(parsed.text);
}

// The log signs the manifest of a file too, so that the issuer's key alone cannot put another page around a
// credential. The signed text is a note (C2SP signed-note), but not a checkpoint.

const textOf = ({ proof: _, logSignature: __, ...manifest }: JsonObject) =>
  `Certrace file\n${Buffer.from(sha256(canonicalJson(manifest))).toString('hex')}\n`;

/** The line with which a log signs a manifest. */
export const signForLog = (manifest: JsonObject, log: NoteSigner): string =>
  signNote(textOf(manifest), log).split('\n\n')[1]?.trimEnd() ?? '';

/** Whether one of the logs signed a manifest. `name` is that of a log whose key is not among these. */
export function findLogSignature(
  manifest: JsonObject,
  keys: VerifierKey[],
): 'valid' | 'invalid' | { name: string } {
  const line = manifest.logSignature;
  const signature = typeof line === 'string' ? parseSignature(line) : null;
  if (!signature) return 'invalid';
  const note = { text: textOf(manifest), signatures: [signature] };
  if (keys.some((key) => isSignedBy(note, key))) return 'valid';
  const isKnown = keys.some(({ name }) => name === signature.name);
  return isKnown ? 'invalid' : { name: signature.name };
}
