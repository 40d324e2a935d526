import { decodeBase64, encodeBase64 } from './multibase.ts';
import {
  COSIGNATURE_V1,
  formatSignature,
  formatVerifierKey,
  keyId,
  type NoteSignature,
  type NoteSigner,
  parseNote,
  parseSignature,
  type VerifierKey,
} from './note.ts';
import { publicKeyOf, signBytes, verifyBytes } from './signatures.ts';
import type { Hash } from './tree.ts';

// C2SP tlog-cosignature (Ed25519) and tlog-witness.

const MAX_PROOF = 63;
const TIME_BYTES = 8;

const messageOf = (text: string, time: number) => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);

/** The verifier key of a witness. */
export const witnessKeyOf = ({ name, privateKey }: NoteSigner) =>
  formatVerifierKey(name, publicKeyOf(privateKey), COSIGNATURE_V1);

/**
 * Creates a witness's signature line for a checkpoint.
 * @param text the checkpoint's three lines
 * @param time in seconds
 */
export function cosign(text: string, { name, privateKey }: NoteSigner, time: number): string {
  const timestamp = Buffer.alloc(TIME_BYTES);
  timestamp.writeBigUInt64BE(BigInt(time));
  const signature = Buffer.concat([timestamp, signBytes(messageOf(text, time), privateKey)]);
  return formatSignature(name, keyId(name, COSIGNATURE_V1, publicKeyOf(privateKey)), signature);
}

/** The time of a witness's signature of a checkpoint, in seconds. Null when the signature is invalid. */
export function cosignedAt(text: string, { name, id, signature }: NoteSignature, key: VerifierKey) {
  const isKey = key.type === COSIGNATURE_V1 && name === key.name && Buffer.compare(id, key.id) === 0;
  if (!isKey || signature.length !== TIME_BYTES + 64) return null;
  const time = Number(Buffer.from(signature).readBigUInt64BE());
  if (!Number.isSafeInteger(time)) return null;
  return verifyBytes(messageOf(text, time), signature.subarray(TIME_BYTES), key.publicKey) ? time : null;
}

/** Finds a witness's valid signature among signature lines, with its time in seconds. Null without one. */
export function findCosignature(text: string, lines: string, key: VerifierKey) {
  for (const line of lines.split('\n').slice(0, 100)) {
    const signature = parseSignature(line);
    const time = signature && cosignedAt(text, signature, key);
    if (time !== null) return { line: `${line}\n`, time };
  }
  return null;
}

/** A log's request to a witness: sign a checkpoint that is consistent with the one at `oldSize`. */
export type AddCheckpoint = { oldSize: number; proof: Hash[]; note: string };

export const formatAddCheckpoint = ({ oldSize, proof, note }: AddCheckpoint) =>
  `old ${oldSize}\n${proof.map((hash) => `${encodeBase64(hash)}\n`).join('')}\n${note}`;

/** Parses a log's request to a witness. Returns null when it is malformed. */
export function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  if (end === -1) return null;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const oldSize = Number(/^old (0|[1-9]\d{0,15})$/.exec(first)?.[1] ?? Number.NaN);
  const proof = lines.length > MAX_PROOF ? [] : lines.map(decodeBase64);
  const note = body.slice(end + 2);
  const isWellFormed = Number.isSafeInteger(oldSize) && lines.length <= MAX_PROOF && parseNote(note) !== null;
  if (!isWellFormed || proof.some((hash) => hash?.length !== 32)) return null;
  return { oldSize, proof: proof.filter((hash) => hash !== null), note };
}
