import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { openDrawing } from '#app/files/images/open-drawing.server.ts';
import type { DrawableType } from '#app/files/images/rasterise.server.ts';
import { type PageShape, pageOfPicture } from './fit-page.ts';
import { addStream, writePlaced } from './normalise-pdf.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Dictionary, Name, Reference, type Value } from './pdf-values.ts';
import type { Pixels } from './pdfium.server.ts';

/** What a background consists of. */
export type Placed = { page: PageShape; png: Buffer; pdf: Buffer };

/** Pixels of a background per pixel of its page, which has 150 dpi. */
export const DENSITY = 2;
/** An SVG is drawn so much larger that it covers its page. */
const OVER = 1.04;

/** The most bytes of pixels without loss; and how much larger than a JPEG they may be. */
const MAX_LOSSLESS_BYTES = 600_000;
const LARGER = 1.2;

const PHOTO = { quality: 85, chromaSubsampling: '4:2:0' };
const DRAWING = { quality: 92, chromaSubsampling: '4:4:4' };
/** Every certificate has the pixels in it. Noise that takes more has a lower quality. */
const MAX_JPEG_BYTES = 5 * 1_048_576;
const NOISE = { quality: 60, chromaSubsampling: '4:2:0' };

/** The compressed rows of a PNG. */
function rowsOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** The stream of a picture: a JPEG, or without loss what that makes hardly larger. */
async function pictureStream(pixels: Sharp, width: number, height: number, isPhoto: boolean) {
  const dictionary: Dictionary = new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Image')],
    ['Width', width],
    ['Height', height],
    ['ColorSpace', new Name('DeviceRGB')],
    ['BitsPerComponent', 8],
    ['Interpolate', true],
  ]);
  const fine = await pixels
    .clone()
    .jpeg(isPhoto ? PHOTO : DRAWING)
    .toBuffer();
  const jpeg = fine.length <= MAX_JPEG_BYTES ? fine : await pixels.clone().jpeg(NOISE).toBuffer();
  const rows = isPhoto
    ? null
    : rowsOf(await pixels.clone().png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer());
  if (rows && (rows.length <= MAX_LOSSLESS_BYTES || rows.length <= jpeg.length * LARGER)) {
    dictionary.set('Filter', new Name('FlateDecode'));
    dictionary.set(
      'DecodeParms',
      new Map<string, Value>([
        ['Predictor', 15],
        ['Colors', 3],
        ['Columns', width],
      ]),
    );
    return { dictionary, bytes: rows };
  }
  dictionary.set('Filter', new Name('DCTDecode'));
  return { dictionary, bytes: jpeg };
}

/** Places pixels that fill a page. */
export async function placePixels(
  { width, height, data }: Pixels,
  page: PageShape,
  isPhoto: boolean,
): Promise<Placed> {
  const channels = data.length === width * height * 4 ? 4 : 3;
  const pixels = sharp(data, { raw: { width, height, channels } }).removeAlpha();
  const png = await pixels
    .clone()
    .resize({ width: page.width, height: page.height, fit: 'fill' })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const { dictionary, bytes } = await pictureStream(pixels, width, height, isPhoto);
  const file: PdfFile = { values: new Map(), streams: new Map(), trailer: new Map() };
  const picture = addStream(file, dictionary, bytes);
  const { pdfWidth, pdfHeight } = page;
  const form: Dictionary = new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [0, 0, pdfWidth, pdfHeight]],
    ['Resources', new Map([['XObject', new Map([['Picture', new Reference(picture)]])]])],
  ]);
  const content = addStream(file, form, Buffer.from(`${pdfWidth} 0 0 ${pdfHeight} 0 0 cm\n/Picture Do\n`));
  return { page, png, pdf: writePlaced(file, content, page) };
}

/** The pixels of a PNG, JPEG or SVG on white, and the page that they fill. What is over its edges is cut off. */
export async function readPixels(
  bytes: Buffer,
  type: DrawableType,
  pages: readonly PageShape[],
): Promise<{ pixels: Pixels; page: PageShape }> {
  const large = ({ width, height }: { width: number; height: number }) => {
    const page = pageOfPicture(width, height, pages);
    return { width: page.width * DENSITY * OVER, height: page.height * DENSITY * OVER };
  };
  const image = await openDrawing(bytes, type, large);
  const { autoOrient: size } = await image.metadata();
  const page = pageOfPicture(size.width, size.height, pages);
  const scale = Math.max(page.width / size.width, page.height / size.height);
  const density = Math.min(DENSITY, 1 / scale);
  const { data, info } = await image
    .resize({
      width: Math.max(1, Math.round(page.width * density)),
      height: Math.max(1, Math.round(page.height * density)),
      fit: 'cover',
    })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: { width: info.width, height: info.height, data }, page };
}
