import { decodeBase64, encodeBase64 } from './base64.ts';
import { isSignedBy, type NoteSigner, parseNote, signNote, type VerifierKey } from './note.ts';
import type { Hash } from './tree.ts';

/** A log's tree at one size (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Hash };

const BODY = /^([^\n]{1,255})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** The body of a checkpoint: origin, size and root, each on a line. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint) =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`;

/** Reads a checkpoint's body, or null. Extension lines are allowed and ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, origin, size, encoded = ''] = BODY.exec(text) ?? [];
  const root = decodeBase64(encoded);
  if (!origin || root?.length !== 32 || !Number.isSafeInteger(Number(size))) return null;
  return { origin, size: Number(size), root };
}

/** A checkpoint signed as a note by its log, whose name is the origin. */
export const signCheckpoint = (checkpoint: Checkpoint, signer: NoteSigner) =>
  signNote(formatCheckpoint(checkpoint), signer);

/** The checkpoint of a note when `key` signed it and is the origin's, else null. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint | null {
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint || checkpoint.origin !== key.name || !isSignedBy(parsed, key)) return null;
  return checkpoint;
}

/** Reads a note's checkpoint without checking its signatures. */
export function readCheckpoint(note: string): Checkpoint | null {
  const parsed = parseNote(note);
  return parsed && parseCheckpoint(parsed.text);
}
