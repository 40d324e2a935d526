import './without-system-fonts.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inDesign } from '#app/certificates/certificate-design.server.ts';
import { artworkOf } from '#app/drawing/artwork.server.ts';
import { BASES, baseDefaults, type Design } from '#app/drawing/design.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { SILHOUETTE } from '#app/drawing/drawing.ts';
import { FACE_KINDS, type FaceKind, micronsOf, rasterOf } from '#app/drawing/own-artwork/artwork.ts';
import { checkArtwork } from '#app/drawing/own-artwork/check.server.ts';
import { type FaceFacts, inFace } from '#app/drawing/own-artwork/faces.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng, faceJpeg, previewPng } from '#app/drawing/png.server.ts';
import { openPdf } from '#tests/support/pdf-pictures.ts';
import { box, compulsory } from './own-artwork-samples.ts';
import { samples } from './samples.ts';

const FACTS: FaceFacts = { hasExpiry: true, photo: null, isLogoPale: false };

const designs: [name: string, design: Design | null][] = [
  ['standard', null],
  ...BASES.map((base): [string, Design] => [base, { ...baseDefaults(base), logo: null, signatories: [] }]),
];

const faceOf = (design: Design | null, kind: FaceKind, sample = 'latin', facts: Partial<FaceFacts> = {}) =>
  inDesign({ ...samples[sample]!, layoutVersion: 3 }, inFace(design, kind, { ...FACTS, ...facts }));

const [, heritage] = designs[1]!;

/** The page of a PDF in millimetres. */
async function millimetresOf(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const [, , width = 0, height = 0] = (await document.getPage(1)).view;
  await document.destroy();
  return [width, height].map((points) => (points / 72) * 25.4);
}

describe('a face', () => {
  it.each(FACE_KINDS)('is a picture of exactly its size (%s)', async (kind) => {
    const drawing = faceOf(heritage, kind);
    const { width, height, perMetre = 5_906 } = rasterOf(kind);
    const png = certificatePng(drawing);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height });
    const at = Buffer.from(png).indexOf('pHYs') + 4;
    expect(Buffer.from(png).readUInt32BE(at)).toBe(perMetre);
    const jpeg = faceJpeg(drawing, {});
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height });
    expect(await sharp(previewPng(drawing, {}, 480)).metadata()).toMatchObject({ width: 480 });
    const size = micronsOf(kind);
    for (const [index, side] of [size.width, size.height].entries())
      expect((([width, height][index] ?? 0) / perMetre) * 1e6).toBeCloseTo(side, -2);
  });

  it('is a card of 85.6 by 54 mm, as PNG and PDF', async () => {
    const drawing = faceOf(heritage, 'card');
    const { width, height, perMetre = 0 } = rasterOf('card');
    expect([(width / perMetre) * 1_000, (height / perMetre) * 1_000]).toEqual([85.6, 54]);
    const [wide = 0, high = 0] = await millimetresOf(certificatePdf(drawing));
    expect(wide).toBeCloseTo(85.6, 3);
    expect(high).toBeCloseTo(54, 3);
  });

  it('has a box of the card within 0.1 mm in PNG and PDF', async () => {
    const corner = box('line', [80_600, 49_000, 5_000, 5_000], { colour: '#000000' });
    const artwork = { page: 'card' as const, background: null, boxes: [corner] };
    const drawing = {
      ...faceOf(heritage, 'card'),
      design: { ...heritage!, base: 'artwork' as const, artwork },
    };
    const { data, info } = await sharp(certificatePng(drawing)).greyscale().raw().toBuffer({
      resolveWithObject: true,
    });
    const darkest = (x: number, y: number) => data[y * info.width + x] as number;
    // 80.6 mm are 1,007.5 pixels, and 49 mm are 612.5.
    expect([darkest(1_006, 640) > 200, darkest(1_009, 640) < 60]).toEqual([true, true]);
    expect([darkest(1_040, 611) > 200, darkest(1_040, 614) < 60]).toEqual([true, true]);
    expect(darkest(1_069, 674)).toBeLessThan(60);
    const source = Buffer.from(certificatePdf(drawing)).toString('latin1');
    expect(source).toContain('/MediaBox [0 0 242.6457 153.0709]');
  });

  it.each(designs)('of the design %s has nothing that would keep it from being published', (_, design) => {
    for (const kind of FACE_KINDS) {
      for (const sample of ['latin', 'arabic', 'chinese', 'devanagari']) {
        const drawing = faceOf(design, kind, sample);
        const { artwork } = drawing.design!;
        const texts = artwork!.boxes.map(({ text }) => [text]);
        const problems = checkArtwork(drawing, artwork!, { texts, words: [] }, {});
        expect([kind, sample, problems]).toEqual([kind, sample, []]);
      }
    }
  });

  it('shows title, name, course, issuer, dates and ID, and a link to the check', async () => {
    const said = artworkOf(faceOf(heritage, 'card'))
      .elements()
      .map((element) => (element.tag === 'Figure' ? element.alt : element.texts[0]?.placed.written));
    expect(said).toEqual([
      'Northbridge University',
      'Certificate',
      'Amélie Dubois-Lefèvre',
      'Foundations of Applied Cryptography',
      'Issued on 31/03/2026',
      'Valid until 31/03/2028',
      '7K3M-9QZX-2HVB-4TND',
      expect.stringContaining('QR code'),
    ]);
    const withoutEnd = artworkOf(faceOf(heritage, 'card', 'latin', { hasExpiry: false })).elements();
    expect(withoutEnd).toHaveLength(said.length - 1);
  });

  it('has logo and photograph where the design and the certificate have one', async () => {
    const black = { create: { width: 350, height: 450, channels: 3 as const, background: '#000000' } };
    const png = new Uint8Array(await sharp(black).png().toBuffer());
    const pictures = await decodeImages({ 'black of faces': png });
    const design = { ...heritage!, logo: 'black of faces' };
    for (const kind of FACE_KINDS) {
      const drawing = {
        ...faceOf(design, kind, 'latin', { photo: 'photo' }),
        photos: { photo: 'black of faces' },
      };
      const { artwork } = drawing.design!;
      const texts = artwork!.boxes.map(({ text }) => [text]);
      expect(checkArtwork(drawing, artwork!, { texts, words: [] }, pictures)).toEqual([]);
      const names = artwork!.boxes.map(({ picture }) => picture).filter(Boolean);
      expect(names).toEqual(['logo', 'photo']);
      expect(certificatePng({ ...drawing, photos: { photo: SILHOUETTE } }, pictures).length).toBeGreaterThan(
        5_000,
      );
    }
  });

  it('is mirrored in a language from right to left', () => {
    const place = (language?: string) => {
      const { artwork } = faceOf({ ...heritage!, ...(language && { language }) }, 'card').design!;
      return artwork!.boxes.find(({ kind }) => kind === 'qr')!.x;
    };
    expect(place('ar')).toBe(micronsOf('card').width - place() - 20_000);
  });

  it.each(FACE_KINDS)('has the mark of a revoked certificate within it (%s)', (kind) => {
    const { width, height } = micronsOf(kind);
    const revoked = { ...faceOf(heritage, kind), revokedAt: '2026-05-02' };
    const mark = artworkOf(revoked).elements()[0]!;
    const [line] = mark.tag === 'Figure' ? [] : (mark.texts[0]?.placed.lines ?? []);
    expect(line?.text).toBe('REVOKED');
    expect(line!.x).toBeGreaterThan(0);
    expect(line!.x).toBeLessThan((width / 25_400) * 150);
    expect(line!.baseline).toBeLessThan((height / 25_400) * 150);
    expect(Buffer.compare(certificatePng(revoked), certificatePng(faceOf(heritage, kind)))).not.toBe(0);
  });

  it('is the author’s own where the design has one', () => {
    const boxes = [...compulsory.map((each) => ({ ...each, x: 1_000, y: 1_000 }))];
    const artwork = {
      page: 'a4' as const,
      background: null,
      boxes: compulsory,
      faces: [{ kind: 'wide' as const, background: null, boxes }],
    };
    const design = { ...heritage!, base: 'artwork' as const, artwork };
    expect(inFace(design, 'wide', FACTS).artwork).toEqual({ page: 'wide', background: null, boxes });
    expect(inFace(design, 'card', FACTS).artwork?.boxes.length).toBeGreaterThan(boxes.length);
  });
});
