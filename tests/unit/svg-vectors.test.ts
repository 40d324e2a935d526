import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { requireHarmlessSvg } from '#app/files/images/strip/svg.ts';
import { vectorPdf } from '#app/files/images/svg/vector-pdf.server.ts';
import { openPdf, picturePdf } from '#tests/support/pdf-pictures.ts';

const PAGE = { width: 1754, height: 1240, pdfWidth: 842, pdfHeight: 595 };

/** The page as the rasteriser draws it, which fills it. */
async function referenceOf(svg: Buffer) {
  const { width = 1 } = await sharp(svg, { density: 72 }).metadata();
  const { data, info } = await sharp(svg, { density: (72 * PAGE.width) / width })
    .resize({ width: PAGE.width, height: PAGE.height, fit: 'cover' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

/** The drawing's PDF, or null if it is placed as pixels. */
async function drawn(inner: string, attributes = 'viewBox="0 0 842 595"') {
  const svg = requireHarmlessSvg(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="297mm" height="210mm" ${attributes}>${inner}</svg>`,
    ),
  );
  const reference = await referenceOf(svg);
  const pdf = vectorPdf(svg, PAGE, reference);
  if (!pdf) return null;
  const picture = await sharp(await picturePdf(pdf))
    .resize(PAGE.width, PAGE.height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  let sum = 0;
  for (let at = 0; at < picture.length; at += 1)
    sum += Math.abs((picture[at] ?? 0) - (reference.data[at] ?? 0));
  return { pdf, difference: sum / picture.length };
}

const VECTORS: Record<string, string> = {
  shapes: `<rect x="20" y="20" width="300" height="200" rx="40" ry="20" fill="#123" stroke="teal" stroke-width="8"/>
    <circle cx="500" cy="150" r="100" fill="hsl(20, 80%, 50%)"/><ellipse cx="700" cy="400" rx="90" ry="50"/>
    <line x1="0" y1="595" x2="842" y2="0" stroke="#c00" stroke-width="3"/><polyline points="20,400 120,300 220,420" fill="none" stroke="black" stroke-linejoin="round" stroke-width="12"/>
    <polygon points="300 300, 420 300, 360 420" fill="rgb(10,200,90)"/>`,
  paths: `<path d="M100 100h200v200h-200zM150 150v100h100v-100z" fill-rule="evenodd"/><path d="M400,100 a100,60 30 1 0 100,100 q10 100 100 50 t50 50 s 30 -30 60 20Z" fill="orange" stroke="navy" stroke-width="4" stroke-dasharray="12 6 2" stroke-linecap="round"/>`,
  inherited: `<g fill="none" stroke="purple" style="stroke-width: 5; opacity: .5"><path d="M50 50 L400 300" /><g stroke="green"><circle cx="600" cy="300" r="80" style="fill:#ff0"/></g></g><g display="none"><rect width="842" height="595"/></g><rect x="10" y="500" width="50" height="50" visibility="hidden"/>`,
  transforms: `<g transform="translate(200 100) rotate(20) scale(1.5,.5)"><rect width="200" height="200" fill="#845" transform="skewX(20)"/><rect width="20" height="200" transform="rotate(45, 100, 100)"/></g><rect width="60" height="60" transform="matrix(1 .3 -.2 1 600 300)"/>`,
  'style sheets': `<style>.a{fill:#0a5;fill-opacity:70%} #b{fill:#a05} circle{stroke:#000;stroke-width:9px}</style><rect class="x a" width="400" height="300"/><rect id="b" x="500" width="100" height="100"/><circle class="a" cx="600" cy="400" r="90"/>`,
  gradients: `<defs><linearGradient id="l"><stop offset="0" stop-color="#fff"/><stop offset="40%" stop-color="#08c"/><stop offset="1" stop-color="#024"/></linearGradient><linearGradient id="p" x2="0" y2="1"><stop stop-color="#f00" stop-opacity=".5"/><stop offset="1" stop-color="rgba(0,0,255,.5)"/></linearGradient>
    <linearGradient id="m" xlink:href="#l" gradientUnits="userSpaceOnUse" x1="400" y1="0" x2="600" y2="300" gradientTransform="rotate(10)"/>
    <radialGradient id="r" cx="50%" cy="50%" r="60%" fx="30%" fy="30%"><stop offset="0" style="stop-color:#fe8"/><stop offset="1" stop-color="#b40"/></radialGradient></defs>
    <rect x="20" y="20" width="300" height="120" fill="url(#l)"/><rect x="400" y="20" width="300" height="300" fill="url(#m)"/><ellipse cx="200" cy="400" rx="160" ry="100" fill="url(#r)"/><rect x="720" y="20" width="90" height="300" fill="url(#p)"/><path d="M500 500h200" stroke="url(#m)" stroke-width="1"/>`,
  'clip paths': `<clipPath id="c"><circle cx="200" cy="200" r="150"/><rect x="300" y="100" width="200" height="50"/></clipPath><clipPath id="o" clipPathUnits="objectBoundingBox"><path d="M0 0h.5v1z"/></clipPath><g clip-path="url(#c)"><rect width="842" height="595" fill="#59c"/></g><rect x="550" y="300" width="200" height="200" clip-path="url(#o)" fill="#c55"/>`,
  uses: `<defs><g id="leaf"><path d="M0 0 q30 -40 60 0 q-30 40 -60 0z"/></g><symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="7"/></symbol></defs><use xlink:href="#leaf" x="100" y="100" fill="green"/><use href="#leaf" transform="translate(300 300) scale(3)"/><use href="#s" x="500" y="100" width="200" height="100" fill="#888"/>`,
};

describe('an SVG', () => {
  it.each(Object.entries(VECTORS))('is drawn as vectors with %s', async (_, inner) => {
    const made = await drawn(inner);
    expect(made).not.toBeNull();
    expect(made?.difference).toBeLessThan(1.5);
    expect(made?.pdf.includes('/Subtype /Image')).toBe(false);
  });

  it('fills a page of another proportion, and keeps that of its view box', async () => {
    const made = await drawn(
      '<rect width="100" height="100" fill="#27a"/><circle cx="50" cy="50" r="50" fill="#fff"/>',
      'viewBox="0 0 100 100"',
    );
    expect(made?.difference).toBeLessThan(1.5);
    const stretched = await drawn(
      VECTORS.shapes as string,
      'viewBox="0 0 842 400" preserveAspectRatio="none"',
    );
    expect(stretched?.difference).toBeLessThan(1.5);
  });

  it('has the size of its page', async () => {
    const made = await drawn(VECTORS.shapes as string);
    const document = await openPdf(made?.pdf as Buffer);
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    await document.destroy();
    expect([width, height]).toEqual([842, 595]);
  });

  it.each([
    [
      'a pattern',
      '<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="5" height="5"/></pattern><rect width="500" height="500" fill="url(#p)"/>',
    ],
    [
      'a mask',
      '<mask id="m"><circle cx="200" cy="200" r="100" fill="#fff"/></mask><rect width="500" height="500" mask="url(#m)"/>',
    ],
    [
      'a filter',
      '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter><rect width="500" height="500" style="filter:url(#f)"/>',
    ],
    ['an inner drawing', '<svg width="100" height="100"><rect width="500" height="500"/></svg>'],
    [
      'a reflected gradient',
      '<linearGradient id="l" spreadMethod="reflect" x2="20%"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="500" height="500" fill="url(#l)"/>',
    ],
    [
      'a gradient that ends in nothing',
      '<linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="red" stop-opacity="0"/></linearGradient><rect width="500" height="500" fill="url(#l)"/>',
    ],
    ['selectors of descendants', '<style>g rect{fill:red}</style><g><rect width="500" height="500"/></g>'],
    [
      'overlapping shapes in a pale group',
      '<g opacity=".4"><rect width="400" height="400" fill="#800"/><rect x="100" y="100" width="400" height="400" fill="#008"/></g>',
    ],
  ])('is placed as pixels with %s', async (_, inner) => {
    expect(await drawn(inner)).toBeNull();
  });

  it('ends with uses that refer to each other', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, at) => `<g id="g${at}">${`<use href="#g${at + 1}"/>`.repeat(10)}</g>`,
    ).join('');
    const svg = requireHarmlessSvg(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 842 595"><g id="l"><use href="#l"/></g>${bomb}<g id="g12"/></svg>`,
      ),
    );
    const white = { width: 100, height: 100, channels: 3, data: new Uint8Array(30_000).fill(255) };
    const start = performance.now();
    expect(vectorPdf(svg, PAGE, white)).toBeNull();
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
