import { hash } from 'node:crypto';
import type { Design, DesignImages } from '#app/drawing/design.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import type { Page, Pen } from '#app/drawing/drawing.ts';
import { addObject, type PdfObjects, readPdfObjects } from '#app/drawing/tagging/pdf-objects.server.ts';
import { type BackgroundBytes, backgroundId } from '#app/files/images/background/background-id.server.ts';
import { TAIL } from '#app/files/images/background/normalise-pdf.ts';

/* Backgrounds of designs with own artwork: a PNG of the page, and a PDF whose form XObject certificates show (docs/decisions/0055). */

const PNG = 'background-png:';
const PDF = 'background-pdf:';

/** The names of a background's parts among the images of a design. */
export const backgroundImages = (id: string, { png, pdf }: BackgroundBytes): DesignImages => ({
  [PNG + id]: new Uint8Array(png),
  [PDF + id]: new Uint8Array(pdf),
});

const namesBackground = (name: string) => name.startsWith(PNG) || name.startsWith(PDF);

/** The images of a drawing that are decoded for its format. A PDF shows the background's own PDF. */
export const imagesToDecode = (images: DesignImages, format: string): DesignImages =>
  Object.fromEntries(
    Object.entries(images).filter(([name]) =>
      format === 'pdf' ? !namesBackground(name) : !name.startsWith(PDF),
    ),
  );

/** Whether the images of a design are those that its names say. */
export function areAsStored({ artwork }: Design, images: DesignImages): boolean {
  const hashed = Object.entries(images).filter(([name]) => !namesBackground(name));
  if (!hashed.every(([name, bytes]) => hash('sha256', bytes) === name)) return false;
  if (!artwork?.background) return true;
  const [png, pdf] = [images[PNG + artwork.background], images[PDF + artwork.background]];
  return (
    png !== undefined && pdf !== undefined && backgroundId(artwork.page, { png, pdf }) === artwork.background
  );
}

type WithArtwork = Pick<Design, 'artwork'> | null;

/** The PDF of a design's background. */
export function backgroundPdf(design: WithArtwork, images: DesignImages): Uint8Array | undefined {
  const id = design?.artwork?.background;
  return id ? images[PDF + id] : undefined;
}

/** Draws a background over its page, except on the page of a PDF, which shows it below its drawing. */
export function drawBackground(pen: Pen, id: string, pictures: Pictures, { width, height }: Page) {
  const image = pictures[PNG + id];
  if (image) pen.drawImage(image, 0, 0, width, height);
}

const OBJECT_REFERENCE = /\b(\d+) 0 R\b/g;
const STREAM = ' stream\n';

/** An object with other numbers of the objects that it refers to. Its strings are in hexadecimal, so none of them looks like a reference. */
function renumbered(body: Buffer, numbers: readonly number[]): Buffer {
  const at = body.indexOf(STREAM);
  const end = at === -1 ? body.length : at;
  const dictionary = body.toString('latin1', 0, end);
  const changed = dictionary.replace(OBJECT_REFERENCE, (_, number) => `${numbers[Number(number) - 1]} 0 R`);
  return Buffer.concat([Buffer.from(changed, 'latin1'), body.subarray(end)]);
}

/** Adds the form XObject of a background to a PDF, and returns its number. It fills the page without a transformation. */
export function addBackground(pdf: PdfObjects, background: Uint8Array): number {
  const { objects } = readPdfObjects(background);
  const numbers = Array.from({ length: objects.size - TAIL }, () => addObject(pdf, ''));
  for (const [index, number] of numbers.entries()) {
    pdf.objects.set(number, renumbered(objects.get(index + 1) ?? Buffer.alloc(0), numbers));
  }
  return numbers[0] as number;
}
