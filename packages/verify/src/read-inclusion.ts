import type { ReadLogFile } from './log-reader.ts';
import { TILE_WIDTH, type Tile, tilePath, widthInTree } from './tiles.ts';
import { type Hash, hashNode, inclusionProof, type ReadNode } from './tree.ts';

const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

class MissingTile extends Error {
  readonly tile: Tile;
  constructor(tile: Tile) {
    super(`${tilePath(tile)} was not read`);
    this.tile = tile;
  }
}

/** The tile with the hashes below a node, and where they are in it. */
function placeOf(level: number, index: number, size: number) {
  const hashes = 2 ** (level % TILE_HEIGHT);
  const first = index * hashes;
  const place = { level: Math.floor(level / TILE_HEIGHT), index: Math.floor(first / TILE_WIDTH) };
  return { tile: { ...place, width: widthInTree(place, size) }, start: first % TILE_WIDTH, hashes };
}

/** The root of a power of two of hashes. */
function rootOf(hashes: Hash[]): Hash {
  const [only] = hashes;
  if (only && hashes.length === 1) return only;
  const half = hashes.length / 2;
  return hashNode(rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)));
}

/**
 * Computes something from the nodes of a log with `size` leaves, and reads the tiles that it needs. They are not verified.
 * @throws Error when a tile cannot be read or has another length
 */
export async function fromTiles<Result>(
  read: ReadLogFile,
  size: number,
  compute: (node: ReadNode) => Result,
): Promise<Result> {
  const tiles = new Map<string, Uint8Array>();
  const node: ReadNode = (level, position) => {
    const { tile, start, hashes } = placeOf(level, position, size);
    const bytes = tiles.get(tilePath(tile));
    if (!bytes) throw new MissingTile(tile);
    return rootOf(
      Array.from({ length: hashes }, (_, at) =>
        bytes.subarray((start + at) * HASH_BYTES, (start + at + 1) * HASH_BYTES),
      ),
    );
  };
  for (;;) {
    try {
      return compute(node);
    } catch (error) {
      if (!(error instanceof MissingTile)) throw error;
      const path = tilePath(error.tile);
      const bytes = await read(path);
      if (bytes.length !== error.tile.width * HASH_BYTES) throw new Error(`${path} has another length.`);
      tiles.set(path, bytes);
    }
  }
}

/**
 * Reads the audit path of a leaf from the tiles of a log. It is not verified: the tiles are the log's.
 * @throws as `fromTiles`
 */
export const readInclusionProof = (read: ReadLogFile, index: number, size: number): Promise<Hash[]> =>
  fromTiles(read, size, (node) => inclusionProof(index, size, node));
