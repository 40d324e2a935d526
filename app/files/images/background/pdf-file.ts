import { inflateSync } from 'node:zlib';
import { BadImage } from '#app/files/images/strip/limits.ts';
import {
  type Dictionary,
  isDictionary,
  Keyword,
  nameOf,
  Reader,
  Reference,
  type Value,
} from './pdf-values.ts';

export type Stream = { dictionary: Dictionary; bytes: Buffer };

/** A PDF's objects by number, as PDFium writes them: not in streams, and without numbers of other generations. */
export type PdfFile = {
  values: Map<number, Value>;
  streams: Map<number, Buffer>;
  trailer: Dictionary;
};

/** Content that cannot be placed as it is: it is drawn as pixels. */
export class NotPlaceable extends Error {}

/** More than any drawing that a person made. */
const MAX_OBJECTS = 200_000;
/** Most bytes of one stream after decompression. */
export const MAX_CONTENT_BYTES = 20 * 1_048_576;

const START_XREF = /startxref\s+(\d+)\s+%%EOF\s*$/;
const ENTRY = /(\d{10}) (\d{5}) ([nf])/g;

/** The offsets of the objects in a cross-reference table, which may have gaps. */
function offsetsIn(table: string): Map<number, number> {
  const offsets = new Map<number, number>();
  const sections = table.matchAll(/(?:^|[\r\n])(\d+) (\d+)\s*?[\r\n]+((?:\d{10} \d{5} [nf]\s+)+)/g);
  for (const [, start, , rows = ''] of sections) {
    let number = Number(start);
    for (const [, offset, , kind] of rows.matchAll(ENTRY)) {
      if (kind === 'n') offsets.set(number, Number(offset));
      number += 1;
    }
  }
  return offsets;
}

/** Reads a file that PDFium wrote. */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  const startXref = Number(START_XREF.exec(text.slice(-64))?.[1]);
  const table = text.slice(startXref);
  const offsets = offsetsIn(table);
  if (offsets.size > MAX_OBJECTS) throw new BadImage('costly');
  const trailer = new Reader(table, table.lastIndexOf('trailer') + 'trailer'.length).next();
  if (!isDictionary(trailer)) throw new NotPlaceable('no trailer');
  const file: PdfFile = { values: new Map(), streams: new Map(), trailer };
  for (const [number, offset] of offsets) {
    const reader = new Reader(text, offset);
    for (const expected of [number, 0]) if (reader.next() !== expected) throw new NotPlaceable('no object');
    reader.next();
    const value = reader.next();
    if (value === undefined) throw new NotPlaceable('no value');
    file.values.set(number, value);
    const keyword = reader.next();
    if (!(keyword instanceof Keyword) || keyword.word !== 'stream' || !isDictionary(value)) continue;
    const start = reader.at + (text[reader.at] === '\r' ? 2 : 1);
    const length = resolve(file, value.get('Length'));
    if (typeof length !== 'number') throw new NotPlaceable('no length');
    file.streams.set(number, bytes.subarray(start, start + length));
  }
  return file;
}

/** A value without references to it. */
export function resolve({ values }: PdfFile, value: Value | undefined): Value | undefined {
  let found = value;
  for (let turn = 0; found instanceof Reference && turn < 20; turn += 1) found = values.get(found.number);
  return found instanceof Reference ? undefined : found;
}

export const dictionaryAt = (file: PdfFile, value: Value | undefined): Dictionary => {
  const found = resolve(file, value);
  return isDictionary(found) ? found : new Map();
};

function ascii85(bytes: Buffer): Buffer {
  const out: number[] = [];
  let group: number[] = [];
  const flush = () => {
    const count = group.length;
    if (count < 2) return;
    const value = [...group, 84, 84, 84, 84].slice(0, 5).reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < count - 1; index += 1) out.push((value / 256 ** (3 - index)) & 0xff);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) flush();
  }
  flush();
  return Buffer.from(out);
}

const FILTERS: Record<string, (bytes: Buffer) => Buffer> = {
  FlateDecode: (bytes) => inflateSync(bytes, { maxOutputLength: MAX_CONTENT_BYTES, finishFlush: 2 }),
  ASCII85Decode: ascii85,
  ASCIIHexDecode: (bytes) => Buffer.from(bytes.toString('latin1').replace(/[^\da-f]/gi, ''), 'hex'),
};

/** The content of a stream. */
export function contentOf(file: PdfFile, { dictionary, bytes }: Stream): Buffer {
  const filter = resolve(file, dictionary.get('Filter'));
  const filters = Array.isArray(filter) ? filter : filter === undefined || filter === null ? [] : [filter];
  const parms = resolve(file, dictionary.get('DecodeParms'));
  for (const each of Array.isArray(parms) ? parms : [parms]) {
    const predictor = dictionaryAt(file, each).get('Predictor');
    if (predictor !== undefined && predictor !== 1) throw new NotPlaceable('predictor');
  }
  let content = bytes;
  for (const each of filters) {
    const decode = FILTERS[nameOf(resolve(file, each)) ?? ''];
    if (!decode) throw new NotPlaceable('filter');
    try {
      content = decode(content);
    } catch {
      throw new NotPlaceable('stream');
    }
  }
  return content;
}
