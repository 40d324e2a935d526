import { createHash } from 'node:crypto';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const unreadableTexts = () => t('multipart.theUploadCouldNotBeRead');
const fieldTooLarge = () => t('multipart.theTextIsTooLong');

/** RFC 2046 section 5.1.1 */
const MAX_BOUNDARY = 70;
/** More parts than most forms have. */
const MAX_PARTS = 25;
const MAX_HEADER_BYTES = 16_384;
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');
const CR = 13;
const NOTHING = Buffer.alloc(0);

export type Part = {
  name: string;
  /** Null for a text field, and empty for an empty file field. */
  fileName: string | null;
  /**
   * The content. A chunk is valid until the next one is read. Unread content is skipped.
   * @throws AppError invalid if the form ends within the part
   */
  bytes: AsyncGenerator<Uint8Array, void, undefined>;
  /**
   * Reads the content as text, if `bytes` is not read.
   * @throws AppError too-large, which ends the request; as `bytes`
   */
  text(maxBytes: number): Promise<string>;
};

/** The error of a malformed or truncated form. */
export const unreadable = (cause?: unknown) => new AppError('invalid', unreadableTexts(), { cause });

async function textOf({ name, bytes }: Pick<Part, 'name' | 'bytes'>, maxBytes: number): Promise<string> {
  const block = createByteBlock(maxBytes);
  for await (const chunk of bytes) {
    if (block.append(chunk)) continue;
    throw new AppError('too-large', fieldTooLarge(), { fields: { [name.slice(0, 64)]: [fieldTooLarge()] } });
  }
  return block.take().toString('utf8');
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

function delimiterOf(contentType: string): Buffer {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY) throw unreadable();
  return Buffer.from(`\r\n--${boundary}`, 'latin1');
}

/** Parameters of a form-data Content-Disposition (RFC 7578 section 4.2). Null for any other. */
function disposition(headers: string): Map<string, string> | null {
  const value = /^content-disposition:\s*form-data\s*(;.*)?$/im.exec(headers)?.[1] ?? '';
  const found = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of value.matchAll(
    /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    const text = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1');
    if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), text);
  }
  return found.has('name') ? found : null;
}

function toPart(parameters: Map<string, string>, bytes: Part['bytes']): Part {
  const part = { name: parameters.get('name') ?? '', bytes };
  const fileName = parameters.get('filename') ?? parameters.get('filename*') ?? null;
  return { ...part, fileName, text: (maxBytes) => textOf(part, maxBytes) };
}

/** How many bytes at the end could start a delimiter, whose only CR is its first byte. */
function unfinished(bytes: Buffer, delimiter: Buffer): number {
  const at = bytes.lastIndexOf(CR);
  const length = at < 0 ? 0 : bytes.length - at;
  return length < delimiter.length &&
    delimiter.subarray(0, length).equals(bytes.subarray(bytes.length - length))
    ? length
    : 0;
}

/** Reads chunks up to delimiters and line ends. */
function createReader(chunks: AsyncIterator<Uint8Array>, delimiter: Buffer) {
  // The first delimiter may be at the very beginning, without a line break.
  let rest: Buffer = LINE_END;

  /** Appends the next chunk to `kept`, as a copy, because it outlives its chunk. */
  async function more(kept: Buffer) {
    const { done, value } = await chunks.next();
    if (done) throw unreadable();
    rest = kept.length > 0 ? Buffer.concat([kept, value]) : asBuffer(value);
  }

  async function* untilDelimiter(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const at = rest.indexOf(delimiter);
      const whole = rest;
      if (at >= 0) {
        reader.isInside = false;
        rest = whole.subarray(at + delimiter.length);
        if (at > 0) yield whole.subarray(0, at);
        return;
      }
      const kept = Buffer.from(whole.subarray(whole.length - unfinished(whole, delimiter)));
      rest = kept;
      if (whole.length > kept.length) yield whole.subarray(0, whole.length - kept.length);
      await more(kept);
    }
  }

  /** Consumes the bytes up to and including `end`. Looks at each byte once, however small the chunks are. */
  async function take(end: Buffer): Promise<Buffer> {
    const taken = Buffer.allocUnsafe(MAX_HEADER_BYTES);
    for (let held = 0; held < taken.length; ) {
      const copied = rest.copy(taken, held);
      const at = taken.subarray(0, held + copied).indexOf(end, Math.max(0, held - end.length));
      if (at >= 0) {
        rest = rest.subarray(at + end.length - held);
        return taken.subarray(0, at);
      }
      held += copied;
      if (held < taken.length) await more(NOTHING);
    }
    throw unreadable();
  }

  async function startsWith(bytes: Buffer): Promise<boolean> {
    while (rest.length < bytes.length) await more(Buffer.from(rest));
    return rest.subarray(0, bytes.length).equals(bytes);
  }

  /** Whether the reader is inside a part, before its delimiter. */
  const reader = { isInside: true, take, startsWith, untilDelimiter };
  return reader;
}

/**
 * Reads a multipart/form-data body (RFC 7578) part by part. Reads from the source only on demand, and copies only headers and
 * possible starts of delimiters.
 * @throws AppError invalid for a malformed body; errors of the source
 */
export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  contentType: string,
  maxParts = MAX_PARTS,
): AsyncGenerator<Part, void, undefined> {
  const delimiter = delimiterOf(contentType);
  const chunks = source[Symbol.asyncIterator]();
  const reader = createReader(chunks, delimiter);
  const { take, startsWith, untilDelimiter } = reader;
  try {
    for await (const _preamble of untilDelimiter());
    for (let parts = 0; !(await startsWith(DASHES)); parts += 1) {
      if (parts === maxParts || /\S/.test((await take(LINE_END)).toString('latin1'))) throw unreadable();
      const bare = await startsWith(LINE_END);
      const found = disposition((await take(bare ? LINE_END : HEADERS_END)).toString('utf8'));
      reader.isInside = true;
      if (found) yield toPart(found, untilDelimiter());
      if (reader.isInside) for await (const _unread of untilDelimiter());
    }
    // Bytes after the last delimiter do not belong to the form, but are still sent.
    while (!(await chunks.next()).done);
  } finally {
    await chunks.return?.();
  }
}

/** A part whose content was read or skipped. */
export type ReadPart = { name: string; fileName: string | null; sha256: string };

async function* hashing(bytes: Part['bytes'], update: (chunk: Uint8Array) => void): Part['bytes'] {
  for await (const chunk of bytes) {
    update(chunk);
    yield chunk;
  }
}

/** Hashes the content of parts while it arrives. The hash of a part that a reader broke off is of no use, as its form is rejected. */
export async function* hashParts(
  parts: AsyncIterable<Part>,
  note: (part: ReadPart) => void,
): AsyncGenerator<Part, void, undefined> {
  for await (const { name, fileName, bytes: content } of parts) {
    const digest = createHash('sha256');
    const bytes = hashing(content, (chunk) => digest.update(chunk));
    yield { name, fileName, bytes, text: (maxBytes) => textOf({ name, bytes }, maxBytes) };
    for await (const _unread of bytes);
    note({ name, fileName, sha256: digest.digest('hex') });
  }
}
