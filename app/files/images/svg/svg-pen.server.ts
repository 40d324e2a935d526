import { Path2D, type SKRSContext2D, StrokeCap, StrokeJoin } from '@napi-rs/canvas';
import { type Drawing, hrefOf, type Paint, paintOf, referenced } from './paints.ts';
import { parseSvg, type SvgElement } from './parse-xml.ts';
import {
  type Box,
  IDENTITY,
  inverseOf,
  lengthOf,
  type Matrix,
  multiply,
  numbersIn,
  SHAPES,
  shapeOf,
  transformOf,
  viewBoxOf,
  viewportTransform,
} from './shapes.ts';
import { INITIAL, type Style, shareOf, styleOf, styleSheetOf } from './styles.ts';

/** Groups, which draw their children. */
const GROUPS = new Set(['g', 'a']);
/** Elements that show nothing where they stand. */
const UNSHOWN = new Set([
  'defs',
  'style',
  'title',
  'desc',
  'metadata',
  'symbol',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'pattern',
  'mask',
  'filter',
  'marker',
  'view',
]);
/** Most elements that are drawn, with those that `use` repeats, and how deep it may lead. */
const MAX_DRAWN = 40_000;
const MAX_USES = 12;

type State = Drawing & { drawn: number };
/** What an element has of those around it. */
type Context = { style: Style; opacity: number; uses: number };

/** The bounds of a path, without its stroke. */
function boundsOf(path: Path2D): Box {
  const [left, top, right, bottom] = path.computeTightBounds();
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const transformed = (path: Path2D, matrix: Matrix): Path2D => {
  const copy = new Path2D();
  copy.addPath(path, matrix);
  return copy;
};

function fillWith({ pen }: State, path: Path2D, paint: Paint, rule: 'nonzero' | 'evenodd') {
  pen.globalAlpha = paint.alpha;
  if (paint.gradient === undefined) {
    pen.fillStyle = paint.colour;
    pen.fill(path, rule);
    return;
  }
  // The gradient's own units may be turned or stretched against those of the shape.
  const { a, b, c, d, e, f } = paint.matrix;
  const inverse = inverseOf(paint.matrix);
  if (!inverse) return;
  pen.save();
  pen.transform(a, b, c, d, e, f);
  pen.fillStyle = paint.gradient;
  pen.fill(transformed(path, inverse), rule);
  pen.restore();
}

/** Sets how lines are drawn. Returns whether they are visible. */
function setLine({ pen, view }: State, style: Style): boolean {
  const diagonal = Math.hypot(view.width, view.height) / Math.SQRT2;
  const width = lengthOf(style['stroke-width'], diagonal) ?? 1;
  if (width <= 0) return false;
  pen.lineWidth = width;
  pen.lineCap = style['stroke-linecap'] as CanvasLineCap;
  pen.lineJoin = style['stroke-linejoin'] as CanvasLineJoin;
  pen.miterLimit = Math.max(1, Number(style['stroke-miterlimit']) || 4);
  const dashes = style['stroke-dasharray'] === 'none' ? [] : numbersIn(style['stroke-dasharray'] ?? '');
  pen.setLineDash(dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0) ? dashes : []);
  pen.lineDashOffset = lengthOf(style['stroke-dashoffset'], diagonal) ?? 0;
  return true;
}

const CAPS = { butt: StrokeCap.Butt, round: StrokeCap.Round, square: StrokeCap.Square };
const JOINS = { miter: StrokeJoin.Miter, round: StrokeJoin.Round, bevel: StrokeJoin.Bevel };

/** The shape of a line. */
function outlineOf({ lineWidth: width, lineCap, lineJoin, miterLimit }: SKRSContext2D, path: Path2D): Path2D {
  const outline = new Path2D(path);
  return outline.stroke({ width, cap: CAPS[lineCap], join: JOINS[lineJoin], miterLimit });
}

function strokeWith(state: State, path: Path2D, paint: Paint, style: Style) {
  const { pen } = state;
  pen.save();
  if (setLine(state, style)) {
    if (paint.gradient === undefined) {
      pen.globalAlpha = paint.alpha;
      pen.strokeStyle = paint.colour;
      pen.stroke(path);
    } else {
      if (pen.getLineDash().length > 0) state.report('stroke-dasharray');
      fillWith(state, outlineOf(pen, path), paint, 'nonzero');
    }
  }
  pen.restore();
}

function drawShape(state: State, element: SvgElement, style: Style, opacity: number) {
  if (style.visibility !== 'visible') return;
  const path = shapeOf(element, state.view);
  if (!path) return;
  const box = boundsOf(path);
  const fill = element.name === 'line' ? null : paintOf(state, 'fill', style, box, opacity);
  if (fill) fillWith(state, path, fill, style['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero');
  const stroke = paintOf(state, 'stroke', style, box, opacity);
  if (stroke) strokeWith(state, path, stroke, style);
}

/** Adds the shapes of a clip path's element to a path. */
function addToClip(
  state: State,
  element: SvgElement,
  matrix: Matrix,
  context: Context,
  clip: { path: Path2D; rules: Set<string> },
) {
  const style = styleOf(element, context.style, state.sheet, state.report);
  if (style.display === 'none' || style.visibility !== 'visible') return;
  if (style['clip-path'] && style['clip-path'] !== 'none') state.report('clip-path');
  const own = multiply(matrix, transformOf(element.attributes.get('transform')));
  if (SHAPES.has(element.name)) {
    const path = shapeOf(element, state.view);
    if (!path) return;
    clip.path.addPath(path, own);
    clip.rules.add(style['clip-rule'] ?? 'nonzero');
  } else if (element.name === 'use' && context.uses < MAX_USES) {
    const target = referenced(state, hrefOf(element));
    const [x, y] = ['x', 'y'].map((name) => lengthOf(element.attributes.get(name), 0) ?? 0);
    const placed = multiply(own, { ...IDENTITY, e: x as number, f: y as number });
    if (target) addToClip(state, target, placed, { ...context, style, uses: context.uses + 1 }, clip);
  } else if (!UNSHOWN.has(element.name)) state.report(`clipPath-${element.name}`);
}

/** Clips to what `clip-path` refers to. */
function clipTo(state: State, element: SvgElement, style: Style, context: Context) {
  const text = style['clip-path'];
  if (!text || text === 'none') return;
  const target = referenced(state, text);
  if (target?.name !== 'clipPath') {
    if (target || !text.startsWith('url(')) state.report('clip-path');
    return;
  }
  const own = styleOf(target, INITIAL, state.sheet, state.report);
  if (own['clip-path'] && own['clip-path'] !== 'none') {
    if (context.uses < MAX_USES) clipTo(state, element, own, { ...context, uses: context.uses + 1 });
  }
  let matrix = transformOf(target.attributes.get('transform'));
  if (target.attributes.get('clipPathUnits') === 'objectBoundingBox') {
    const path = SHAPES.has(element.name) ? shapeOf(element, state.view) : null;
    if (!path) state.report('clipPathUnits');
    const { x, y, width, height } = path ? boundsOf(path) : state.view;
    matrix = multiply({ ...IDENTITY, a: width, d: height, e: x, f: y }, matrix);
  }
  const clip = { path: new Path2D(), rules: new Set<string>() };
  for (const child of target.children) addToClip(state, child, matrix, { ...context, style: own }, clip);
  if (clip.rules.size > 1) state.report('clip-rule');
  state.pen.clip(clip.path, clip.rules.has('evenodd') ? 'evenodd' : 'nonzero');
}

/** Draws what a `use` element repeats. */
function drawUse(state: State, element: SvgElement, context: Context) {
  const target = referenced(state, hrefOf(element));
  if (!target || context.uses >= MAX_USES) return;
  const size = (name: string, whole: number) => lengthOf(element.attributes.get(name), whole);
  const [x, y] = [size('x', state.view.width) ?? 0, size('y', state.view.height) ?? 0];
  state.pen.translate(x, y);
  const inner = { ...context, uses: context.uses + 1 };
  if (target.name !== 'symbol') return drawElement(state, target, inner);
  const style = styleOf(target, context.style, state.sheet, state.report);
  const view = viewBoxOf(target.attributes.get('viewBox'));
  if (view) {
    const [width, height] = [size('width', state.view.width), size('height', state.view.height)];
    const port = { x: 0, y: 0, width: width ?? state.view.width, height: height ?? state.view.height };
    const { a, b, c, d, e, f } = viewportTransform(view, port, target.attributes.get('preserveAspectRatio'));
    if (style.overflow !== 'visible') {
      const edge = new Path2D();
      edge.rect(0, 0, port.width, port.height);
      state.pen.clip(edge, 'nonzero');
    }
    state.pen.transform(a, b, c, d, e, f);
  }
  for (const child of target.children) drawElement(state, child, { ...inner, style });
}

function drawElement(state: State, element: SvgElement, context: Context) {
  if (UNSHOWN.has(element.name)) return;
  state.drawn += 1;
  if (state.drawn > MAX_DRAWN) return state.report('use');
  const style = styleOf(element, context.style, state.sheet, state.report);
  const opacity = context.opacity * shareOf(style.opacity);
  if (style.display === 'none' || opacity === 0) return;
  const { pen } = state;
  const { a, b, c, d, e, f } = transformOf(element.attributes.get('transform'));
  if (a * d - b * c === 0) return;
  pen.save();
  pen.transform(a, b, c, d, e, f);
  clipTo(state, element, style, context);
  const inner = { ...context, style, opacity };
  if (SHAPES.has(element.name)) drawShape(state, element, style, opacity);
  else if (GROUPS.has(element.name)) for (const child of element.children) drawElement(state, child, inner);
  else if (element.name === 'use') drawUse(state, element, inner);
  else state.report(element.name);
  pen.restore();
}

function elementsById(root: SvgElement): Map<string, SvgElement> {
  const found = new Map<string, SvgElement>();
  const visit = (element: SvgElement) => {
    const id = element.attributes.get('id');
    if (id !== undefined && !found.has(id)) found.set(id, element);
    for (const child of element.children) visit(child);
  };
  visit(root);
  return found;
}

/** An SVG that can be drawn, with its size in its own units. Null for one without a size. */
export function readSvg(svg: string) {
  const root = parseSvg(svg);
  const view = viewBoxOf(root.attributes.get('viewBox'));
  const own = (name: 'width' | 'height') => {
    const text = root.attributes.get(name);
    return text === undefined || /%\s*$/.test(text) ? null : lengthOf(text, 0);
  };
  const [givenWidth, givenHeight] = [own('width'), own('height')];
  const proportion = view ? view.width / view.height : null;
  const width = givenWidth ?? (givenHeight && proportion ? givenHeight * proportion : (view?.width ?? null));
  const height = givenHeight ?? (width && proportion ? width / proportion : (view?.height ?? null));
  if (!width || !height || width <= 0 || height <= 0) return null;
  return { root, width, height, view: view ?? { x: 0, y: 0, width, height } };
}

/**
 * Draws an SVG over a whole page with the drawing library's own calls, which make vectors of it in a PDF.
 * @param svg as `requireHarmlessSvg` returns it
 * @param pen its unit is a pixel of the page
 * @returns what of the drawing is not drawn, by names of elements and properties
 * @throws BadImage broken, for what is not well-formed; no size
 */
export function drawSvg(
  pen: SKRSContext2D,
  svg: NonNullable<ReturnType<typeof readSvg>>,
  page: { width: number; height: number },
): string[] {
  const { root, width, height, view } = svg;
  const undrawn = new Set<string>();
  const sheet = styleSheetOf(root);
  for (const what of sheet.undrawn) undrawn.add(what);
  const state: State = {
    pen,
    byId: elementsById(root),
    sheet,
    view,
    report: (what) => undrawn.add(what),
    drawn: 0,
  };
  const scale = Math.max(page.width / width, page.height / height);
  pen.save();
  pen.translate((page.width - width * scale) / 2, (page.height - height * scale) / 2);
  pen.scale(scale, scale);
  const edge = new Path2D();
  edge.rect(0, 0, width, height);
  pen.clip(edge, 'nonzero');
  const port = { x: 0, y: 0, width, height };
  const { a, b, c, d, e, f } = viewportTransform(view, port, root.attributes.get('preserveAspectRatio'));
  pen.transform(a, b, c, d, e, f);
  const style = styleOf(root, INITIAL, sheet, state.report);
  const context = { style, opacity: shareOf(style.opacity), uses: 0 };
  if (style.display !== 'none') for (const child of root.children) drawElement(state, child, context);
  pen.restore();
  return [...undrawn];
}
