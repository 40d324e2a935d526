import { deflateSync } from 'node:zlib';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { rewritten } from './content-stream.ts';
import { type Fit, fitPage, type PageShape, type Rectangle } from './fit-page.ts';
import type { Font } from './fonts.ts';
import { Interpreter, streamAt } from './interpret.ts';
import { contentOf, dictionaryAt, NotPlaceable, type PdfFile, resolve } from './pdf-file.ts';
import {
  type Dictionary,
  isDictionary,
  Name,
  nameOf,
  Reference,
  type Value,
  writeValue,
} from './pdf-values.ts';

/** What a picture or a part of a drawing says about its file, or refers to outside of the drawing. */
const DROPPED = new Set([
  'Metadata',
  'PieceInfo',
  'LastModified',
  'StructParent',
  'StructParents',
  'OPI',
  'AF',
  'Alternates',
  'Ref',
  'Parent',
  'Measure',
  'PtData',
]);
/** Of streams whose bytes are in another file. */
const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms'];

export function addStream(file: PdfFile, dictionary: Dictionary, bytes: Buffer): number {
  let number = file.values.size + 1;
  while (file.values.has(number)) number += 1;
  file.values.set(number, dictionary);
  file.streams.set(number, bytes);
  return number;
}

/** Replaces the content of a stream. */
export function setContent(file: PdfFile, number: number, content: string) {
  const { dictionary } = streamAt(file, number);
  for (const key of ['Filter', 'DecodeParms', 'Length']) dictionary.delete(key);
  file.streams.set(number, Buffer.from(content, 'latin1'));
}

function rectangleOf(file: PdfFile, value: Value | undefined): Rectangle | null {
  const numbers = resolve(file, value);
  if (!Array.isArray(numbers)) return null;
  const [x = 0, y = 0, x2 = 0, y2 = 0] = numbers.map((each) => Number(resolve(file, each)));
  const box = {
    left: Math.min(x, x2),
    bottom: Math.min(y, y2),
    width: Math.abs(x2 - x),
    height: Math.abs(y2 - y),
  };
  return box.width > 0 && box.height > 0 ? box : null;
}

/** The only page of a document. */
export function pageOf(file: PdfFile): Dictionary {
  let node = dictionaryAt(file, dictionaryAt(file, file.trailer.get('Root')).get('Pages'));
  for (let depth = 0; depth < 20 && node.has('Kids'); depth += 1) {
    const kids = resolve(file, node.get('Kids'));
    node = dictionaryAt(file, Array.isArray(kids) ? kids[0] : undefined);
  }
  return node;
}

/** The page that a PDF's page fits: by the size to which its paper is cut, if it has one. @throws BadImage page-size */
export function fitOf(file: PdfFile, pages: readonly PageShape[]): Fit {
  const page = pageOf(file);
  const boxes = ['TrimBox', 'CropBox', 'MediaBox'].flatMap((key) => rectangleOf(file, page.get(key)) ?? []);
  const rotation = Number(resolve(file, page.get('Rotate')) ?? 0) / 90;
  const userUnit = Number(resolve(file, page.get('UserUnit')) ?? 1) || 1;
  let refused: unknown;
  for (const box of boxes) {
    try {
      return fitPage(box, ((rotation % 4) + 4) % 4, userUnit, pages);
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused ?? new BadImage('broken');
}

/** Makes a form XObject of a page's content, which its page shows without another transformation. */
export function formOf(file: PdfFile, { matrix, box }: Fit): number {
  const page = pageOf(file);
  const contents = resolve(file, page.get('Contents'));
  const streams = Array.isArray(contents) ? contents : [page.get('Contents')];
  const parts = streams.flatMap((stream) =>
    stream instanceof Reference ? [contentOf(file, streamAt(file, stream.number))] : [],
  );
  const content = Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
  const form: Dictionary = new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [box.left, box.bottom, box.left + box.width, box.bottom + box.height]],
    ['Matrix', [...matrix]],
    ['Resources', page.get('Resources') ?? new Map()],
  ]);
  const group = page.get('Group');
  if (group !== undefined) form.set('Group', group);
  return addStream(file, form, content);
}

/** Whether a stream draws: a form XObject, the cell of a pattern. */
const isContent = (dictionary: Dictionary) =>
  nameOf(dictionary.get('Subtype')) === 'Form' || dictionary.get('PatternType') === 1;

/** The numbers of all objects that a value refers to, in a fixed order. */
function reachable(file: PdfFile, first: number): number[] {
  const found = new Set<number>();
  const visit = (value: Value | undefined) => {
    if (value instanceof Reference) {
      if (found.has(value.number) || !file.values.has(value.number)) return;
      found.add(value.number);
      pending.push(value.number);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isDictionary(value)) {
      for (const [key, item] of value) if (!DROPPED.has(key)) visit(item);
    }
  };
  const pending: number[] = [];
  visit(new Reference(first));
  for (let at = 0; at < pending.length; at += 1) visit(file.values.get(pending[at] as number));
  return pending;
}

/** The numbers of the streams that draw, the glyphs of fonts that are drawn (Type 3) included. */
function contentStreams(file: PdfFile, form: number): { number: number; resources: Dictionary }[] {
  const found: { number: number; resources: Dictionary }[] = [];
  const whole = dictionaryAt(file, dictionaryAt(file, new Reference(form)).get('Resources'));
  for (const number of reachable(file, form)) {
    const value = file.values.get(number);
    if (!isDictionary(value)) continue;
    if (file.streams.has(number) && isContent(value)) found.push({ number, resources: whole });
    if (nameOf(value.get('Subtype')) !== 'Type3') continue;
    const resources = value.has('Resources') ? dictionaryAt(file, value.get('Resources')) : whole;
    for (const glyph of dictionaryAt(file, value.get('CharProcs')).values()) {
      if (glyph instanceof Reference && file.streams.has(glyph.number)) {
        found.push({ number: glyph.number, resources });
      }
    }
  }
  return found;
}

/** The codes of each font that is used, in hexadecimal. @throws BadImage for one that is not embedded */
function usedCodes(file: PdfFile, form: number): Map<Font, Set<string>> {
  const used = new Map<Font, Set<string>>();
  const interpreter = new Interpreter(file, ({ items }) => {
    for (const item of items) {
      if (typeof item === 'number') continue;
      if (!item.font.isEmbedded) throw new BadImage('font', `font ${item.font.name.slice(0, 60)}`);
      const codes = used.get(item.font) ?? new Set<string>();
      codes.add(item.bytes.toString('hex'));
      used.set(item.font, codes);
    }
  });
  for (const { number, resources } of contentStreams(file, form)) interpreter.run(number, resources);
  return used;
}

const MOST_IN_A_SECTION = 100;

/** A CMap that takes all codes for spaces, so that no reader finds their texts. */
function silence(codes: readonly string[]): string {
  const sections: string[] = [];
  for (let at = 0; at < codes.length; at += MOST_IN_A_SECTION) {
    const own = codes.slice(at, at + MOST_IN_A_SECTION);
    const lines = own.map((code) => `<${code}> <0020>`);
    sections.push(`${own.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  const length = codes[0]?.length ?? 2;
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Silent def\n/CMapType 2 def',
    `1 begincodespacerange\n<${'0'.repeat(length)}> <${'f'.repeat(length)}>\nendcodespacerange`,
    ...sections,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
  ].join('\n');
}

/** Takes marked content out of all contents. @throws BadImage for fonts that are not embedded; NotPlaceable */
export function cleanContents(file: PdfFile, form: number) {
  usedCodes(file, form);
  for (const { number } of contentStreams(file, form)) {
    const { dictionary } = streamAt(file, number);
    if (ELSEWHERE.some((key) => dictionary.has(key))) throw new BadImage('reference');
    setContent(file, number, rewritten(contentOf(file, streamAt(file, number)).toString('latin1')));
  }
}

/** Makes the texts of a drawing unreadable for programs, which show the certificate's own texts. */
export function silenceFonts(file: PdfFile, form: number) {
  for (const [{ dictionary }, codes] of usedCodes(file, form)) {
    const cmap = addStream(file, new Map(), Buffer.from(silence([...codes].sort())));
    dictionary.set('ToUnicode', new Reference(cmap));
  }
}

/** Numbers of the objects after those of the form XObject: the page's content, the page, the page tree, the catalog. */
export const TAIL = 4;

/** Writes a form XObject, as object 1, in a PDF that shows it on one page. Equal drawings give equal bytes. */
export function writePlaced(file: PdfFile, form: number, { pdfWidth, pdfHeight }: PageShape): Buffer {
  const order = reachable(file, form);
  const numbers = new Map(order.map((number, index) => [number, index + 1]));
  const numberOf = ({ number }: Reference) => numbers.get(number) ?? null;
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = chunks[0]?.length ?? 0;
  const offsets: number[] = [];
  const write = (number: number, ...parts: (string | Buffer)[]) => {
    offsets.push(length);
    const bytes = [`${number} 0 obj\n`, ...parts, '\nendobj\n'].map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    );
    for (const part of bytes) length += part.length;
    chunks.push(...bytes);
  };
  for (const [index, number] of order.entries()) {
    const value = file.values.get(number) ?? null;
    const bytes = file.streams.get(number);
    if (!bytes || !isDictionary(value)) {
      write(index + 1, writeValue(withoutDropped(value), numberOf));
      continue;
    }
    if (ELSEWHERE.some((key) => value.has(key))) throw new BadImage('reference');
    const isPlain = !value.has('Filter');
    const packed = isPlain ? deflateSync(bytes, { level: 9 }) : bytes;
    const dictionary = new Map(withoutDropped(value) as Dictionary);
    if (isPlain) dictionary.set('Filter', new Name('FlateDecode'));
    dictionary.set('Length', packed.length);
    write(index + 1, `${writeValue(dictionary, numberOf)} stream\n`, packed, '\nendstream');
  }
  const [content, page, tree, root] = [1, 2, 3, 4].map((after) => order.length + after) as [
    number,
    number,
    number,
    number,
  ];
  write(content, '<</Length 14>> stream\n/Background Do\nendstream');
  write(
    page,
    `<</Type /Page\n/Parent ${tree} 0 R\n/MediaBox [0 0 ${pdfWidth} ${pdfHeight}]\n/Resources <</XObject <</Background 1 0 R>>>>\n/Contents ${content} 0 R>>`,
  );
  write(tree, `<</Type /Pages\n/Count 1\n/Kids [${page} 0 R]>>`);
  write(root, `<</Type /Catalog\n/Pages ${tree} 0 R>>`);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const end = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${offsets.length + 1}\n/Root ${root} 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

function withoutDropped(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutDropped);
  if (!isDictionary(value)) return value;
  return new Map(
    [...value].filter(([key]) => !DROPPED.has(key)).map(([key, item]) => [key, withoutDropped(item)]),
  );
}

/** The number of the form XObject in a file of `writePlaced`. */
export function placedForm(file: PdfFile): number {
  const resources = dictionaryAt(file, pageOf(file).get('Resources'));
  const form = dictionaryAt(file, resources.get('XObject')).get('Background');
  if (!(form instanceof Reference)) throw new NotPlaceable('no form');
  return form.number;
}
