import { BadImage } from '#app/files/images/strip/limits.ts';

/** A transformation as PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transformation that applies `first`, then `second`. */
export const multiply = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[1] * second[2],
  first[0] * second[1] + first[1] * second[3],
  first[2] * second[0] + first[3] * second[2],
  first[2] * second[1] + first[3] * second[3],
  first[4] * second[0] + first[5] * second[2] + second[4],
  first[4] * second[1] + first[5] * second[3] + second[5],
];

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

/** A page that a design may have. */
export type PageShape = {
  name: string;
  /** In thousandths of a millimetre. */
  wide: number;
  high: number;
  /** In pixels of its PNG. */
  width: number;
  height: number;
  /** In points. */
  pdfWidth: number;
  pdfHeight: number;
};

export type Rectangle = { left: number; bottom: number; width: number; height: number };

/** How far the proportion of a picture may differ from its page's, whose edges it then exceeds. */
const TOLERANCE = 0.03;
/** A difference of rounding, which is stretched away. */
const ROUNDING = 0.004;
const POINTS_IN_MM = 72 / 25.4;
/** Between a business card and A0 with its bleed. */
const MM = { least: 50, most: 1_300 };
/** The usual bleed of printers, and the difference that rounding makes. */
const BLEED_MM = 3;
const SAME_MM = 0.6;

/** In the words of the refusal: `page-size 200 x 100`. */
const refusedSize = (width: number, height: number) =>
  new BadImage('page size', `page-size ${Math.round(width)} ${Math.round(height)}`);

const proportionOf = ({ wide, high }: PageShape) => wide / high;

/** The page whose proportion is the nearest. */
function nearestPage(proportion: number, pages: readonly PageShape[]): PageShape | null {
  const differenceTo = (page: PageShape) => Math.abs(Math.log(proportion / proportionOf(page)));
  const [nearest] = [...pages].sort((one, other) => differenceTo(one) - differenceTo(other));
  return nearest && differenceTo(nearest) <= TOLERANCE ? nearest : null;
}

/** The page that a picture fits, in its own unit. @throws BadImage page-size, in that unit */
export function pageOfPicture(width: number, height: number, pages: readonly PageShape[]): PageShape {
  const page = nearestPage(width / height, pages);
  if (!page) throw new BadImage('page size', `picture-size ${width} ${height}`);
  return page;
}

/** Without the bleed, if the box is one of the pages with a bleed. */
function withoutBleed(box: Rectangle, unit: number, pages: readonly PageShape[]): Rectangle {
  const [width, height] = [box.width * unit, box.height * unit];
  const hasBleed = pages.some(
    ({ wide, high }) =>
      Math.abs(width - 2 * BLEED_MM - wide / 1000) < SAME_MM &&
      Math.abs(height - 2 * BLEED_MM - high / 1000) < SAME_MM,
  );
  if (!hasBleed) return box;
  const bleed = BLEED_MM / unit;
  return {
    left: box.left + bleed,
    bottom: box.bottom + bleed,
    width: box.width - 2 * bleed,
    height: box.height - 2 * bleed,
  };
}

export type Fit = {
  page: PageShape;
  matrix: Matrix;
  box: Rectangle;
  /** The size of the box on the page, in points: at least that of the page, whose middle is its own. */
  size: { width: number; height: number };
};

/**
 * The page that a page of a PDF fits, and the transformation to its points, which fills it. What is over its edges is cut off.
 * @param box the part of the PDF's page that is shown
 * @param rotation quarter turns, clockwise
 * @param userUnit points in a unit of the box
 * @throws BadImage page-size
 */
export function fitPage(
  whole: Rectangle,
  rotation: number,
  userUnit: number,
  pages: readonly PageShape[],
): Fit {
  const unit = userUnit / POINTS_IN_MM;
  const isTurned = rotation % 2 === 1;
  const turnedPages = isTurned ? pages.map((page) => ({ ...page, wide: page.high, high: page.wide })) : pages;
  const box = withoutBleed(whole, unit, turnedPages);
  const [across, up] = isTurned ? [box.height, box.width] : [box.width, box.height];
  const [least, most] = [Math.min(across, up) * unit, Math.max(across, up) * unit];
  const page = nearestPage(across / up, pages);
  if (!page || !(least >= MM.least) || !(most <= MM.most)) throw refusedSize(across * unit, up * unit);
  const [fitX, fitY] = [page.pdfWidth / across, page.pdfHeight / up];
  const isRounding = Math.abs(fitX / fitY - 1) < ROUNDING;
  const [scaleX, scaleY] = isRounding ? [fitX, fitY] : [Math.max(fitX, fitY), Math.max(fitX, fitY)];
  const [moveX, moveY] = [(page.pdfWidth - across * scaleX) / 2, (page.pdfHeight - up * scaleY) / 2];
  const { left, bottom, width, height } = box;
  // From the box to a page that is turned clockwise, in units of the box: x' = a x + c y + e.
  const turns: Matrix[] = [
    [1, 0, 0, 1, -left, -bottom],
    [0, -1, 1, 0, -bottom, left + width],
    [-1, 0, 0, -1, left + width, bottom + height],
    [0, 1, -1, 0, bottom + height, -left],
  ];
  const [a, b, c, d, e, f] = turns[rotation % 4] as Matrix;
  const matrix: Matrix = [
    a * scaleX,
    b * scaleY,
    c * scaleX,
    d * scaleY,
    e * scaleX + moveX,
    f * scaleY + moveY,
  ];
  return { page, matrix, box, size: { width: across * scaleX, height: up * scaleY } };
}
