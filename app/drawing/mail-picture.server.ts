import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { isPale, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { artworkOf } from './artwork.server.ts';
import type { Artwork, CertificateDrawing } from './drawing.ts';

// Pictures in mails. JPEG, because ornaments and gradients take three times as many bytes as PNG. Both together stay under 150 KB.

const MOST_OF_CERTIFICATE = 110_000;
const MOST_OF_LOGO = 35_000;
const QUALITIES = [80, 60, 30, 10];

/** The longer side of a certificate's picture, in pixels. */
const SIDE = 900;

/** The first encoding that is small enough. */
function jpegOf(canvas: Canvas, most: number): Uint8Array {
  let bytes = new Uint8Array();
  for (const quality of QUALITIES) {
    bytes = new Uint8Array(canvas.encodeSync('jpeg', quality));
    if (bytes.length <= most) break;
  }
  return bytes;
}

// Canvases are garbage-collected late or never, so each thread has few and uses them again.
const MOST_TEMPLATES = 2;
/** What many certificates share, in the size of the picture, by the key of their artwork. Least recently used first. */
const templates = new Map<string, Canvas>();
let sheet: Canvas | undefined;

/** A canvas of this size without anything on it. */
function cleared(canvas: Canvas | undefined, width: number, height: number): Canvas {
  if (!canvas) return createCanvas(width, height);
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

const scaleOf = ({ page: { width, height } }: Artwork) => SIDE / Math.max(width, height);

function templateOf(artwork: Artwork): Canvas {
  const { page, templateKey } = artwork;
  let template = templates.get(templateKey);
  templates.delete(templateKey);
  if (!template) {
    const [oldest] = templates.size < MOST_TEMPLATES ? [] : templates.entries();
    if (oldest) templates.delete(oldest[0]);
    const scale = scaleOf(artwork);
    template = cleared(oldest?.[1], Math.round(page.width * scale), Math.round(page.height * scale));
    const pen = template.getContext('2d');
    pen.scale(scale, scale);
    artwork.drawTemplate(pen);
  }
  templates.set(templateKey, template);
  return template;
}

/** Draws a certificate as the picture in its mail. */
export function mailJpeg(drawing: CertificateDrawing, pictures: Pictures): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const template = templateOf(artwork);
  sheet = cleared(sheet, template.width, template.height);
  const pen = sheet.getContext('2d');
  pen.drawImage(template, 0, 0);
  pen.scale(scaleOf(artwork), scaleOf(artwork));
  artwork.drawDetails(pen);
  return jpegOf(sheet, MOST_OF_CERTIFICATE);
}

/** Twice the size in which mails show it, for dense screens. */
const LOGO = { width: 480, height: 160 };
const LOGO_MARGIN = 16;

/** Draws the logo of a design on a ground on which it shows, also where a mail program is dark. */
export function mailLogo({ design }: CertificateDrawing, pictures: Pictures): Uint8Array {
  const image = design?.logo ? pictures[design.logo] : undefined;
  if (!design || !image) return new Uint8Array();
  const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height, 2);
  const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
  sheet = cleared(sheet, width + 2 * LOGO_MARGIN, height + 2 * LOGO_MARGIN);
  const pen = sheet.getContext('2d');
  pen.fillStyle = isPale(image) ? design.colours.primary : '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, LOGO_MARGIN, LOGO_MARGIN, width, height);
  return jpegOf(sheet, MOST_OF_LOGO);
}
