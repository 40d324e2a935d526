import { type Hash, hashNode, type ReadNode } from '@certrace/verify';

/** The hash of a complete subtree: 2^level leaves from leaf index × 2^level. */
export type Node = { level: number; index: number; hash: Hash };

/**
 * The nodes that become complete when leaves are added: each leaf, and each inner node whose last leaf is among them. Roots,
 * proofs and tiles are computed from these and the earlier nodes.
 * @param size the number of leaves before
 * @param read reads an earlier node
 */
export function completedNodes(size: number, leaves: Hash[], read: ReadNode): Node[] {
  const nodes: Node[] = [];
  const made = new Map<string, Hash>();
  const add = (level: number, index: number, hash: Hash) => {
    nodes.push({ level, index, hash });
    made.set(`${level}/${index}`, hash);
  };
  for (const [place, leaf] of leaves.entries()) {
    let [level, index, hash] = [0, size + place, leaf];
    add(level, index, hash);
    while (index % 2 === 1) {
      hash = hashNode(made.get(`${level}/${index - 1}`) ?? read(level, index - 1), hash);
      level += 1;
      index = (index - 1) / 2;
      add(level, index, hash);
    }
  }
  return nodes;
}
