import {
  decodeBundle,
  encodeBundle,
  hashLeaf,
  openCheckpoint,
  parseTilePath,
  parseTlogProof,
  parseVerifierKey,
  tilePath,
  verifyConsistency,
  verifyInclusion,
  widthInTree,
} from '@certrace/verify';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryLog } from '#tests/support/memory-log.ts';

// Test files share a process, so another one may have loaded the modules without the mock.
vi.hoisted(() => vi.resetModules());

/** Caches the hashes of nodes: the test of all pairs of sizes hashes a few thousand different nodes three million times. */
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original();
  const known = new Map<string, Buffer>();
  const hashNode = (children: Buffer): Buffer => {
    const key = children.toString('latin1');
    const hash = known.get(key) ?? crypto.hash('sha256', children, 'buffer');
    known.set(key, hash);
    return hash;
  };
  const hash = (algorithm: string, data: Buffer, encoding: 'buffer') =>
    data.length === 65 ? hashNode(data) : crypto.hash(algorithm, data, encoding);
  return { ...crypto, hash: hash as typeof crypto.hash };
});

const SIZE = 600;
const log = memoryLog();

beforeAll(() => {
  for (let index = 0; index < SIZE; index += 1) log.add(Buffer.from(`entry ${index}`));
});

describe(`a tree of up to ${SIZE} entries`, () => {
  it('proves every leaf, and the proof fails for any other leaf', () => {
    const root = log.root(SIZE);
    for (let index = 0; index < SIZE; index += 1) {
      const proof = log.inclusion(index, SIZE);
      const leaf = hashLeaf(log.entries[index] as Buffer);
      if (!verifyInclusion(index, SIZE, leaf, proof, root)) expect.unreachable(`leaf ${index}`);
      if (verifyInclusion((index + 1) % SIZE, SIZE, leaf, proof, root)) expect.unreachable(`place ${index}`);
      if (verifyInclusion(index, SIZE, hashLeaf(Buffer.from('other')), proof, root)) expect.unreachable();
    }
  });

  it('proves every leaf in the tree of which it is the last', () => {
    for (let size = 1; size <= SIZE; size += 1) {
      const leaf = hashLeaf(log.entries[size - 1] as Buffer);
      const holds = verifyInclusion(size - 1, size, leaf, log.inclusion(size - 1, size), log.root(size));
      if (!holds) expect.unreachable(`size ${size}`);
    }
  });

  it('proves every pair of sizes consistent, and the proof fails for any other root', {
    timeout: 60_000,
  }, () => {
    const roots = Array.from({ length: SIZE + 1 }, (_, size) => log.root(size));
    for (let size = 1; size <= SIZE; size += 1) {
      for (let older = 1; older <= size; older += 1) {
        const proof = log.consistency(older, size);
        const [oldRoot, root] = [roots[older] as Uint8Array, roots[size] as Uint8Array];
        if (!verifyConsistency(older, size, oldRoot, root, proof)) expect.unreachable(`${older} in ${size}`);
        // A sample of the forged older roots keeps the test fast.
        if ((older + size) % 97 === 0 && verifyConsistency(older, size, hashLeaf(root), root, proof)) {
          expect.unreachable(`forged ${older} in ${size}`);
        }
      }
    }
  });

  it('rejects every proof with one changed bit', () => {
    fc.assert(
      fc.property(fc.nat(SIZE - 1), fc.nat(9), fc.nat(255), (index, which, bit) => {
        const proof = log.inclusion(index, SIZE).map((hash) => Buffer.from(hash));
        const hash = proof[which % proof.length] as Buffer;
        hash[bit >> 3] = (hash[bit >> 3] as number) ^ (1 << (bit & 7));
        const leaf = hashLeaf(log.entries[index] as Buffer);
        expect(verifyInclusion(index, SIZE, leaf, proof, log.root(SIZE))).toBe(false);
      }),
    );
  });
});

it('a checkpoint verifies only with the log’s key, and a proof is the same after formatting and parsing', () => {
  const other = memoryLog('other.example/log');
  const [key, foreign] = [parseVerifierKey(log.vkey), parseVerifierKey(other.vkey)];
  if (!key || !foreign) throw new Error('no key');
  expect(openCheckpoint(log.checkpoint(), key)).toMatchObject({ origin: 'log.example/log', size: SIZE });
  expect(openCheckpoint(log.checkpoint(), foreign)).toBeNull();
  expect(openCheckpoint(log.checkpoint().replace('600', '599'), key)).toBeNull();
  const small = memoryLog();
  small.issue(Buffer.from('a document'));
  expect(parseTlogProof(small.proof(0))).toMatchObject({ index: 0, hashes: [] });
  expect(parseTlogProof('c2sp.org/tlog-proof@v1\nindex 01\n\n')).toBeNull();
});

it('only the canonical form of a tile path is accepted', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', index: 0, width: 12 })).toBe('tile/entries/000.p/12');
  fc.assert(
    fc.property(
      fc.record({
        level: fc.oneof(fc.constant('entries' as const), fc.nat(5)),
        index: fc.nat(2_000_000_000),
        width: fc.integer({ min: 1, max: 256 }),
      }),
      (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      },
    ),
  );
  for (const bad of [
    'tile/0/1',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/00/000',
    'tile/-1/000',
    'tile/0/000/',
    'tile/data/000',
    '/tile/0/000',
  ]) {
    expect(parseTilePath(bad), bad).toBeNull();
  }
  expect(widthInTree({ level: 1, index: 0 }, 70_000)).toBe(256);
  expect(widthInTree({ level: 1, index: 1 }, 70_000)).toBe(17);
  expect(widthInTree({ level: 0, index: 2 }, 600)).toBe(88);
});

it('a bundle of entries is the same after encoding and parsing, and a truncated one is rejected', () => {
  const entries = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(65_535, 7)];
  const bundle = encodeBundle(entries);
  expect(decodeBundle(bundle)?.map(Buffer.from)).toEqual(entries);
  expect(decodeBundle(bundle.subarray(0, -1))).toBeNull();
});
