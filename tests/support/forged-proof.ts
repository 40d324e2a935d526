import type { KeyObject } from 'node:crypto';
import {
  encodeExtra,
  entryDigest,
  formatEntry,
  formatTlogProof,
  type Hash,
  hashLeaf,
  inclusionProof,
  rootHash,
  signCheckpoint,
} from '@certrace/verify';
import { completedNodes } from '#app/log/log.server.ts';

/** The time that forged certificates and entries claim. */
export const LONG_AGO = '2020-01-31T12:00:00Z';
/** The salt of forged entries. */
export const SALT = Buffer.alloc(16, 1);

type Tree = {
  origin: string;
  privateKey: KeyObject;
  /** The entries before the forged one. */
  before: readonly string[];
  /** The time of the forged entry. */
  time?: string;
  /** Adds cosignatures to the checkpoint. */
  cosign?: (checkpoint: string) => string;
};

/** A log proof of a document as the last entry of another tree, signed with a key. */
export function forgedProof(tree: Tree, document: Uint8Array): string {
  const { origin, privateKey, before, time = LONG_AGO, cosign = (checkpoint) => checkpoint } = tree;
  const nodes = new Map<string, Hash>();
  const read = (level: number, index: number) => nodes.get(`${level}/${index}`) as Hash;
  const entry = Buffer.from(formatEntry('issue', entryDigest(SALT, document), time));
  const leaves = [...before.map((each) => Buffer.from(each)), entry].map((each) => hashLeaf(each));
  for (const { level, index, hash } of completedNodes(0, leaves, read)) nodes.set(`${level}/${index}`, hash);
  const [index, size] = [before.length, before.length + 1];
  const checkpoint = signCheckpoint(
    { origin, size, root: rootHash(size, read) },
    { name: origin, privateKey },
  );
  return formatTlogProof({
    extra: encodeExtra(entry, SALT),
    index,
    hashes: inclusionProof(index, size, read),
    checkpoint: cosign(checkpoint),
  });
}
