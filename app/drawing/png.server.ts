import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { artworkOf, drawArtwork } from './artwork.server.ts';
import { type Artwork, CARD, type CertificateDrawing, type Page } from './drawing.ts';
import {
  assemble,
  type Band,
  bandCount,
  bandIn,
  bandsOf,
  encodeBand,
  pixelsOf,
  readPixels,
  rowsFor,
} from './png-bands.ts';

type Sheet = { page: Page; canvas: Canvas; rows: Uint8Array };
type Template = Sheet & { bands: Band[] };

const newSheet = (page: Page): Sheet => ({
  page,
  canvas: createCanvas(page.width, page.height),
  rows: rowsFor(page),
});

/** A template takes 15 MB. */
const MAX_TEMPLATES = 2;
/** Least recently used first. */
const templates = new Map<string, Template>();

/** Frees the pixels of a sheet now. Canvases are garbage-collected late or never. */
function free({ canvas }: Sheet) {
  canvas.width = 1;
  canvas.height = 1;
}

/** A sheet for a new template. Reuses the least recently used one when the cache is full and the page sizes match. */
function freeSheet(page: Page): Sheet {
  if (templates.size < MAX_TEMPLATES) return newSheet(page);
  const [key, oldest] = templates.entries().next().value as [string, Template];
  templates.delete(key);
  if (oldest.page === page) return oldest;
  free(oldest);
  return newSheet(page);
}

function makeTemplate({ page, drawTemplate }: Artwork): Template {
  const { canvas, rows } = freeSheet(page);
  const pen = canvas.getContext('2d');
  pen.reset();
  drawTemplate(pen);
  readPixels(pen, { left: 0, top: 0, width: page.width, height: page.height }, rows, page);
  const bands = Array.from({ length: bandCount(page) }, (_, band) => encodeBand(bandIn(rows, band, page)));
  return { page, canvas, rows, bands };
}

function templateOf(artwork: Artwork): Template {
  const template = templates.get(artwork.templateKey) ?? makeTemplate(artwork);
  templates.delete(artwork.templateKey);
  templates.set(artwork.templateKey, template);
  return template;
}

const MAX_SHEETS = 2;
/** One sheet per page and thread, least recently made first. */
const sheets = new Map<Page, Sheet>();

function sheetOf(page: Page): Sheet {
  const known = sheets.get(page);
  if (known) return known;
  const [oldest] = sheets.values();
  if (oldest && sheets.size >= MAX_SHEETS) {
    sheets.delete(oldest.page);
    free(oldest);
  }
  const sheet = newSheet(page);
  sheets.set(page, sheet);
  return sheet;
}

/** A certificate as a PNG at 150 dpi. */
export function certificatePng(drawing: CertificateDrawing, pictures: Pictures = {}): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page } = artwork;
  const template = templateOf(artwork);
  const { canvas, rows } = sheetOf(page);
  const pen = canvas.getContext('2d');
  pen.reset();
  pen.drawImage(template.canvas, 0, 0);
  const areas = artwork.drawDetails(pen).map((area) => pixelsOf(area, page));

  const touched = template.bands.map(() => false);
  for (const area of areas) touched.fill(true, ...bandsOf(area));
  for (const [band, changes] of touched.entries()) {
    if (changes) bandIn(rows, band, page).set(bandIn(template.rows, band, page));
  }
  for (const area of areas) readPixels(pen, area, rows, page);
  return assemble(
    template.bands.map((known, band) => (touched[band] ? encodeBand(bandIn(rows, band, page)) : known)),
    page,
  );
}

/** Draws a certificate as a smaller PNG for previews, without caching a template. */
export function previewPng(drawing: CertificateDrawing, pictures: Pictures, width: number): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page } = artwork;
  const { canvas } = sheetOf(page);
  const scale = Math.min(Math.max(Math.round(width), 1), page.width) / page.width;
  const pen = canvas.getContext('2d');
  pen.reset();
  pen.scale(scale, scale);
  drawArtwork(pen, artwork);
  const small = {
    ...page,
    width: Math.round(page.width * scale),
    height: Math.round(page.height * scale),
  };
  const rows = rowsFor(small);
  readPixels(pen, { left: 0, top: 0, width: small.width, height: small.height }, rows, small);
  const bands = Array.from({ length: bandCount(small) }, (_, band) => encodeBand(bandIn(rows, band, small)));
  return assemble(bands, small);
}

/** The room around a certificate on its card, in pixels, and the colour of the card. */
const CARD_MARGIN = 24;
const CARD_COLOUR = '#dfe2ea';
const CARD_QUALITY = 88;

let card: Canvas | undefined;

/** Draws a certificate as the card of link previews: a JPEG of 1200 × 630 pixels with the whole page in its middle. */
export function cardJpeg(drawing: CertificateDrawing, pictures: Pictures): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page } = artwork;
  // One canvas per thread, as for sheets.
  card ??= createCanvas(CARD.width, CARD.height);
  const scale = Math.min(
    (CARD.width - 2 * CARD_MARGIN) / page.width,
    (CARD.height - 2 * CARD_MARGIN) / page.height,
  );
  const pen = card.getContext('2d');
  pen.reset();
  pen.fillStyle = CARD_COLOUR;
  pen.fillRect(0, 0, CARD.width, CARD.height);
  pen.translate((CARD.width - page.width * scale) / 2, (CARD.height - page.height * scale) / 2);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.rect(0, 0, page.width, page.height);
  pen.clip();
  drawArtwork(pen, artwork);
  return new Uint8Array(card.encodeSync('jpeg', CARD_QUALITY));
}
