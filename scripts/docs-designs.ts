/** Draws the pictures of docs/designs.md: every base with different names, as PNG and PDF. */
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';

const { default: sharp } = await import('sharp');
const { BASES } = await import('#app/drawing/design.ts');
const { decodeImages } = await import('#app/drawing/designs/decode.server.ts');
const { certificatePdf } = await import('#app/drawing/pdf.server.ts');
const { certificatePng } = await import('#app/drawing/png.server.ts');
const { designed, designImages } = await import('#tests/golden/design-samples.ts');
const { picturePdf } = await import('#tests/support/pdf-pictures.ts');

/** Sample, number of signatories, and whether there is a photograph, by column. */
const COLUMNS = [
  ['long', 3, true],
  ['short', 0, false],
  ['arabic', 2, true],
  ['devanagari', 1, false],
  ['chinese', 3, false],
] as const;
const GAP = 12;
const BACKGROUND = '#c9ccd1';

const pictures = await decodeImages(designImages);

for (const base of BASES) {
  const width = base.startsWith('portrait') ? 360 : 500;
  const tiles = [];
  let height = 0;
  for (const [column, [sample, signatories, hasPhoto]] of COLUMNS.entries()) {
    const drawing = designed(base, sample, signatories);
    if (hasPhoto) drawing.photo = 'photo';
    // Without logo and seal, as the shortest certificate.
    if (drawing.design && sample === 'short') drawing.design = { ...drawing.design, logo: null, seal: false };
    const rows = [certificatePng(drawing, pictures), await picturePdf(certificatePdf(drawing, pictures))];
    for (const [row, picture] of rows.entries()) {
      const tile = await sharp(picture).resize(width).png().toBuffer({ resolveWithObject: true });
      height = tile.info.height;
      tiles.push({ input: tile.data, left: GAP + column * (width + GAP), top: GAP + row * (height + GAP) });
    }
  }
  const file = new URL(`../docs/designs/${base}.webp`, import.meta.url);
  await sharp({
    create: {
      width: GAP + COLUMNS.length * (width + GAP),
      height: GAP + 2 * (height + GAP),
      channels: 3,
      background: BACKGROUND,
    },
  })
    .composite(tiles)
    .webp({ quality: 78, effort: 6 })
    .toFile(file.pathname);
  console.log(`docs/designs/${base}.webp`);
}
