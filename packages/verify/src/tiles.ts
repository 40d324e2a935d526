/** Hashes in a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** A tile: its level (or `entries` for a bundle), its index and its number of hashes. */
export type Tile = { level: number | 'entries'; index: number; width: number };

const groups = (index: number) => {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/');
};

/** A tile's path below the log's URL, such as `tile/0/x001/x234/067` or `tile/entries/000.p/12`. */
export const tilePath = ({ level, index, width }: Tile) =>
  `tile/${level}/${groups(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a tile's path. Returns null when it is not canonical. */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', number = '', width] = PATH.exec(path) ?? [];
  if (!level) return null;
  const tile: Tile = {
    level: level === 'entries' ? 'entries' : Number(level),
    index: Number(number.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  // Also rejects leading zeros and partial widths of 256 and more.
  return tile.width <= TILE_WIDTH && tilePath(tile) === path && Number(tile.level) !== 64 ? tile : null;
}

/** The number of hashes of a tile in a tree of `size` leaves. 0 if the tile does not exist yet. */
export function widthInTree({ level, index }: Pick<Tile, 'level' | 'index'>, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.min(Math.max(hashes - index * TILE_WIDTH, 0), TILE_WIDTH);
}

/** Encodes entries as a bundle, each preceded by its length in two bytes. */
export function encodeBundle(entries: Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError('an entry has at most 65,535 bytes');
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Decodes the entries of a bundle. Returns null when it is truncated. */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const length = ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
    const end = offset + 2 + length;
    if (end > bytes.length || entries.length === TILE_WIDTH) return null;
    entries.push(bytes.subarray(offset + 2, end));
    offset = end;
  }
  return entries;
}
