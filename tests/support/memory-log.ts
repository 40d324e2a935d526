/** A transparency log in memory, for tests of auditors and verifiers. */
import {
  type Checkpoint,
  consistencyProof,
  encodeBundle,
  encodeExtra,
  entryDigest,
  formatEntry,
  formatTlogProof,
  type Hash,
  hashLeaf,
  inclusionProof,
  type NoteSigner,
  parseTilePath,
  privateKeyFromSeed,
  type ReadNode,
  rootHash,
  sha256,
  signCheckpoint,
  TILE_WIDTH,
  verifierKeyOf,
} from '@certrace/verify';
import { completedNodes } from '#app/log/log.server.ts';

export function memoryLog(origin = 'log.example/log') {
  const nodes = new Map<string, Hash>();
  const entries: Buffer[] = [];
  const salts: Buffer[] = [];
  const signer: NoteSigner = { name: origin, privateKey: privateKeyFromSeed(sha256(`key of ${origin}`)) };
  const read: ReadNode = (level, index) => {
    const hash = nodes.get(`${level}/${index}`);
    if (!hash) throw new Error(`no node ${level}/${index}`);
    return hash;
  };
  const checkpointOf = (size: number): Checkpoint => ({ origin, size, root: rootHash(size, read) });
  return {
    read,
    signer,
    entries,
    vkey: verifierKeyOf(signer),
    add(bytes: Uint8Array) {
      for (const { level, index, hash } of completedNodes(entries.length, [hashLeaf(bytes)], read)) {
        nodes.set(`${level}/${index}`, hash);
      }
      entries.push(Buffer.from(bytes));
    },
    /** Appends the entry of an issued document. */
    issue(document: Uint8Array, time = '2026-01-31T12:00:00Z', type: 'issue' | 'verify' = 'issue') {
      const salt = Buffer.from(sha256(`salt ${entries.length}`)).subarray(0, 16);
      salts[entries.length] = salt;
      this.add(Buffer.from(formatEntry(type, entryDigest(salt, document), time)));
    },
    checkpoint: (size = entries.length) => signCheckpoint(checkpointOf(size), signer),
    root: (size: number) => rootHash(size, read),
    inclusion: (index: number, size: number) => inclusionProof(index, size, read),
    consistency: (oldSize: number, size: number) => consistencyProof(oldSize, size, read),
    /** The published file at a path. */
    async file(path: string): Promise<Uint8Array> {
      if (path === 'checkpoint') return Buffer.from(this.checkpoint());
      const tile = parseTilePath(path);
      if (!tile) throw new Error(`no ${path}`);
      const start = tile.index * TILE_WIDTH;
      const { level } = tile;
      if (level === 'entries') return encodeBundle(entries.slice(start, start + tile.width));
      const hashes = Array.from({ length: tile.width }, (_, place) => read(level * 8, start + place));
      return Buffer.concat(hashes);
    },
    proof(index: number): string {
      return formatTlogProof({
        extra: encodeExtra(entries[index] as Buffer, salts[index] as Buffer),
        index,
        hashes: inclusionProof(index, entries.length, read),
        checkpoint: this.checkpoint(),
      });
    },
  };
}
