import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  backgroundPicture,
  findBackground,
  removeWords,
  storeBackground,
  sweepDesignBackgrounds,
} from '#app/designs/background.server.ts';
import type { Pen } from '#app/drawing/drawing.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { multipart } from '#tests/support/course-factories.ts';
import { DIPLOMA_WORDS, diploma, pageOf, pdfOf } from '#tests/support/diplomas.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields } from '#tests/support/own-artwork.ts';

const store = async (bytes: Uint8Array) => storeBackground((await makeIssuer()).actor, 'background', bytes);
const refusal = (bytes: Uint8Array) =>
  store(bytes).then(
    () => null,
    (error) => error.fields?.background?.[0] ?? error,
  );

describe('a PDF as a background', () => {
  it('is a drawing whose words are offered in the order of reading', async () => {
    const { page, words, isVector } = await store(diploma());
    expect([page, isVector]).toEqual(['a4', true]);
    expect(words.map(({ text }) => text).join(' ')).toBe(DIPLOMA_WORDS.map(({ text }) => text).join(' '));
    const [first] = words;
    // 120 points from the left, and a baseline at 130 points.
    expect(Math.abs((first?.x ?? 0) - 120 * (297_000 / 842))).toBeLessThan(1_500);
    expect(Math.abs((first?.baseline ?? 0) - 130 * (210_000 / 595))).toBeLessThan(200);
    expect(first?.size).toBeCloseTo(44, 0);
  });

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
    ['PDF, PNG, JPEG or SVG', Buffer.from('hello')],
  ])('is refused for: %s', async (reason, bytes) => {
    expect(await refusal(bytes)).toContain(reason);
  });

  it('is refused for what takes too long', async () => {
    const forms = Array.from({ length: 12 }, (_, index) => {
      const content = index === 11 ? '0 0 800 500 re f\n'.repeat(9) : '/X Do\n'.repeat(20);
      const next = index === 11 ? '' : `/XObject <</X ${index + 6} 0 R>>`;
      return `<</Type /XObject /Subtype /Form /BBox [0 0 842 595] /Resources <<${next}>> /Length ${content.length}>>\nstream\n${content}\nendstream`;
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
  it('are taken out of the picture and of the PDF', async () => {
    const { actor } = await makeIssuer();
    const { id, words } = await storeBackground(actor, 'background', diploma());
    const indexes = words.flatMap(({ text }, index) =>
      ['Ada', 'office', 'DIPLOMA'].includes(text) ? [index] : [],
    );
    const { background, left } = await removeWords(actor, id, indexes);
    expect(left).toEqual([]);
    expect(background.words.map(({ text }) => text).join(' ')).toBe(
      'Lovelace for the of fine affairs on 1 January 2026',
    );
    expect(findBackground(actor, background.id)).toEqual(background);
  });

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
    const stream = (entries: string, content: string) =>
      `<<${entries} /Length ${content.length}>>\nstream\n${content}\nendstream`;
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
});

describe('a design on a background', () => {
  const send = (issuer: Person, headers = {}, fields = {}) =>
    fetchApi('designs', {
      method: 'POST',
      token: issuer.token,
      headers,
      body: multipart({
        ...artworkFields({ page: 'a4', ...fields }),
        background: { bytes: diploma({ words: [] }), type: 'application/pdf' },
      }),
    });

  it('is made once by a call that is sent twice', async () => {
    const issuer = await makeIssuer();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await send(issuer, headers), await send(issuer, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(sqlite().prepare('select count(*) from designs').pluck().get()).toBe(1);
  });

  it('keeps it as long as it is a draft', async () => {
    const issuer = await makeIssuer();
    const { design } = await (await send(issuer, {}, { draft: 'on', boxes: '[]' })).json();
    expect([design.draft, design.background?.page]).toEqual([true, 'a4']);
    await storeBackground(issuer.actor, 'background', diploma());
    const advance = stopClock();
    advance(86_400_001);
    expect(sweepDesignBackgrounds(200)).toBe(1);
    expect(findBackground(issuer.actor, design.background._id).page).toBe('a4');
  });

  it('is issued with it, as a drawing in the PDF and as pixels in the PNG', async () => {
    const issuer = await makeIssuer();
    const made = await (await send(issuer)).json();
    const { uniqueId } = await makeCertificate(issuer, { designId: made.design._id });
    const pdf = Buffer.from(
      await (await fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: issuer.cookie })).arrayBuffer(),
    );
    expect(pdf.includes('/Background ')).toBe(true);
    const png = await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie });
    const { data, info } = await sharp(Buffer.from(await png.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The frame of the diploma.
    const at = (50 * info.width + 877) * 3;
    expect([...data.subarray(at, at + 3)]).toEqual([0x8a, 0x1c, 0x3c]);
  });
});
