import { createCanvas, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { drawSvg, readSvg } from './svg-pen.server.ts';

type Page = { width: number; height: number; pdfWidth: number; pdfHeight: number };
type Pixels = { width: number; height: number; channels: number; data: Uint8Array };

/** Colours from 0 to 255: the mean difference of all pixels, and that of the squares that differ most. */
const MEAN = 0.6;
const MEAN_OF_SQUARE = 12;
/** Pixels of a side. Edges that are smoothed otherwise differ within it, something that is missing differs all over. */
const SQUARE = 16;

/** Whether two pictures of one size look the same. */
export function looksSame(one: Pixels, other: Pixels): boolean {
  const { width, height } = one;
  const across = Math.ceil(width / SQUARE);
  const squares = new Float64Array(across * Math.ceil(height / SQUARE));
  let sum = 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / SQUARE) * across;
    for (let x = 0; x < width; x += 1) {
      const [at, otherAt] = [(y * width + x) * one.channels, (y * width + x) * other.channels];
      let difference = 0;
      for (let channel = 0; channel < 3; channel += 1)
        difference += Math.abs((one.data[at + channel] ?? 0) - (other.data[otherAt + channel] ?? 0));
      sum += difference;
      squares[row + Math.floor(x / SQUARE)] = (squares[row + Math.floor(x / SQUARE)] ?? 0) + difference;
    }
  }
  const most = squares.reduce((max, each) => Math.max(max, each), 0);
  return sum / (width * height * 3) <= MEAN && most / (SQUARE * SQUARE * 3) <= MEAN_OF_SQUARE;
}

function onPaper(svg: NonNullable<ReturnType<typeof readSvg>>, page: Page, { width, height }: Pixels) {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  pen.scale(width / page.width, height / page.height);
  const undrawn = drawSvg(pen, svg, page);
  const { data } = pen.getImageData(0, 0, width, height);
  canvas.width = 1;
  canvas.height = 1;
  return { undrawn, pixels: { width, height, channels: 4, data: new Uint8Array(data.buffer) } };
}

/** A PDF with one page that the drawing fills, cut off at its edges. */
function drawnPdf(svg: NonNullable<ReturnType<typeof readSvg>>, page: Page): Buffer {
  const document = new PDFDocument({ creator: 'Certrace', compressionLevel: 0 });
  // The library declares the page's context as a browser's.
  const pen = document.beginPage(page.pdfWidth, page.pdfHeight) as unknown as SKRSContext2D;
  pen.scale(page.pdfWidth / page.width, page.pdfHeight / page.height);
  drawSvg(pen, svg, page);
  document.endPage();
  return document.close();
}

/**
 * Draws an SVG as the vectors of a one-page PDF, which it fills.
 * @param svg as `requireHarmlessSvg` returns it
 * @param reference the page as the rasteriser draws it, of any density, on white
 * @returns null if the drawing has something that only pixels show, so that it would look different
 */
export function vectorPdf(svg: Buffer, page: Page, reference: Pixels): Buffer | null {
  const read = readSvg(svg.toString());
  if (!read) return null;
  const { undrawn, pixels } = onPaper(read, page, reference);
  return undrawn.length === 0 && looksSame(pixels, reference) ? drawnPdf(read, page) : null;
}
