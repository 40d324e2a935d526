import type { KeyObject } from 'node:crypto';
import { decodeBase64, encodeBase64 } from './multibase.ts';
import { publicKeyOf, signBytes, verifyBytes } from './signatures.ts';
import { type Hash, sha256 } from './tree.ts';

/** C2SP signed-note v1: signature types. */
export const ED25519 = 0x01;
export const COSIGNATURE_V1 = 0x04;

export type VerifierKey = { name: string; id: Uint8Array; type: number; publicKey: Uint8Array };
export type NoteSigner = { name: string; privateKey: KeyObject };
export type NoteSignature = { name: string; id: Uint8Array; signature: Uint8Array };
export type Note = { text: string; signatures: NoteSignature[] };

const NAME = /^[^\s+]{1,255}$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not have them
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;
const MAX_NOTE = 1_000_000;
const MAX_SIGNATURES = 100;

export const keyId = (name: string, type: number, publicKey: Uint8Array) =>
  sha256(`${name}\n`, Uint8Array.of(type), publicKey).subarray(0, 4);

/** Parses a verifier key, `NAME+hex8+base64`. Returns null when it is malformed or its ID is wrong. */
export function parseVerifierKey(vkey: string): VerifierKey | null {
  const match = /^([^+\s]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{1,200})$/u.exec(vkey);
  const [, name = '', id = '', encoded = ''] = match ?? [];
  const bytes = decodeBase64(encoded);
  if (!match || bytes?.length !== 33) return null;
  const [type = 0, publicKey] = [bytes[0], bytes.subarray(1)];
  if (type !== ED25519 && type !== COSIGNATURE_V1) return null;
  const expected = keyId(name, type, publicKey);
  if (Buffer.from(expected).toString('hex') !== id) return null;
  return { name, id: expected, type, publicKey };
}

/** Formats a verifier key. @param type Ed25519 unless it is a witness's */
export function formatVerifierKey(name: string, publicKey: Uint8Array, type = ED25519): string {
  const id = Buffer.from(keyId(name, type, publicKey)).toString('hex');
  return `${name}+${id}+${encodeBase64(Buffer.concat([Uint8Array.of(type), publicKey]))}`;
}

export const verifierKeyOf = ({ name, privateKey }: NoteSigner) =>
  formatVerifierKey(name, publicKeyOf(privateKey));

/**
 * Signs a text that ends with a newline.
 * @throws Error when the text or the name is not allowed in a note
 */
export function signNote(text: string, { name, privateKey }: NoteSigner): string {
  if (!text.endsWith('\n') || CONTROL.test(text) || !NAME.test(name)) throw new Error('not fit for a note');
  const signature = signBytes(Buffer.from(text), privateKey);
  const id = keyId(name, ED25519, publicKeyOf(privateKey));
  return `${text}\n${formatSignature(name, id, signature)}`;
}

/** One signature line with its newline. */
export const formatSignature = (name: string, id: Uint8Array, signature: Uint8Array) =>
  `— ${name} ${encodeBase64(Buffer.concat([id, signature]))}\n`;

/** A signature line without its newline, or null. */
export function parseSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = /^— ([^\s+]{1,255}) ([A-Za-z0-9+/=]{8,8000})$/u.exec(line) ?? [];
  const bytes = decodeBase64(encoded);
  if (!name || !bytes || bytes.length < 5) return null;
  return { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** Parses a note. Returns null when it is malformed. `isSignedBy` verifies its signatures. */
export function parseNote(note: string): Note | null {
  if (note.length > MAX_NOTE || CONTROL.test(note) || !note.endsWith('\n')) return null;
  const end = note.lastIndexOf('\n\n');
  if (end === -1) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(parseSignature);
  if (lines.length > MAX_SIGNATURES || signatures.some((signature) => signature === null)) return null;
  return { text: note.slice(0, end + 1), signatures: signatures.filter((signature) => signature !== null) };
}

/** Whether a note has a valid Ed25519 signature of this key. */
export const isSignedBy = (note: Note, key: VerifierKey): boolean =>
  key.type === ED25519 &&
  note.signatures.some(
    ({ name, id, signature }) =>
      name === key.name &&
      Buffer.compare(id, key.id) === 0 &&
      verifyBytes(Buffer.from(note.text), signature, key.publicKey),
  );

/** A proof that a log contains an entry (C2SP tlog-proof). Complete except for the log's key. */
export type TlogProof = { extra: Uint8Array | null; index: number; hashes: Hash[]; checkpoint: string };

const HEADER = 'c2sp.org/tlog-proof@v1';
/** A path has at most 63 hashes. The rest is for the checkpoint and `extra`. */
const MAX_CHARACTERS = 100_000;

export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [
    HEADER,
    ...(extra ? [`extra ${encodeBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(encodeBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Parses a tlog-proof file. Returns null when it is malformed or too long. */
export function parseTlogProof(text: string): TlogProof | null {
  if (text.length > MAX_CHARACTERS) return null;
  const end = text.indexOf('\n\n');
  if (end === -1) return null;
  const lines = text.slice(0, end).split('\n');
  if (lines.shift() !== HEADER) return null;
  const extra = lines[0]?.startsWith('extra ') ? decodeBase64(lines.shift()?.slice(6) ?? '') : undefined;
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  const hashes = lines.map(decodeBase64);
  if (extra === null || index === undefined || hashes.length > 63) return null;
  if (hashes.some((hash) => hash?.length !== 32)) return null;
  return {
    extra: extra ?? null,
    index: Number(index),
    hashes: hashes.filter((hash) => hash !== null),
    checkpoint: text.slice(end + 2),
  };
}
