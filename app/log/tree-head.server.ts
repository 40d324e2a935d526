import { type Log, nodesOf, rootAt } from './log.server.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The head of a log's tree: its root, and the largest complete subtrees from left to right. */
export type TreeHead = { size: number; root: string; subtrees: { size: number; hash: string }[] };

/** Reads the head of a log's tree. Hashes are in hex. */
export function treeHead(log: Log): TreeHead {
  const read = nodesOf(log.number);
  const subtrees: TreeHead['subtrees'] = [];
  let start = 0;
  while (start < log.size) {
    const level = Math.floor(Math.log2(log.size - start));
    const size = 2 ** level;
    subtrees.push({ size, hash: hex(read(level, start / size)) });
    start += size;
  }
  return { size: log.size, root: hex(rootAt(log, log.size)), subtrees };
}
