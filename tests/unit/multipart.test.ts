import { describe, expect, it } from 'vitest';
import { readParts } from '#app/server/edge/multipart.server.ts';

const TYPE = 'multipart/form-data; boundary="b"';
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, fileName: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: video/mp4\r\n\r\n${value}\r\n`;

/** Yields the bytes in chunks of a size, and overwrites each chunk before the next, as a reused buffer would be. */
async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = Buffer.from(bytes.subarray(at, at + size));
    yield chunk;
    chunk.fill('#');
  }
}

async function read(text: string, size = 7, type = TYPE) {
  const parts: [string, string | null, string][] = [];
  for await (const { name, fileName, bytes } of readParts(inChunks(text, size), type)) {
    let content = Buffer.alloc(0);
    for await (const chunk of bytes) content = Buffer.concat([content, chunk]);
    parts.push([name, fileName, content.toString()]);
  }
  return parts;
}

describe('readParts', () => {
  // The content has line breaks, dashes and almost complete delimiters, and ends with the beginning of a delimiter.
  const tricky = 'a\r\n--\r\n-\r\r\n--c\r\n\r\n--\r\n-';
  const form = `${field('title', 'Grüße')}${file('videoFile', 'a;name=\\"x\\".mp4', tricky)}${file('empty', '', '')}--b--\r\nepilogue`;

  it('returns the same parts for every size of chunks', async () => {
    for (let size = 1; size <= form.length + 4; size += 1) {
      expect(await read(form, size), `chunks of ${size}`).toEqual([
        ['title', null, 'Grüße'],
        ['videoFile', 'a;name="x".mp4', tricky],
        ['empty', '', ''],
      ]);
    }
  });

  it('skips a preamble, parts without a name and unread content', async () => {
    const text = `preamble\r\n--b\r\n\r\nbare\r\n--b\r\nContent-Disposition: attachment; name="x"\r\n\r\nx\r\n${form}`;
    const names: string[] = [];
    for await (const { name } of readParts(inChunks(text, 5), TYPE)) names.push(name);
    expect(names).toEqual(['title', 'videoFile', 'empty']);
  });

  it.each([
    ['no boundary', form, 'multipart/form-data'],
    ['an endless boundary', form, `multipart/form-data; boundary=${'b'.repeat(201)}`],
    ['an empty body', '', TYPE],
    ['no delimiter', 'text', TYPE],
    ['a body that ends in the content', form.slice(0, 150), TYPE],
    ['a body that ends in the headers', form.slice(0, 30), TYPE],
    ['a body that ends after a delimiter', '--b', TYPE],
    ['characters after a delimiter', '--bc\r\n\r\n\r\n--b--', TYPE],
    ['endless headers', `--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\n\r\n--b--`, TYPE],
    ['too many parts', `${field('x', 'y').repeat(26)}--b--`, TYPE],
  ])('rejects %s', async (_fault, text, type) => {
    await expect(read(text, 64, type)).rejects.toMatchObject({ code: 'invalid' });
  });
});
