import { BadImage, requirePixels, slice } from './limits.ts';
import { exifOf, orientationOf } from './orientation.ts';

const MAX_PROFILE_BYTES = 65_536;
const FLAGS = { profile: 0x20, alpha: 0x10, exif: 0x08 };
const FRAME_HEADER_BYTES = 16;

type Chunk = { type: string; data: Buffer };

/** The chunks of a RIFF container between two offsets (RFC 9649 section 2.3). */
function chunksOf(bytes: Buffer, start: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = start; at < bytes.length; ) {
    const head = slice(bytes, at, at + 8);
    const data = slice(bytes, at + 8, at + 8 + head.readUInt32LE(4));
    chunks.push({ type: head.toString('latin1', 0, 4), data });
    at += 8 + data.length + (data.length % 2);
  }
  return chunks;
}

function chunk({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const uint24 = (bytes: Buffer, at: number) => slice(bytes, at, at + 3).readUIntLE(0, 3);

/** Checks the size in a VP8 frame header (RFC 6386 section 9.1) or a VP8L one (RFC 9649 section 3.4). */
function requireBitstream({ type, data }: Chunk) {
  const size = slice(data, type === 'VP8 ' ? 6 : 1, type === 'VP8 ' ? 10 : 5);
  if (type === 'VP8 ') requirePixels(size.readUInt16LE(0) & 0x3fff, size.readUInt16LE(2) & 0x3fff);
  else requirePixels((size.readUInt32LE(0) & 0x3fff) + 1, ((size.readUInt32LE(0) >>> 14) & 0x3fff) + 1);
}

/**
 * Reduces a WebP (RFC 9649) to its first frame, without metadata. Keeps a colour profile of at most 64 KB and the orientation.
 * @throws BadImage
 */
export function stripWebp(bytes: Buffer): Buffer {
  const end = 8 + slice(bytes, 4, 8).readUInt32LE(0);
  const chunks = chunksOf(slice(bytes, 0, Math.min(end, end % 2 ? end + 1 : end)), 12);
  const find = (type: string) => chunks.find((found) => found.type === type);
  const frame = find('ANMF');
  const image = frame ? chunksOf(frame.data, FRAME_HEADER_BYTES) : chunks;
  const pixels = image.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (!pixels) throw new BadImage('no image');
  requireBitstream(pixels);
  const header = find('VP8X');
  const kept: Chunk[] = [];
  if (header) {
    const profile = find('ICCP');
    const exif = find('EXIF');
    const alpha = pixels.type === 'VP8 ' ? image.find(({ type }) => type === 'ALPH') : undefined;
    const orientation = exif ? orientationOf(exif.data) : 1;
    const own = Buffer.alloc(10);
    // The canvas of an animation may be larger than its first frame. Uses the frame's size.
    const [width, height] = frame
      ? [uint24(frame.data, 6) + 1, uint24(frame.data, 9) + 1]
      : [uint24(header.data, 4) + 1, uint24(header.data, 7) + 1];
    requirePixels(width, height);
    own.writeUIntLE(width - 1, 4, 3);
    own.writeUIntLE(height - 1, 7, 3);
    const small = profile && profile.data.length <= MAX_PROFILE_BYTES ? profile : undefined;
    own[0] =
      ((header.data[0] ?? 0) & FLAGS.alpha) |
      (alpha ? FLAGS.alpha : 0) |
      (small ? FLAGS.profile : 0) |
      (orientation > 1 ? FLAGS.exif : 0);
    kept.push({ type: 'VP8X', data: own });
    if (small) kept.push(small);
    if (alpha) kept.push(alpha);
    kept.push(pixels);
    if (orientation > 1) kept.push({ type: 'EXIF', data: exifOf(orientation) });
  } else kept.push(pixels);
  const body = Buffer.concat(kept.map(chunk));
  return chunk({ type: 'RIFF', data: Buffer.concat([Buffer.from('WEBP', 'latin1'), body]) });
}
