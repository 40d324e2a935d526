import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  backgroundFile,
  backgroundPicture,
  findBackground,
  removeWords,
  storeBackground,
  sweepDesignBackgrounds,
} from '#app/designs/background.server.ts';
import type { Pen } from '#app/drawing/drawing.ts';
import { backgroundImages } from '#app/drawing/own-artwork/background.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { fieldOfWord } from '#app/routes/designs/own-artwork/box-form.ts';
import { artworkDesign, compulsory } from '#tests/golden/own-artwork-samples.ts';
import { drawingWith } from '#tests/golden/samples.ts';
import { stopClock } from '#tests/support/clock.ts';
import { SLOW_SVG } from '#tests/support/costly-data.ts';
import { multipart } from '#tests/support/course-factories.ts';
import { diploma, pageOf, pdfOf, stream } from '#tests/support/diplomas.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields, makeArtwork } from '#tests/support/own-artwork.ts';
import { openPdf } from '#tests/support/pdf-pictures.ts';

const store = async (bytes: Uint8Array) => storeBackground((await makeIssuer()).actor, 'background', bytes);
/** Why a background is refused, or null. Anything but an error that names the field is thrown. */
const refusal = (bytes: Uint8Array): Promise<string | null> =>
  store(bytes).then(
    () => null,
    (error) => {
      if (error.code !== 'invalid' || !error.fields?.background) throw error;
      return error.fields.background.join(' ');
    },
  );

/** Spaces, compressed to a thousandth. */
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_048_576, ' '), { level: 9 });
/** A page that shows a form XObject. */
const withForm = (entries: string, content: string | Buffer, more: string[] = []) =>
  pageOf({
    page: '/Resources <</XObject <</X 5 0 R>>>>',
    content: '/X Do',
    more: [stream(`/Type /XObject /Subtype /Form /BBox [0 0 842 595] ${entries}`, content), ...more],
  });
/** A page that shows an image of bytes that are compressed. */
const withImage = (width: number, height: number, packed: Buffer) =>
  pageOf({
    page: '/Resources <</XObject <</X 5 0 R>>>>',
    content: 'q 800 0 0 500 0 0 cm /X Do Q',
    more: [
      stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
        packed,
      ),
    ],
  });

describe('a PDF as a background', () => {
  it.each([
    ['script', pageOf({ catalog: '/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>' })],
    [
      'script',
      pageOf({
        catalog: '/Names <</JavaScript <</Names [(a) 5 0 R]>>>>',
        more: ['<</S /JavaScript /JS (1)>>'],
      }),
    ],
    [
      'embedded files',
      pageOf({
        catalog: '/Names <</EmbeddedFiles <</Names [(a) 5 0 R]>>>>',
        more: ['<</Type /Filespec /F (a)>>'],
      }),
    ],
    ['form', pageOf({ catalog: '/AcroForm <</Fields [5 0 R]>>', more: ['<</FT /Tx /T (name)>>'] })],
    [
      'layers',
      pageOf({
        catalog: '/OCProperties <</OCGs [5 0 R] /D <<>>>>',
        more: ['<</Type /OCG /Name (Layer 1)>>'],
      }),
    ],
    [
      'annotations',
      pageOf({ page: '/Annots [5 0 R]', more: ['<</Type /Annot /Subtype /Text /Rect [0 0 9 9]>>'] }),
    ],
    ['7056 × 7056 mm', pageOf({ box: '0 0 20000 20000' })],
    ['71 × 141 mm', pageOf({ box: '0 0 200 400' })],
    ['20 × 14 mm', pageOf({ box: '0 0 57.1 40.4' })],
    [
      'Helvetica',
      pageOf({
        page: '/Resources <</Font <</F1 5 0 R>>>>',
        content: 'BT /F1 20 Tf 100 100 Td (Hello) Tj ET',
        more: ['<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>'],
      }),
    ],
    ['damaged', Buffer.from('%PDF-1.7\nnothing')],
    ['damaged', diploma().subarray(0, 900)],
    [
      'encrypted',
      pageOf({
        trailer: `/Encrypt <</Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}>>> /ID [<00><00>]`,
      }),
    ],
    [
      '500 pages',
      pdfOf([
        '<</Type /Catalog /Pages 2 0 R>>',
        `<</Type /Pages /Count 500 /Kids [${'3 0 R '.repeat(500)}]>>`,
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 842 595]>>',
      ]),
    ],
    ['encrypted', pageOf({ content: '0 0 9 9 re f', trailer: '/Encrypt <</Filter /Adobe.PubSec>>' })],
    [
      'annotations',
      pageOf({ page: '/Annots [<</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (http://a.example)>>>>]' }),
    ],
    ['form', pageOf({ catalog: '/AcroForm <</XFA 5 0 R>>', more: [stream('', '<xdp/>')] })],
    ['script', pageOf({ catalog: '/OpenAction <</S /Launch /F (calc.exe)>>' })],
    ['damaged', pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Count 1 /Kids [2 0 R]>>'])],
    ['damaged', pageOf({ box: 'nan 0 842 595' })],
    ['another file', withForm('/F (/etc/passwd)', 'x')],
    ['too many pixels', withImage(100_000, 100_000, zeros(1))],
    ['too long to draw', withForm('/Resources <</XObject <</X 5 0 R>>>>', '/X Do')],
    ['too long to draw', pageOf({ content: '['.repeat(200_000) })],
    ['too long to draw', withForm('/Filter /FlateDecode', zeros(1_000))],
    ['too long to draw', withForm('/Filter [/FlateDecode /FlateDecode]', deflateSync(zeros(1_500)))],
    ['PDF, PNG, JPEG or SVG', Buffer.from('hello')],
  ])('is refused for: %s', async (reason, bytes) => {
    expect(await refusal(bytes)).toContain(reason);
  });

  it('is refused for what takes too long', async () => {
    const forms = Array.from({ length: 12 }, (_, index) => {
      const content = index === 11 ? '0 0 800 500 re f\n'.repeat(9) : '/X Do\n'.repeat(20);
      const next = index === 11 ? '' : `/XObject <</X ${index + 6} 0 R>>`;
      return stream(`/Type /XObject /Subtype /Form /BBox [0 0 842 595] /Resources <<${next}>>`, content);
    });
    const bomb = pageOf({ page: '/Resources <</XObject <</X 5 0 R>>>>', content: '/X Do', more: forms });
    expect(await refusal(bomb)).toContain('too long to draw');
  });

  it('is drawn as pixels if its content has a filter that is not read', async () => {
    const content = Buffer.from('1 0 0 rg 0 0 900 400 re f', 'latin1');
    const packed = `${String.fromCharCode(content.length - 1)}${content.toString('latin1')}\x80`;
    const file = pdfOf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R>>',
      `<</Filter /RunLengthDecode /Length ${packed.length}>>\nstream\n${packed}\nendstream`,
    ]);
    const { actor } = await makeIssuer();
    const { id, isVector } = await storeBackground(actor, 'background', file);
    expect(isVector).toBe(false);
    const { data, info } = await sharp(backgroundPicture(actor, id))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const redAt = (y: number) => data.subarray((y * info.width + 800) * 3, (y * info.width + 800) * 3 + 3);
    expect([...redAt(100)]).toEqual([255, 255, 255]);
    expect(redAt(900)[1]).toBeLessThan(20);
  });

  it('gives one background if it is uploaded twice', async () => {
    const { actor } = await makeIssuer();
    const [one, two] = [
      await storeBackground(actor, 'background', diploma()),
      await storeBackground(actor, 'background', diploma()),
    ];
    expect(one).toEqual(two);
  });
});

/** How many damaged files are uploaded, and the seed that makes the same ones again. */
const FILES = Number(process.env.INPUT_FILES ?? 60);
const SEED = Number(process.env.INPUT_SEED ?? 20_261_130);

const GLYPH = '1000 0 0 0 750 750 d1 0 0 750 750 re f';
const BLACK_AND_WHITE = '<</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>';
/** A page that is not compressed, with a drawn font, a shading and an image. Damage reaches all of its parts. */
const handwritten = pageOf({
  page: `/Resources <</Font <</F 5 0 R>> /XObject <</I 7 0 R>> /Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 842 0] /Function ${BLACK_AND_WHITE}>>>>>>`,
  content: '/S sh 1 0 0 rg BT /F 20 Tf 50 50 Td (AAA) Tj ET q 90 0 0 90 300 300 cm /I Do Q',
  more: [
    '<</Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs <</A 6 0 R>> /Encoding <</Type /Encoding /Differences [65 /A]>> /FirstChar 65 /LastChar 65 /Widths [1000]>>',
    stream('', GLYPH),
    stream(
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode',
      '00ff80c0>',
    ),
  ],
});

/** Bytes that are changed, and a part that is left out or comes twice. */
const damage = fc.record({
  whole: fc.constantFrom(diploma(), handwritten),
  bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 3 }),
  part: fc.constantFrom('none', 'none', 'left out', 'twice', 'the rest is missing'),
  from: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.nat(40),
});

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged({ whole, bytes, part, from, length }: Damage): Buffer {
  const file = Buffer.from(whole);
  for (const [place, byte] of bytes) file[Math.floor(place * file.length)] = byte;
  const start = Math.floor(from * file.length);
  const end = Math.min(start + length, file.length);
  if (part === 'left out') return Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  if (part === 'twice') return Buffer.concat([file.subarray(0, end), file.subarray(start)]);
  return part === 'none' ? file : file.subarray(0, start);
}

describe('a damaged PDF', () => {
  it('is refused in words, or becomes a background with which certificates can be drawn', async () => {
    process.stdout.write(`INPUT_FILES=${FILES} INPUT_SEED=${SEED}\n`);
    const { actor } = await makeIssuer();
    let accepted = 0;
    const check = async (one: Damage) => {
      const bytes = damaged(one);
      const stored = await storeBackground(actor, 'background', bytes).catch((error) => {
        if (error.code !== 'invalid' || !error.fields?.background) throw error;
      });
      if (!stored) return;
      accepted += 1;
      const { id, page } = stored;
      const images = backgroundImages(id, {
        png: backgroundPicture(actor, id),
        pdf: backgroundFile(actor, id),
      });
      const design = artworkDesign(compulsory);
      design.artwork = { page, background: id, boxes: compulsory };
      const pdf = certificatePdf(drawingWith({ layoutVersion: 3, design }), {}, images);
      const document = await openPdf(pdf);
      expect(document.numPages).toBe(1);
      await document.destroy();
    };
    await fc.assert(fc.asyncProperty(damage, check), { numRuns: FILES, seed: SEED, endOnFailure: true });
    // Readers mend some damage, so that there are both.
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(FILES);
  });
});

describe('an SVG as a background', () => {
  const svg = (content: string, before = '') =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="297mm" height="210mm" viewBox="0 0 297 210">${content}</svg>`,
    );
  const entities = (depth: number) =>
    Array.from({ length: depth }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['an event handler', svg('<rect width="9" height="9" onload="alert(1)"/>')],
    ['another file', svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
    ['a file of another host', svg('<use xlink:href="https://evil.example/a.svg#x"/>')],
    ['a style sheet of another host', svg('<style>@import "https://evil.example/a.css";</style>')],
    ['a page', svg('<foreignObject><p>hi</p></foreignObject>')],
    ['entities that multiply', svg('&e9;', `<!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${entities(9)}]>`)],
    ['20,000 elements', svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000))],
    ['filters', SLOW_SVG],
  ])('is refused for: %s', async (_, bytes) => {
    expect(await refusal(bytes)).not.toBeNull();
  });
});

describe('a picture as a background', () => {
  it.each([
    ['a4', 1754, 1240],
    ['a4-portrait', 620, 877],
    ['letter', 1100, 850],
    ['letter-portrait', 2550, 3300],
  ])('fills the page %s', async (page, width, height) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#aa2200' } })
      .png()
      .toBuffer();
    expect(await store(png)).toMatchObject({ page, words: [], isVector: false });
  });

  it('is refused by its size if it fits no page', async () => {
    const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await refusal(png)).toContain('500 × 500 pixels');
  });
});

describe('words of a background', () => {
  it('leave no shadow behind', async () => {
    const { actor } = await makeIssuer();
    const words = [
      { text: 'Ada', x: 120, y: 240, size: 36 },
      { text: 'Ada', x: 121.5, y: 241.5, size: 36 },
    ];
    const { id } = await storeBackground(actor, 'background', diploma({ words }));
    const { background, left } = await removeWords(actor, id, [0]);
    expect([background.words, left]).toEqual([[], []]);
    const { id: empty } = await storeBackground(actor, 'background', diploma({ words: [] }));
    expect(backgroundPicture(actor, background.id).equals(backgroundPicture(actor, empty))).toBe(true);
  });

  it('stay if they are drawn as shapes, too', async () => {
    const { actor } = await makeIssuer();
    const words = [{ text: 'Ada', x: 120, y: 240, size: 36 }];
    const draw = (pen: Pen) => {
      pen.fillStyle = '#1b2350';
      for (const x of [122, 134, 146, 158]) pen.fillRect(x, 217, 7, 23);
    };
    const { id } = await storeBackground(actor, 'background', diploma({ words, draw }));
    const { background, left } = await removeWords(actor, id, [0]);
    expect([background.id, left.map(({ text }) => text)]).toEqual([id, ['Ada']]);
  });

  it('stay if the same part of the file draws them elsewhere', async () => {
    const { actor } = await makeIssuer();
    const twice = pageOf({
      page: '/Resources <</XObject <</X 7 0 R>>>>',
      content: 'q 1 0 0 1 100 100 cm /X Do Q q 1 0 0 1 300 300 cm /X Do Q',
      more: [
        '<</Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs <</A 6 0 R>> /Encoding <</Type /Encoding /Differences [65 /A]>> /FirstChar 65 /LastChar 65 /Widths [1000]>>',
        stream('', '1000 0 0 0 750 750 d1 0 0 750 750 re f'),
        stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources <</Font <</F 5 0 R>>>>',
          'BT /F 20 Tf 20 20 Td (AAA) Tj ET',
        ),
      ],
    });
    const { id, words } = await storeBackground(actor, 'background', twice);
    expect(words.map(({ text }) => text)).toEqual(['AAA', 'AAA']);
    expect((await removeWords(actor, id, [0])).left).toEqual([words[0]]);
  });

  it('have numbers of the background', async () => {
    const { actor } = await makeIssuer();
    const { id } = await storeBackground(actor, 'background', diploma());
    await expect(removeWords(actor, id, [0, 99])).rejects.toMatchObject({ code: 'invalid' });
    await expect(removeWords((await makeIssuer()).actor, id, [0])).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('are at most 60 at a time, over the API and in the editor', async () => {
    const issuer = await makeIssuer();
    const words = Array.from({ length: 400 }, (_, at) => ({
      text: `${at}`,
      x: 20 + (at % 20) * 40,
      y: 30 + Math.floor(at / 20) * 28,
      size: 12,
    }));
    const stored = await storeBackground(issuer.actor, 'background', diploma({ words }));
    const { id } = stored;
    const all = [...stored.words.keys()];
    expect(all.length).toBeGreaterThan(60);
    const path = `designs/backgrounds/${id}/words`;
    const call = await fetchApi(path, { method: 'POST', token: issuer.token, json: { words: all } });
    expect([call.status, await call.json()]).toEqual([
      400,
      expect.objectContaining({ errors: { words: [expect.stringContaining('at most 60 words')] } }),
    ]);
    const designId = await makeArtwork(issuer, { backgroundImage: id, draft: 'on' });
    const form = multipart({
      ...artworkFields({ backgroundImage: id, page: 'a4', version: '0', intent: 'word' }),
      ...Object.fromEntries(all.map((at) => [fieldOfWord(at), 'on'])),
    });
    const page = await fetchPage(`/admin/designs/${designId}`, { cookie: issuer.cookie, form });
    expect([page.status, (await page.text()).includes('at most 60 words')]).toEqual([400, true]);
  });
});

describe('a design on a background', () => {
  it('keeps it as long as it is a draft', async () => {
    const { actor, ...issuer } = await makeIssuer();
    const { id } = await storeBackground(actor, 'background', diploma({ words: [] }));
    await makeArtwork({ actor, ...issuer }, { backgroundImage: id, draft: 'on', boxes: '[]' });
    await storeBackground(actor, 'background', diploma());
    const advance = stopClock();
    advance(86_400_001);
    expect(sweepDesignBackgrounds(200)).toBe(1);
    expect(findBackground(actor, id).page).toBe('a4');
  });
});
