/** A box of an MP4 or MOV file, with the offsets of its content. */
export type Box = { type: string; start: number; end: number };

/** Bytes of the longest header of a box. */
export const BOX_HEADER_BYTES = 16;

/**
 * Reads the header of a box (ISO/IEC 14496-12 section 4.2).
 * @param head its first bytes, at least 8
 * @param left bytes to the end of its container; a size of 0 means all of them
 * @returns the type, and the sizes of the box and of its header in bytes; null when the box is shorter than its header
 */
export function readBoxHeader(head: Buffer, left: number) {
  const isLong = head.readUInt32BE(0) === 1 && head.length === BOX_HEADER_BYTES;
  const header = isLong ? BOX_HEADER_BYTES : 8;
  const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || left;
  return size < header ? null : { type: head.toString('latin1', 4, 8), size, header };
}
