import { crc32, deflateSync } from 'node:zlib';
import { authenticate, bakePng, decodeBase58, type Report } from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';
import { olderPng, withCosignature } from '#tests/support/older-files.ts';

// Each picture shows the genuine pixels, but has bytes that make it a document of another kind, or that show something else.

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>';

let files: Awaited<ReturnType<typeof carriedFiles>>;
let pictures: { new: Buffer; older: Buffer };
beforeAll(async () => {
  files = await carriedFiles();
  pictures = {
    new: Buffer.from(files.png),
    older: olderPng(files.shownPng, files.carried, files.signer, '2026-01-31T12:00:00Z'),
  };
});

const verify = (file: Uint8Array) => authenticate(file, trustIn(files.log.vkey));
const of = (report: Report, id: string) => report.checks.find((check) => check.id === id)?.passed;

/** A chunk with its length and checksum. */
function chunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** The offset, data and end of the first chunk of a type, or of the iTXt chunk with a keyword. */
function find(png: Buffer, type: string, keyword = '') {
  const at = png.indexOf(type + keyword) - 4;
  const end = at + 12 + png.readUInt32BE(at);
  return { at, end, data: png.subarray(at + 8, end - 4) };
}

/** Replaces a chunk. */
function withChunk(png: Buffer, type: string, change: (data: Buffer) => Buffer[], keyword = ''): Buffer {
  const { at, end, data } = find(png, type, keyword);
  return Buffer.concat([png.subarray(0, at), ...change(data), png.subarray(end)]);
}

/** Inserts a chunk before another one. */
const insert = (png: Buffer, before: string, added: Buffer) =>
  withChunk(png, before, (data) => [added, chunk(before, data)]);

/** Writes one of the texts with a language tag. */
const withLanguage = (png: Buffer, keyword: string, language: string) =>
  withChunk(
    png,
    'iTXt',
    (data) => {
      const start = keyword.length + 3;
      return [
        chunk('iTXt', Buffer.concat([data.subarray(0, start), Buffer.from(language), data.subarray(start)])),
      ];
    },
    keyword,
  );

const FORGERIES: [string, (png: Buffer) => Buffer][] = [
  ['a PDF in the language tag of a text', (png) => withLanguage(png, 'certraceproof', PDF)],
  [
    'a PDF in the translated keyword of a text',
    (png) =>
      withChunk(png, 'iTXt', (data) => {
        const start = 'openbadgecredential'.length + 4;
        return [
          chunk('iTXt', Buffer.concat([data.subarray(0, start), Buffer.from(PDF), data.subarray(start)])),
        ];
      }),
  ],
  ['a text under another keyword', (png) => insert(png, 'IEND', chunk('iTXt', `Comment\0\0\0\0\0${PDF}`))],
  ['a PDF in tIME', (png) => insert(png, 'IDAT', chunk('tIME', PDF))],
  ['a time', (png) => insert(png, 'IDAT', chunk('tIME', Buffer.alloc(7, 1)))],
  ['a PDF in sRGB', (png) => withChunk(png, 'sRGB', () => [chunk('sRGB', `\0${PDF}`)])],
  ['another rendering intent', (png) => withChunk(png, 'sRGB', () => [chunk('sRGB', '\u0001')])],
  [
    'a PDF in pHYs',
    (png) => withChunk(png, 'pHYs', (data) => [chunk('pHYs', Buffer.concat([data, Buffer.from(PDF)]))]),
  ],
  [
    'pixels that are not square',
    (png) => withChunk(png, 'pHYs', () => [chunk('pHYs', Buffer.from('000000090000000101', 'hex'))]),
  ],
  [
    'a PDF behind the compressed pixels',
    (png) => withChunk(png, 'IDAT', (data) => [chunk('IDAT', Buffer.concat([data, Buffer.from(PDF)]))]),
  ],
  ['a PDF in IEND', (png) => withChunk(png, 'IEND', () => [chunk('IEND', PDF)])],
  [
    'a ZIP archive after the end',
    (png) => Buffer.concat([png, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]),
  ],
  ['a second header', (png) => insert(png, 'IDAT', chunk('IHDR', Buffer.alloc(13, 1)))],
  ['a palette', (png) => insert(png, 'IDAT', chunk('PLTE', Buffer.alloc(6)))],
  ['an orientation', (png) => insert(png, 'IEND', chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>'))],
  [
    'another credential in a tEXt chunk',
    (png) => insert(png, 'IEND', chunk('tEXt', `openbadgecredential\0${files.json}`)),
  ],
  [
    'another credential in a zTXt chunk',
    (png) =>
      insert(
        png,
        'IEND',
        chunk('zTXt', Buffer.concat([Buffer.from('openbadgecredential\0\0'), deflateSync(files.json)])),
      ),
  ],
  [
    'picture data in two adjacent chunks',
    (png) =>
      withChunk(png, 'IDAT', (data) => [
        chunk('IDAT', data.subarray(0, 99)),
        chunk('IDAT', data.subarray(99)),
      ]),
  ],
  [
    'picture data in two places',
    (png) =>
      withChunk(png, 'IDAT', (data) => [
        chunk('IDAT', data.subarray(0, 99)),
        chunk('tIME', Buffer.alloc(7, 1)),
        chunk('IDAT', data.subarray(99)),
      ]),
  ],
  [
    'its texts in another order',
    (png) => {
      const { at, end } = find(png, 'iTXt', 'openbadgecredential');
      return insert(Buffer.concat([png.subarray(0, at), png.subarray(end)]), 'IEND', png.subarray(at, end));
    },
  ],
  [
    'the signature of its statement in base64url',
    (png) =>
      withChunk(
        png,
        'iTXt',
        (data) => {
          const start = 'certracefile'.length + 5;
          const statement = JSON.parse(data.subarray(start).toString());
          const value = decodeBase58(statement.proof.proofValue.slice(1)) ?? [];
          statement.proof.proofValue = `u${Buffer.from(value).toString('base64url')}`;
          return [
            chunk('iTXt', Buffer.concat([data.subarray(0, start), Buffer.from(JSON.stringify(statement))])),
          ];
        },
        'certracefile',
      ),
  ],
  ['its pixels compressed again', (png) => withChunk(png, 'IDAT', () => [chunk('IDAT', recompressed(png))])],
];

/** The same pixels in a zlib stream with a PDF in a block that has no pixels. */
function recompressed(png: Buffer): Buffer {
  const { data } = find(png, 'IDAT');
  // An empty stored block of deflate: its five bytes may stand before the first block.
  const empty = Buffer.from('000000ffff', 'hex');
  return Buffer.concat([data.subarray(0, 2), empty, data.subarray(2)]);
}

describe.each(['new', 'older'] as const)('a PNG of the %s form is altered with', (form) => {
  const cases = FORGERIES.filter(([name]) => form === 'new' || name !== 'its pixels compressed again');

  it.each(cases)('%s', async (_, forge) => {
    const forged = forge(pictures[form]);
    expect(Buffer.compare(forged, pictures[form])).not.toBe(0);
    const report = await verify(forged);
    expect([report.verdict, of(report, 'signature')]).toEqual(['altered', true]);
  });

  it('no change, and then it is genuine', async () => {
    expect((await verify(pictures[form])).verdict).toBe('genuine');
  });
});

it('a PNG is altered when its log proof gets another signature line, or is removed', async () => {
  const text = (keyword: string) => ({
    keyword,
    text: find(pictures.new, 'iTXt', keyword).data.subarray(keyword.length + 5),
  });
  const [credential, proof, manifest] = [
    text('openbadgecredential'),
    text('certraceproof'),
    text('certracefile'),
  ];
  const cosigned = { ...proof, text: withCosignature(proof.text.toString()) };
  const report = await verify(bakePng(files.shownPng, [credential, cosigned, manifest]));
  expect([report.verdict, of(report, 'log')]).toEqual(['altered', true]);
  expect((await verify(bakePng(files.shownPng, [credential, manifest]))).verdict).toBe('altered');
});
