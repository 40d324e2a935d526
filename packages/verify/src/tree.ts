import { hash } from 'node:crypto';

/** A SHA-256 hash of 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);

export const sha256 = (...parts: (Uint8Array | string)[]): Hash => {
  const [only] = parts;
  // `hash` is several times as fast as a Hash object.
  const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts.map(toBytes));
  return hash('sha256', bytes, 'buffer');
};

const toBytes = (part: Uint8Array | string) => (typeof part === 'string' ? Buffer.from(part) : part);

/** The hash of a log entry (RFC 6962 section 2.1). */
export const hashLeaf = (entry: Uint8Array): Hash => sha256(LEAF, entry);

/** Reused input buffer of `hashNode`: the prefix and two children. */
const children = Buffer.alloc(65, 1);

/** The hash of an inner node from its two children. */
export function hashNode(left: Hash, right: Hash): Hash {
  children.set(left, 1);
  children.set(right, 33);
  return hash('sha256', children, 'buffer');
}

export const EMPTY_ROOT: Hash = sha256('');

/**
 * Reads the hash of the complete subtree of 2^level leaves that starts at leaf index × 2^level.
 * @throws when the log has no such subtree
 */
export type ReadNode = (level: number, index: number) => Hash;

/** The largest power of two below `size`, which must be at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const isPowerOfTwo = (size: number) => size === 1 || splitOf(size) * 2 === size;

/** The hash of the leaves from `start` to `end`. `start` is a multiple of the subtree's width. */
function subtreeHash(start: number, end: number, read: ReadNode): Hash {
  const size = end - start;
  if (isPowerOfTwo(size)) return read(Math.log2(size), start / size);
  const middle = start + splitOf(size);
  return hashNode(subtreeHash(start, middle, read), subtreeHash(middle, end, read));
}

/** The root of the first `size` leaves (RFC 6962 section 2.1). */
export const rootHash = (size: number, read: ReadNode): Hash =>
  size === 0 ? EMPTY_ROOT : subtreeHash(0, size, read);

/**
 * The audit path of a leaf, starting with its sibling (RFC 6962 section 2.1.1).
 * @throws RangeError when the leaf is not among the first `size`
 */
export function inclusionProof(index: number, size: number, read: ReadNode): Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const path = (start: number, end: number): Hash[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...path(start, middle), subtreeHash(middle, end, read)]
      : [...path(middle, end), subtreeHash(start, middle, read)];
  };
  return path(0, size);
}

/**
 * Proves that the first `oldSize` of `size` leaves are the older tree (RFC 6962 section 2.1.2).
 * @throws RangeError when `oldSize` is not between 1 and `size`
 */
export function consistencyProof(oldSize: number, size: number, read: ReadNode): Hash[] {
  if (!(oldSize >= 1 && oldSize <= size)) throw new RangeError(`no proof from ${oldSize} to ${size}`);
  const proof = (start: number, end: number, isOldRoot: boolean): Hash[] => {
    if (oldSize === end) return isOldRoot ? [] : [subtreeHash(start, end, read)];
    const middle = start + splitOf(end - start);
    return oldSize <= middle
      ? [...proof(start, middle, isOldRoot), subtreeHash(middle, end, read)]
      : [...proof(middle, end, false), subtreeHash(start, middle, read)];
  };
  return proof(0, size, true);
}

const equal = (a: Hash, b: Hash) => Buffer.compare(a, b) === 0;

/** Whether an audit path leads from a leaf to the root (RFC 9162 section 2.1.3.2). */
export function verifyInclusion(index: number, size: number, leaf: Hash, proof: Hash[], root: Hash): boolean {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
    return false;
  let [node, last, hash] = [BigInt(index), BigInt(size - 1), leaf];
  for (const sibling of proof) {
    if (last === 0n) return false;
    if (node & 1n || node === last) {
      hash = hashNode(sibling, hash);
      while (!(node & 1n) && node !== 0n) {
        node >>= 1n;
        last >>= 1n;
      }
    } else hash = hashNode(hash, sibling);
    node >>= 1n;
    last >>= 1n;
  }
  return last === 0n && equal(hash, root);
}

/** Whether a proof shows that the newer tree extends the older one (RFC 9162 section 2.1.4.2). */
export function verifyConsistency(oldSize: number, size: number, oldRoot: Hash, root: Hash, proof: Hash[]) {
  if (!(Number.isSafeInteger(oldSize) && Number.isSafeInteger(size) && oldSize >= 1 && oldSize <= size)) {
    return false;
  }
  if (oldSize === size) return proof.length === 0 && equal(oldRoot, root);
  const [first, ...rest] = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof;
  if (!first) return false;
  let [node, last] = [BigInt(oldSize - 1), BigInt(size - 1)];
  while (node & 1n) {
    node >>= 1n;
    last >>= 1n;
  }
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0n) return false;
    if (node & 1n || node === last) {
      older = hashNode(sibling, older);
      newer = hashNode(sibling, newer);
      while (!(node & 1n) && node !== 0n) {
        node >>= 1n;
        last >>= 1n;
      }
    } else newer = hashNode(newer, sibling);
    node >>= 1n;
    last >>= 1n;
  }
  return last === 0n && equal(older, oldRoot) && equal(newer, root);
}
