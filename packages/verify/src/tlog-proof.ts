import { decodeBase64, encodeBase64 } from './multibase.ts';
import type { Hash } from './tree.ts';

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
