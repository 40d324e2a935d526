import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { artworkOf, drawArtwork } from './artwork.server.ts';
import type { Artwork, CertificateDrawing, Raster } from './drawing.ts';
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

type Sheet = { page: Raster; canvas: Canvas; rows: Uint8Array };
type Template = Sheet & { bands: Band[] };

const newSheet = (page: Raster): Sheet => ({
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
function freeSheet(page: Raster): Sheet {
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
const sheets = new Map<Raster, Sheet>();

function sheetOf(page: Raster): Sheet {
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

/** A certificate as a PNG: a page at 150 dpi, or a face in its own size. */
export function certificatePng(drawing: CertificateDrawing, pictures: Pictures = {}): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page } = artwork;
  if (page.raster) return scaledPng(artwork, page.raster, page.raster);
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

/** Draws an artwork of any size, without caching a template. */
function drawScaled(artwork: Artwork, canvas: Canvas, width: number) {
  const scale = width / artwork.page.width;
  const pen = canvas.getContext('2d');
  pen.reset();
  pen.scale(scale, scale);
  drawArtwork(pen, artwork);
  return pen;
}

/** @param sheet a page that is at least as large */
function scaledPng(artwork: Artwork, sheet: Raster, size: Raster): Uint8Array {
  const pen = drawScaled(artwork, sheetOf(sheet).canvas, size.width);
  const rows = rowsFor(size);
  readPixels(pen, { left: 0, top: 0, width: size.width, height: size.height }, rows, size);
  const bands = Array.from({ length: bandCount(size) }, (_, band) => encodeBand(bandIn(rows, band, size)));
  return assemble(bands, size);
}

/** Draws a certificate as a smaller PNG for previews. */
export function previewPng(drawing: CertificateDrawing, pictures: Pictures, width: number): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page } = artwork;
  const whole = page.raster ?? page;
  const scale = Math.min(Math.max(Math.round(width), 1), whole.width) / whole.width;
  const [across, down] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
  return scaledPng(artwork, whole, { width: across, height: down });
}

const JPEG_QUALITY = 88;

/** Draws a face of a certificate as JPEG, which is smaller than its PNG. */
export function faceJpeg(drawing: CertificateDrawing, pictures: Pictures): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const raster = artwork.page.raster ?? artwork.page;
  const { canvas } = sheetOf(raster);
  drawScaled(artwork, canvas, raster.width);
  return new Uint8Array(canvas.encodeSync('jpeg', JPEG_QUALITY));
}
