/**
 * Draws the brand's files in public/: favicons, touch icon, rosette and Open Graph picture. Run it by hand after changing the
 * mark: `npx node scripts/make-brand.ts`. The results are committed.
 */
import { writeFileSync } from 'node:fs';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';

const NAVY = '#20275A';
const MARK = `
  <path d="M22.6 8.4a10 10 0 1 0 3.3 6.1" fill="none" stroke="#F6F1E4" stroke-width="2.5" stroke-linecap="round"/>
  <path d="M19.4 12.2a5.2 5.2 0 1 0 1.6 4.9" fill="none" stroke="#F6F1E4" stroke-opacity=".45" stroke-width="1.3" stroke-linecap="round"/>
  <path d="m12.6 15.9 3.3 3.5L26.6 7.6" fill="none" stroke="#E3BC6C" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`;

const icon = (radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${NAVY}"/>${MARK}</svg>`;

/** A closed wave around a circle, like those that engraving machines draw. Whole numbers keep the file small. */
function rosette(radius: number, depth: number, petals: number, phase: number): string {
  const steps = petals * 20;
  let [x, y] = [0, 0];
  let path = '';
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * Math.PI * 2;
    const r = radius + depth * Math.sin(angle * petals + phase);
    const [nextX, nextY] = [Math.round(2000 + r * Math.cos(angle)), Math.round(2000 + r * Math.sin(angle))];
    path += step === 0 ? `M${nextX} ${nextY}l` : `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
  }
  return `${path.replaceAll(' -', '-').trim()}z`;
}

const LINES = [
  ...[0, 1, 2, 3, 4, 5].map((line) => rosette(1720, 240, 18, (line * Math.PI) / 3)),
  ...[0, 1, 2, 3].map((line) => rosette(1160, 200, 12, (line * Math.PI) / 2)),
  ...[0, 1, 2, 3].map((line) => rosette(660, 160, 9, (line * Math.PI) / 2)),
].join('');

const guilloche = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4000 4000" width="400" height="400"><path d="${LINES}" fill="none" stroke="#000" stroke-width="7"/></svg>`;

const openGraph = `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <rect width="1200" height="630" fill="#141A3C"/>
  <g transform="translate(770 -85) scale(.2)" fill="none" stroke="#EAC983" stroke-opacity=".34" stroke-width="7"><path d="${LINES}"/></g>
  <g transform="translate(90 130) scale(3.4)"><rect width="32" height="32" rx="8" fill="#28306B"/>${MARK}</g>
  <rect x="92" y="500" width="88" height="4" fill="#E3BC6C"/>
</svg>`;

/** An .ico file with a single PNG, which all browsers support. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}

const png = (svg: string, width: number) =>
  sharp(Buffer.from(svg), { density: 72 * Math.max(1, width / 32) })
    .resize({ width })
    .png({ compressionLevel: 9 })
    .toBuffer();

writeFileSync('public/favicon.svg', icon(8));
writeFileSync('public/brand/guilloche.svg', guilloche);
writeFileSync('public/favicon.ico', ico(await png(icon(8), 32), 32));
writeFileSync('public/apple-touch-icon.png', await png(icon(0), 180));
writeFileSync('public/brand/icon-192.png', await png(icon(8), 192));
writeFileSync('public/brand/icon-512.png', await png(icon(0), 512));

// Canvas draws the text, because it can load the product's own fonts.
GlobalFonts.registerFromPath('public/fonts/newsreader-latin.woff2', 'Newsreader');
GlobalFonts.registerFromPath('public/fonts/hanken-grotesk-latin.woff2', 'Hanken Grotesk');
const canvas = createCanvas(1200, 630);
const context = canvas.getContext('2d');
context.drawImage(await loadImage(await sharp(Buffer.from(openGraph)).png().toBuffer()), 0, 0);
context.fillStyle = '#F6F1E4';
context.font = '600 116px Newsreader';
context.fillText('Certrace', 88, 372);
context.fillStyle = '#EAC983';
context.font = '500 38px "Hanken Grotesk"';
context.fillText('Blockchain Traceability & Transparency', 92, 444);
writeFileSync(
  'public/brand/open-graph.png',
  await sharp(canvas.toBuffer('image/png')).png({ palette: true }).toBuffer(),
);
