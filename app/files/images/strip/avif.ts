import { BadImage, requirePixels, slice } from './limits.ts';

/** Large pictures are a grid of tiles, each of which is an item. */
const MAX_ITEMS = 256;
const MAX_EXTENTS = 1_024;
const MAX_PROFILE_BYTES = 65_536;
const TOP_LEVEL = new Set(['ftyp', 'meta', 'mdat']);
/** Item types that decoders ignore. */
const METADATA = new Set(['Exif', 'mime', 'uri ']);

type Box = { type: string; at: number; start: number; end: number };

/** The boxes between two offsets (ISO/IEC 14496-12 section 4.2). */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at < to; ) {
    const head = slice(bytes, at, at + 8);
    let size = head.readUInt32BE(0);
    let header = 8;
    if (size === 1) {
      size = Number(slice(bytes, at + 8, at + 16).readBigUInt64BE(0));
      header = 16;
    } else if (size === 0) size = to - at;
    if (size < header || at + size > to) throw new BadImage('box');
    found.push({ type: head.toString('latin1', 4, 8), at, start: at + header, end: at + size });
    at += size;
  }
  return found;
}

const children = (bytes: Buffer, box: Box, skipped = 0) => boxesOf(bytes, box.start + skipped, box.end);

/** Limits the extents of all items, because each may contain the whole file (section 8.11.3). */
function checkLocations(bytes: Buffer, { start, end }: Box) {
  const box = slice(bytes, start, end);
  const version = slice(box, 0, 8).readUInt8(0);
  const sizes = box.readUInt16BE(4);
  const [offset, length, base] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const index = version === 0 ? 0 : sizes & 15;
  const wide = version === 2 ? 4 : 2;
  const count = slice(box, 6, 6 + wide).readUIntBE(0, wide);
  if (count > MAX_ITEMS) throw new BadImage('items');
  let extents = 0;
  for (let at = 6 + wide, item = 0; item < count; item += 1) {
    at += wide + (version === 0 ? 0 : 2) + 2 + base;
    const own = slice(box, at, at + 2).readUInt16BE(0);
    extents += own;
    if (extents > MAX_EXTENTS) throw new BadImage('extents');
    at += 2 + own * (index + offset + length);
  }
}

/** Renames metadata items, so that readers ignore them. */
function checkItems(bytes: Buffer, box: Box) {
  const version = slice(bytes, box.start, box.start + 4).readUInt8(0);
  const entries = children(bytes, box, version === 0 ? 6 : 8);
  if (entries.length > MAX_ITEMS) throw new BadImage('items');
  for (const { start, end } of entries) {
    const typeAt = start + (bytes.readUInt8(start) === 3 ? 10 : 8);
    const type = slice(bytes, typeAt, Math.min(typeAt + 4, end)).toString('latin1');
    if (METADATA.has(type)) bytes.write('free', typeAt, 'latin1');
  }
}

/** Checks all sizes that an item may have, and the length of its colour profile. */
function checkProperties(bytes: Buffer, box: Box) {
  const properties = children(bytes, box).filter(({ type }) => type === 'ipco');
  const all = properties.flatMap((container) => children(bytes, container));
  const sizes = all.filter(({ type }) => type === 'ispe');
  if (sizes.length === 0) throw new BadImage('size');
  for (const { start, end } of sizes) {
    const size = slice(bytes, start + 4, Math.min(start + 12, end));
    if (size.length < 8) throw new BadImage('size');
    requirePixels(size.readUInt32BE(0), size.readUInt32BE(4));
  }
  for (const { type, at, start, end } of all) {
    if (type === 'colr' && end - start > MAX_PROFILE_BYTES) bytes.write('free', at + 4, 'latin1');
  }
}

/**
 * Removes metadata and image sequences from an AVIF. Boxes keep their positions, because items are addressed by file offset.
 * Unneeded boxes are renamed to 'free', which readers skip. The orientation is a property of the picture and stays.
 * @throws BadImage
 */
export function stripAvif(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  const top = boxesOf(bytes, 0, bytes.length);
  for (const { type, at } of top) if (!TOP_LEVEL.has(type)) bytes.write('free', at + 4, 'latin1');
  const metas = top.filter(({ type }) => type === 'meta');
  const [meta] = metas;
  if (!meta || metas.length > 1) throw new BadImage('meta');
  for (const box of children(bytes, meta, 4)) {
    if (box.type === 'iloc') checkLocations(bytes, box);
    if (box.type === 'iinf') checkItems(bytes, box);
    if (box.type === 'iprp') checkProperties(bytes, box);
  }
  return bytes;
}
