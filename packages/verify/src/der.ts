/** The parts of ASN.1 DER (X.690) that certificates and signatures need. */

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const INTEGER = 0x02;
export const OCTET_STRING = 0x04;
export const NULL = 0x05;
export const OBJECT_IDENTIFIER = 0x06;
/** Context-specific constructed tag [n]. */
export const context = (number: number) => 0xa0 | number;

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? [length] : length < 0x10000 ? [length >> 8, length & 0xff] : null;
  if (bytes) return [0x80 | bytes.length, ...bytes];
  return [0x83, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff];
}

/** Encodes a value with its tag and length. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.from([tag, ...lengthOf(content.length)]), content]);
}

/** A positive number in DER, without needless zeros. */
export function derNumber(number: Uint8Array): Buffer {
  const start = number.findIndex((byte) => byte !== 0);
  const digits = number.subarray(start === -1 ? number.length - 1 : start);
  return der(INTEGER, ...((digits[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), digits);
}

/** Encodes an object identifier, such as `1.2.840.113549.1.7.2`. Its numbers may have any length. */
export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes = [first * 40n + second, ...rest].flatMap((arc) => {
    const digits = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) digits.unshift(Number(left & 0x7fn) | 0x80);
    return digits;
  });
  return der(OBJECT_IDENTIFIER, Uint8Array.from(bytes));
}

/** A parsed value: its content, and all its bytes. */
export type DerValue = { tag: number; content: Buffer; whole: Buffer };

/** Parses the value at the start of some bytes. @throws RangeError for malformed or truncated DER */
export function readDer(bytes: Buffer): DerValue {
  const [tag = 0, first = 0] = bytes;
  const extra = first < 0x80 ? 0 : first & 0x7f;
  const isReadable = bytes.length >= 2 + extra && first !== 0x80 && extra <= 4 && (tag & 0x1f) !== 0x1f;
  if (!isReadable) throw new RangeError('not DER');
  const length = extra === 0 ? first : bytes.readUIntBE(2, extra);
  const end = 2 + extra + length;
  if (end > bytes.length) throw new RangeError('DER is truncated');
  return { tag, content: bytes.subarray(2 + extra, end), whole: bytes.subarray(0, end) };
}

/** Parses the values in a constructed value. @throws RangeError for malformed DER */
export function childrenOf({ content }: DerValue): DerValue[] {
  const children: DerValue[] = [];
  for (let rest = content; rest.length > 0; ) {
    const child = readDer(rest);
    children.push(child);
    rest = rest.subarray(child.whole.length);
  }
  return children;
}

/** Follows a path of child indexes. @throws RangeError when a child does not exist */
export function childAt(value: DerValue, ...places: number[]): DerValue {
  let at = value;
  for (const place of places) {
    const child = childrenOf(at)[place];
    if (!child) throw new RangeError(`DER has no part ${place}`);
    at = child;
  }
  return at;
}

export const isSame = (value: DerValue, bytes: Uint8Array) => Buffer.compare(value.whole, bytes) === 0;
