import { decodeBase64, encodeBase64 } from './base64.ts';
import { isSignedBy, type NoteSigner, parseNote, signNote, type VerifierKey } from './note.ts';
import type { Hash } from './tree.ts';

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
