import { createCanvas } from '@napi-rs/canvas';
import { contrastLevels } from '#app/drawing/contrast.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import {
  type ArtworkBox,
  type ArtworkProblem,
  hasText,
  isFace,
  LEAST_ID_SIZE,
  LEAST_QR,
  type OwnArtwork,
  pageOfSurface,
  pixelsOfMicrons,
} from './artwork.ts';
import { ownArtwork } from './compose.server.ts';
import { areaOf, isLegible, partsOfBox, placeInBox } from './parts.server.ts';

/** A word of the background, with its place in thousandths of a millimetre. */
export type BackgroundWord = { text: string; x: number; y: number; width: number; height: number };

/** What own artwork is checked with. */
export type ArtworkCheck = {
  /** By box: the longest and shortest texts that it shows, in several scripts. */
  texts: string[][];
  words: BackgroundWord[];
};

/** The problems of one box, and the area that all its texts cover, or null if it draws nothing. */
type Looked = { problems: ArtworkProblem[]; area: Area | null };

const union = (one: Area | null, { left, top, width, height }: Area): Area => {
  if (!one) return { left, top, width, height };
  const [right, bottom] = [
    Math.max(one.left + one.width, left + width),
    Math.max(one.top + one.height, top + height),
  ];
  const [x, y] = [Math.min(one.left, left), Math.min(one.top, top)];
  return { left: x, top: y, width: right - x, height: bottom - y };
};

/** Most characters of a text that a problem repeats. */
const SHOWN = 60;

function lookAtText(box: ArtworkBox, index: number, texts: readonly string[]): Looked {
  let area: Area | null = null;
  let tooLong: string | undefined;
  for (const text of new Set(texts)) {
    const placed = placeInBox(box, text);
    if (placed.lines.length > 0) area = union(area, placed.ink);
    if (!isLegible(box, placed)) tooLong ??= text;
  }
  const problems: ArtworkProblem[] = [];
  if (tooLong !== undefined)
    problems.push({ box: index, problem: 'no-room', text: Array.from(tooLong).slice(0, SHOWN).join('') });
  if (box.kind === 'id' && box.minSize < LEAST_ID_SIZE) problems.push({ box: index, problem: 'small-id' });
  return { problems, area };
}

function lookAt(
  box: ArtworkBox,
  index: number,
  texts: readonly string[],
  shown: Parameters<typeof partsOfBox>[0],
): Looked {
  if (hasText(box)) return lookAtText(box, index, texts);
  const [part] = partsOfBox(shown, box, '');
  if (!part) return { problems: [{ box: index, problem: 'no-picture' }], area: null };
  const isSmall = box.kind === 'qr' && Math.min(box.width, box.height) < LEAST_QR;
  return { problems: isSmall ? [{ box: index, problem: 'small-qr' }] : [], area: part.area };
}

/** Half a pixel, which nobody sees. */
const TOUCH = 0.5;

const overlaps = (one: Area, other: Area) =>
  one.left + TOUCH < other.left + other.width &&
  other.left + TOUCH < one.left + one.width &&
  one.top + TOUCH < other.top + other.height &&
  other.top + TOUCH < one.top + one.height;

/** Texts and QR codes must be read, so nothing else may be there. */
const mustBeRead = (box: ArtworkBox) => hasText(box) || box.kind === 'qr';

/** The problem stands on the box that must be read, and on the later one of two. */
function overlapsOf(boxes: readonly ArtworkBox[], looked: readonly Looked[]): ArtworkProblem[] {
  return boxes.flatMap((box, index) =>
    boxes.slice(0, index).flatMap((other, before): ArtworkProblem[] => {
      const [area, otherArea] = [looked[index]?.area, looked[before]?.area];
      if (!(area && otherArea) || !(mustBeRead(box) || mustBeRead(other))) return [];
      if (!overlaps(area, otherArea)) return [];
      return [
        mustBeRead(box)
          ? { box: index, problem: 'overlap', other: before }
          : { box: before, problem: 'overlap', other: index },
      ];
    }),
  );
}

/** Words have room above and below their letters. */
const ROOM_OF_WORDS = 0.2;

const areaOfWord = ({ x, y, width, height }: BackgroundWord): Area => ({
  left: pixelsOfMicrons(x),
  top: pixelsOfMicrons(y + height * ROOM_OF_WORDS),
  width: pixelsOfMicrons(width),
  height: pixelsOfMicrons(height * (1 - 2 * ROOM_OF_WORDS)),
});

function wordsUnder(
  boxes: readonly ArtworkBox[],
  looked: readonly Looked[],
  words: readonly BackgroundWord[],
): ArtworkProblem[] {
  return boxes.flatMap((box, index): ArtworkProblem[] => {
    const area = looked[index]?.area;
    if (!area || !mustBeRead(box)) return [];
    const word = words.find((each) => overlaps(area, areaOfWord(each)));
    return word ? [{ box: index, problem: 'word', word: word.text.slice(0, SHOWN) }] : [];
  });
}

/** Of the page, in each direction: enough to tell which colours are under a text. */
const SCALE = 0.5;
const LEAST_CONTRAST = 4.5;
/** The share of the pixels under a text that may be closer to its colour. */
const CLOSE_PIXELS = 0.05;

/** The page without its boxes. */
function drawnBackground(drawing: CertificateDrawing, artwork: OwnArtwork, pictures: Pictures) {
  const page = pageOfSurface(artwork.page);
  const canvas = createCanvas(Math.ceil(page.width * SCALE), Math.ceil(page.height * SCALE));
  const pen = canvas.getContext('2d');
  pen.scale(SCALE, SCALE);
  if (drawing.design)
    ownArtwork(drawing, drawing.design, { ...artwork, boxes: [] }, pictures).drawTemplate(pen);
  return canvas;
}

/** The contrast of a colour with the pixels under its box that all but a twentieth of them have. */
function contrastUnder(pixels: Uint8ClampedArray, colour: string): number {
  const levels = contrastLevels(pixels, colour).sort();
  return levels[Math.floor(levels.length * CLOSE_PIXELS)] ?? Number.POSITIVE_INFINITY;
}

function contrastsOf(
  boxes: readonly ArtworkBox[],
  drawing: CertificateDrawing,
  artwork: OwnArtwork,
  pictures: Pictures,
): ArtworkProblem[] {
  const canvas = drawnBackground(drawing, artwork, pictures);
  const pen = canvas.getContext('2d');
  const problems = boxes.flatMap((box, index): ArtworkProblem[] => {
    if (!hasText(box)) return [];
    const { left, top, width, height } = areaOf(box);
    const [x, y] = [Math.floor(left * SCALE), Math.floor(top * SCALE)];
    const across = Math.min(Math.ceil(width * SCALE), canvas.width - x);
    const down = Math.min(Math.ceil(height * SCALE), canvas.height - y);
    if (across < 1 || down < 1) return [];
    const ratio = contrastUnder(pen.getImageData(x, y, across, down).data, box.colour);
    return ratio < LEAST_CONTRAST ? [{ box: index, problem: 'contrast', ratio }] : [];
  });
  // Canvases are garbage-collected late or never. Shrinking them frees their pixels now.
  canvas.width = 1;
  canvas.height = 1;
  return problems;
}

function missingIn(boxes: readonly ArtworkBox[]): ArtworkProblem[] {
  const has = (kind: ArtworkBox['kind']) => boxes.some((box) => box.kind === kind);
  return [
    ...(has('qr') ? [] : [{ box: null, problem: 'no-qr' } as const]),
    ...(has('id') ? [] : [{ box: null, problem: 'no-id' } as const]),
  ];
}

/** What keeps own artwork from being published, in the order of its boxes. @param drawing of a sample */
export function checkArtwork(
  drawing: CertificateDrawing,
  artwork: OwnArtwork,
  { texts, words }: ArtworkCheck,
  pictures: Pictures,
): ArtworkProblem[] {
  const { boxes, page } = artwork;
  const shown = { drawing, artwork, page: pageOfSurface(page), pictures };
  const looked = boxes.map((box, index) => lookAt(box, index, texts[index] ?? [], shown));
  const problems = [
    ...looked.flatMap((each) => each.problems),
    ...overlapsOf(boxes, looked),
    ...wordsUnder(boxes, looked, words),
    ...contrastsOf(boxes, drawing, artwork, pictures),
  ];
  // The QR code and the ID are compulsory on the page only.
  const missing = isFace(page) ? [] : missingIn(boxes);
  return [...missing, ...problems.sort((one, other) => (one.box ?? 0) - (other.box ?? 0))];
}

/** The boxes whose texts are smaller than their smallest size, as a certificate shows them. */
export const illegibleBoxes = ({ boxes }: OwnArtwork): number[] =>
  [...boxes.entries()]
    .filter(([, box]) => hasText(box) && !isLegible(box, placeInBox(box, box.text)))
    .map(([index]) => index);
