// DEFLATE (RFC 1951). DecompressionStream is asynchronous, and does not tell where the compressed stream ends.

type Codes = { counts: Uint16Array; symbols: Uint16Array };

const MAX_BITS = 15;
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

class Damaged extends Error {
  override name = 'Damaged';
}

/** Canonical Huffman codes from their lengths (section 3.2.2). */
function codesOf(lengths: number[]): Codes {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const offsets = new Uint16Array(MAX_BITS + 2);
  let left = 1;
  for (let bits = 1; bits <= MAX_BITS; bits += 1) {
    left = left * 2 - (counts[bits] ?? 0);
    if (left < 0) throw new Damaged('over-subscribed codes');
    offsets[bits + 1] = (offsets[bits] ?? 0) + (counts[bits] ?? 0);
  }
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const place = offsets[length] ?? 0;
    symbols[place] = symbol;
    offsets[length] = place + 1;
  }
  counts[0] = 0;
  return { counts, symbols };
}

const FIXED = {
  lengths: codesOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  distances: codesOf(Array.from({ length: 30 }, () => 5)),
};

/** Reads bits, least significant first. */
class Bits {
  offset: number;
  private readonly bytes: Uint8Array;
  private held = 0;
  private count = 0;

  constructor(bytes: Uint8Array, offset: number) {
    this.bytes = bytes;
    this.offset = offset;
  }

  read(count: number): number {
    while (this.count < count) {
      const byte = this.bytes[this.offset];
      if (byte === undefined) throw new Damaged('truncated');
      this.held |= byte << this.count;
      this.offset += 1;
      this.count += 8;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.count -= count;
    return value;
  }

  symbol({ counts, symbols }: Codes): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= MAX_BITS; length += 1) {
      code |= this.read(1);
      const count = counts[length] as number;
      if (code - first < count) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged('no such code');
  }

  /** Skips to the next byte. */
  align() {
    this.held = 0;
    this.count = 0;
  }
}

class Output {
  private bytes = new Uint8Array(65_536);
  private readonly max: number;
  length = 0;

  constructor(max: number) {
    this.max = max;
  }

  private reserve(more: number) {
    if (this.length + more > this.max) throw new Damaged('too long');
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  push(byte: number) {
    this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  copy(length: number, distance: number) {
    if (distance > this.length) throw new Damaged('too far back');
    this.reserve(length);
    for (let i = 0; i < length; i += 1) {
      this.bytes[this.length] = this.bytes[this.length - distance] as number;
      this.length += 1;
    }
  }

  append(bytes: Uint8Array) {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  result = () => this.bytes.subarray(0, this.length);
}

/** The codes that a dynamic block begins with (section 3.2.7). */
function readCodes(bits: Bits): { lengths: Codes; distances: Codes } {
  const [literals, distances, count] = [bits.read(5) + 257, bits.read(5) + 1, bits.read(4) + 4];
  if (literals > 286 || distances > 30) throw new Damaged('too many codes');
  const codeLengths = Array.from({ length: 19 }, () => 0);
  for (const place of ORDER.slice(0, count)) codeLengths[place] = bits.read(3);
  const codes = codesOf(codeLengths);
  const all: number[] = [];
  const repeat = (length: number, times: number) => {
    for (let i = 0; i < times; i += 1) all.push(length);
  };
  while (all.length < literals + distances) {
    const symbol = bits.symbol(codes);
    if (symbol < 16) all.push(symbol);
    else if (symbol === 16) {
      const last = all.at(-1);
      if (last === undefined) throw new Damaged('nothing to repeat');
      repeat(last, 3 + bits.read(2));
    } else repeat(0, symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7));
  }
  if (all.length > literals + distances || all[256] === 0) throw new Damaged('wrong lengths');
  return { lengths: codesOf(all.slice(0, literals)), distances: codesOf(all.slice(literals)) };
}

function readBlock(bits: Bits, output: Output, { lengths, distances }: { lengths: Codes; distances: Codes }) {
  for (;;) {
    const symbol = bits.symbol(lengths);
    if (symbol === 256) return;
    if (symbol < 256) output.push(symbol);
    else {
      const [base, extra] = [LENGTH_BASE[symbol - 257], LENGTH_EXTRA[symbol - 257]];
      if (base === undefined || extra === undefined) throw new Damaged('no such length');
      const length = base + bits.read(extra);
      const code = bits.symbol(distances);
      const start = DISTANCE_BASE[code];
      if (start === undefined) throw new Damaged('no such distance');
      output.copy(length, start + bits.read(code < 4 ? 0 : (code >> 1) - 1));
    }
  }
}

/**
 * Decompresses a DEFLATE stream.
 * @returns the bytes, and the offset behind the stream
 * @throws Error when it is damaged, or longer than `max`
 */
export function inflateRaw(
  bytes: Uint8Array,
  offset: number,
  max: number,
): { bytes: Uint8Array; end: number } {
  const [bits, output] = [new Bits(bytes, offset), new Output(max)];
  for (let isLast = false; !isLast; ) {
    isLast = bits.read(1) === 1;
    const type = bits.read(2);
    if (type === 3) throw new Damaged('no such block');
    if (type === 1) readBlock(bits, output, FIXED);
    else if (type === 2) readBlock(bits, output, readCodes(bits));
    else {
      bits.align();
      const [length, check] = [bits.read(16), bits.read(16)];
      if ((length ^ check) !== 0xffff || bits.offset + length > bytes.length)
        throw new Damaged('wrong length');
      output.append(bytes.subarray(bits.offset, bits.offset + length));
      bits.offset += length;
    }
  }
  return { bytes: output.result(), end: bits.offset };
}
