import './without-system-fonts.ts';
import { randomBytes } from 'node:crypto';
import jsQR from 'jsqr';
import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artworkOf } from '#app/drawing/artwork.server.ts';
import { BASES, type LayoutBase, PAGE_SIZES } from '#app/drawing/design.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { type CertificateDrawing, LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng, previewPng } from '#app/drawing/png.server.ts';
import { closeRenderer, renderCertificate, renderPreview } from '#app/drawing/render.server.ts';
import { openPdf, picturePdf, textOfPdf } from '#tests/support/pdf-pictures.ts';
import { designed, designImages } from './design-samples.ts';
import { expectGoldenFullSize } from './pictures.ts';
import { samples } from './samples.ts';

let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await decodeImages(designImages);
});
afterAll(closeRenderer);

describe.each(BASES)('a certificate in %s', (base) => {
  const drawing = designed(base);
  const { page } = artworkOf({ ...drawing, design: { ...drawing.design!, logo: null, signatories: [] } });

  it('matches its golden image', async () => {
    await expectGoldenFullSize(`design-${base}`, previewPng(drawing, pictures, page.width / 3));
  });

  it('is an A4 PNG at 150 dpi whose QR code leads to the verification page', async () => {
    const { left, top, size } = artworkOf(drawing, pictures).qr!;
    const png = sharp(certificatePng(drawing, pictures));
    expect(await png.metadata()).toMatchObject({ width: page.width, height: page.height, density: 150 });
    const square = { left: Math.floor(left), top: Math.floor(top), width: size, height: size };
    const { data, info } = await png
      .extract(square)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(drawing.verifyUrl);
  });

  it('is a PDF of one A4 page with selectable text', async () => {
    const pdf = certificatePdf(drawing, pictures);
    const document = await openPdf(pdf);
    expect(document.numPages).toBe(1);
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    await document.destroy();
    expect([width, height]).toEqual([page.pdfWidth, page.pdfHeight]);
    const text = await textOfPdf(pdf);
    for (const wanted of [
      drawing.studentName,
      drawing.courseName,
      'Marcus Okonkwo',
      '31/03/2026',
      '7K3M-9QZX-2HVB-4TND',
    ])
      expect(text).toContain(wanted);
  });

  it('prints where its file is checked for free, unless it is older than that', async () => {
    const textOf = (layoutVersion: number) =>
      textOfPdf(certificatePdf({ ...drawing, layoutVersion }, pictures));
    expect(await textOf(2)).toContain('certrace.example/check');
    expect(await textOf(1)).not.toContain('certrace.example/check');
  });
});

/** Whole pixels within 8 mm of the edge of a PNG. */
const MARGIN = Math.floor((8 * 150) / 25.4);

const pixelsIn = (png: Uint8Array, area: Region) => sharp(png).extract(area).removeAlpha().raw().toBuffer();

/** The colours of an area, of which there are at most two. */
async function coloursIn(png: Uint8Array, area: Region) {
  const pixels = await pixelsIn(png, area);
  const colours = new Set<number>();
  for (let at = 0; at < pixels.length && colours.size < 2; at += 3) colours.add(pixels.readUIntBE(at, 3));
  return colours.size;
}

/** The four strips along the edges of a PNG. */
async function edgesOf(png: Uint8Array): Promise<Region[]> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  return [
    { left: 0, top: 0, width, height: MARGIN },
    { left: 0, top: height - MARGIN, width, height: MARGIN },
    { left: 0, top: 0, width: MARGIN, height },
    { left: width - MARGIN, top: 0, width: MARGIN, height },
  ];
}

const LONGEST =
  'The Honourable Professor Emerita Dr. Maria Anna Walburga Ignatia Freifrau von Berchtold zu Sonnenburg';

describe.each(PAGE_SIZES)('a new certificate on %s', (pageSize) => {
  const onPaper = (base: LayoutBase, signatories = 2): CertificateDrawing => {
    const drawing = designed(base, 'latin', signatories);
    return { ...drawing, layoutVersion: LAYOUT_VERSION, design: { ...drawing.design!, pageSize } };
  };

  it.each(BASES)('has the size of the paper in %s', async (base) => {
    const { width, height } = await sharp(certificatePng(onPaper(base), pictures)).metadata();
    const sizes = { a4: [1754, 1240], letter: [1650, 1275] };
    const landscape = sizes[pageSize];
    expect([width, height]).toEqual(base.startsWith('portrait') ? landscape.toReversed() : landscape);
    const document = await openPdf(certificatePdf(onPaper(base), pictures));
    const { width: across, height: down } = (await document.getPage(1)).getViewport({ scale: 1 });
    await document.destroy();
    expect([across, down].map((points) => Math.round(points / 7.2))).toEqual(
      [width, height].map((pixels) => Math.round((pixels ?? 0) / 15)),
    );
  });

  it.each(['heritage', 'ribbon', 'portrait-classic', 'standard'] as const)(
    'has nothing within 8 mm of the edge in %s',
    async (base) => {
      const drawing = base === 'standard' ? { ...onPaper('modern'), design: null } : onPaper(base);
      const png = certificatePng(drawing, pictures);
      for (const area of await edgesOf(png)) expect(await coloursIn(png, area)).toBe(1);
    },
  );

  it.each(BASES)('has only its background there with the longest texts in %s', async (base) => {
    const drawing = onPaper(base);
    const bare = { ...drawing.design!, logo: null, signatories: [], seal: false };
    const signatory = { name: LONGEST, title: LONGEST, signature: 'signature' };
    const { texts } = bare;
    const design = {
      ...drawing.design!,
      dateStyle: 'words' as const,
      signatories: Array(6).fill(signatory),
      texts: { ...texts, subtitle: LONGEST, beforeName: LONGEST, statement: `${LONGEST}, ${LONGEST}` },
    };
    const longest = samples.long!;
    const png = certificatePng({ ...drawing, ...longest, layoutVersion: LAYOUT_VERSION, design }, pictures);
    const background = certificatePng({ ...drawing, design: bare }, pictures);
    for (const area of await edgesOf(png))
      expect((await pixelsIn(png, area)).equals(await pixelsIn(background, area))).toBe(true);
  });

  it('has only the colour of the gown at the sides of collegiate', async () => {
    const png = certificatePng(onPaper('collegiate'), pictures);
    const { width = 0 } = await sharp(png).metadata();
    for (const left of [0, width - MARGIN])
      expect(await coloursIn(png, { left, top: 300, width: MARGIN, height: 600 })).toBe(1);
  });

  it.each(BASES)('names six signatories in %s', async (base) => {
    const drawing = onPaper(base);
    const signatories = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({
      name: `Professor ${name}`,
      title: 'Dean',
      signature: null,
    }));
    const design = { ...drawing.design!, signatories, dateStyle: 'words' } as const;
    const text = await textOfPdf(certificatePdf({ ...drawing, issueDate: '2026-02-28', design }, pictures));
    for (const wanted of ['Professor One', 'Professor Six', '28 February 2026'])
      expect(text).toContain(wanted);
  });
});

describe('a design', () => {
  it('has the same pixels from the worker, whatever it draws in between', async () => {
    const draw = (base: (typeof BASES)[number], sample: string) =>
      renderCertificate(designed(base, sample), 'png', undefined, designImages);
    const first = await draw('modern', 'latin');
    // More templates than the worker keeps in memory.
    for (const base of BASES.slice(0, 4)) await draw(base, 'arabic');
    expect(Buffer.compare(first, await draw('modern', 'latin'))).toBe(0);
    expect(Buffer.compare(first, certificatePng(designed('modern'), pictures))).toBe(0);
  });

  it('has a preview of the requested width', async () => {
    const { width, height } = await sharp(
      await renderPreview(designed('portrait-modern'), designImages, 620),
    ).metadata();
    expect([width, height]).toEqual([620, 877]);
  });

  it('is not drawn without its images', async () => {
    await expect(renderCertificate(designed('heritage'), 'png')).rejects.toThrow('of the design is missing');
  });

  it('scales images in a PDF down to the resolution of print', async () => {
    const raw = { width: 1_200, height: 600, channels: 4 } as const;
    const noise = await sharp(randomBytes(1_200 * 600 * 4), { raw })
      .png()
      .toBuffer();
    const sample = designed('modern');
    const drawing = { ...sample, design: { ...sample.design!, logo: 'noise' } };
    const large = certificatePdf(drawing, { ...pictures, ...(await decodeImages({ noise })) });
    // The logo is drawn 248 pixels wide, so the PDF keeps 496 by 248 pixels of 4 bytes.
    expect(large.length).toBeLessThan(496 * 248 * 4 + 150_000);
  });

  it('contains the plain letters of ligatures in every typeface', async () => {
    const studentName = 'Fjóla Offiah-Þffl AVATAR To. Ty Quỳnh';
    for (const typeface of ['garamond', 'editorial', 'modern'] as const) {
      const sample = designed('minimal');
      const drawing = { ...sample, studentName, design: { ...sample.design!, typeface } };
      const text = await textOfPdf(certificatePdf(drawing, pictures));
      expect(text.replaceAll('\n', ' ')).toContain(studentName);
    }
  });

  it('looks the same as PDF and as PNG', async () => {
    const drawing = designed('collegiate');
    const small = (picture: Uint8Array) => sharp(picture).resize(300).removeAlpha().raw().toBuffer();
    const png = await small(certificatePng(drawing, pictures));
    const pdf = await small(await picturePdf(certificatePdf(drawing, pictures)));
    const difference = png.reduce((sum, value, index) => sum + Math.abs(value - (pdf[index] as number)), 0);
    expect(difference / png.length).toBeLessThan(4);
  });
});
