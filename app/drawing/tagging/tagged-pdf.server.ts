import { PDFDocument } from '@napi-rs/canvas';
import type { Area } from '#app/drawing/fit-text.ts';
import { metadataText } from '#app/drawing/text.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { addLayerFont, type Codes, toUnicode } from './layer-font.server.ts';
import {
  addEntries,
  addObject,
  compressStreams,
  dictionaryOf,
  type PdfObjects,
  plainContent,
  readPdfObjects,
  removeObject,
  streamOf,
  textString,
  writePdfObjects,
} from './pdf-objects.server.ts';
import { directionContent, type LayerText, type ToPoints, textContent } from './text-layer.server.ts';

/** An element of a page, for people who do not see it: a heading or paragraph of texts, or a picture. */
export type PageElement =
  | { tag: 'H1' | 'P'; texts: LayerText[] }
  | { tag: 'Figure'; alt: string; area: Area; isLink?: boolean };

/** A drawn page. */
export type TaggedPage = {
  points: ToPoints;
  /** In points, of a page whose size the drawing library rounded. */
  size?: { width: number; height: number };
  /** In the order of reading. */
  elements: PageElement[];
  /** Adds a form XObject that is shown below the drawing, and returns its number. */
  addBackground?: ((pdf: PdfObjects) => number) | undefined;
};

export type PdfInformation = {
  language: string;
  title: string;
  author: string;
  subject?: string;
  keywords: string;
};

/** XMP (ISO 16684-1) of the document information. */
function xmp({ language, title, author, subject, keywords }: PdfInformation): string {
  const escaped = (text: string) =>
    text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[\ufffe\uffff]/g, '');
  const lines = (tag: string, list: string, text: string) =>
    `<dc:${tag}><rdf:${list}><rdf:li${list === 'Alt' ? ' xml:lang="x-default"' : ''}>${escaped(text)}</rdf:li></rdf:${list}></dc:${tag}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    lines('title', 'Alt', title),
    lines('creator', 'Seq', author),
    subject === undefined ? '' : lines('description', 'Alt', subject),
    lines('language', 'Bag', language),
    `<pdf:Keywords>${escaped(keywords)}</pdf:Keywords>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>',
  ].join('');
}

/** The glyphs in a content stream of the drawing library, which shows them as `<` and four hexadecimal digits each, `> Tj`. */
function collectGlyphs(content: Buffer, glyphs: Set<string>) {
  for (let at = content.indexOf('> Tj'); at !== -1; at = content.indexOf('> Tj', at + 4)) {
    const shown = content.toString('latin1', content.lastIndexOf('<', at) + 1, at);
    for (const glyph of shown.match(/.{4}/g) ?? []) glyphs.add(glyph);
  }
}

/**
 * Maps all glyphs of the drawn fonts to spaces: the layer says what they show. Without a mapping, readers take a glyph's number for a
 * character.
 */
function silenceFonts(pdf: PdfObjects, contents: number[]) {
  const codes = new Set<string>();
  for (const number of contents) {
    const stream = plainContent(pdf.objects.get(number) ?? Buffer.alloc(0));
    if (stream) collectGlyphs(stream.content, codes);
  }
  const spaces = addObject(pdf, streamOf(toUnicode([...codes].sort().map((code) => [code, ' '] as const))));
  for (const [number, body] of pdf.objects) {
    const start = body.toString('latin1', 0, 64);
    if (!/^<<\/Type \/Font\n\/Subtype \/Type0\n/.test(start)) continue;
    const own = /\/ToUnicode (\d+) 0 R/.exec(dictionaryOf(pdf, number))?.[1];
    if (own === undefined) addEntries(pdf, number, `/ToUnicode ${spaces} 0 R`);
    else {
      removeObject(pdf, Number(own));
      const dictionary = dictionaryOf(pdf, number).replace(/\/ToUnicode \d+ 0 R/, `/ToUnicode ${spaces} 0 R`);
      pdf.objects.set(number, Buffer.from(dictionary, 'latin1'));
    }
  }
}

const rectangle = ({ left, top, width, height }: Area, points: ToPoints): number[] =>
  [points.x(left), points.y(top + height), points.x(left + width), points.y(top)].map(
    (value) => Math.round(value * 100) / 100,
  );

/** Adds the invisible texts of a page and its elements, and returns the elements' numbers. */
function tagPage(
  pdf: PdfObjects,
  { number, key, linkKey, parent }: { number: number; key: number; linkKey: number; parent: number },
  { points, elements }: TaggedPage,
  layer: { codes: Codes; direction: 'ltr' | 'rtl' },
): { contents: string; kids: number[]; parents: [key: number, value: string][] } {
  const kids: number[] = [];
  const marked: number[] = [];
  const parents: [number, string][] = [];
  const texts = elements.flatMap((element) => (element.tag === 'Figure' ? [] : element.texts));
  let written = 0;
  const content = elements.map((element, id) => {
    const place = `/Pg ${number} 0 R\n/K ${id}`;
    if (element.tag !== 'Figure') {
      const own = addObject(pdf, `<</S /${element.tag}\n/P ${parent} 0 R\n${place}>>`);
      kids.push(own);
      marked.push(own);
      const shown = element.texts
        .map((text) => {
          written += 1;
          return textContent(layer.codes, text, { points, page: layer.direction }, texts[written]);
        })
        .join('');
      return `/${element.tag} <</MCID ${id}>> BDC\nBT\n3 Tr\n${shown}ET\nEMC\n`;
    }
    const box = rectangle(element.area, points);
    const annotation = element.isLink
      ? /\/Annots \[(\d+) 0 R/.exec(dictionaryOf(pdf, number))?.[1]
      : undefined;
    const link = annotation === undefined ? null : addObject(pdf, '');
    const own = addObject(
      pdf,
      `<</S /Figure\n/P ${link ?? parent} 0 R\n/Alt ${textString(element.alt)}\n/A <</O /Layout\n/BBox [${box.join(' ')}]>>\n${place}>>`,
    );
    marked.push(own);
    kids.push(link ?? own);
    if (link !== null) {
      addEntries(pdf, Number(annotation), `/StructParent ${linkKey}\n/Contents ${textString(element.alt)}`);
      const object = `<</Type /OBJR\n/Pg ${number} 0 R\n/Obj ${annotation} 0 R>>`;
      pdf.objects.set(link, Buffer.from(`<</S /Link\n/P ${parent} 0 R\n/K [${own} 0 R ${object}]>>`));
      parents.push([linkKey, `${link} 0 R`]);
    }
    const [left = 0, bottom = 0, right = 0, top = 0] = box;
    const path = `${left} ${bottom} ${(right - left).toFixed(2)} ${(top - bottom).toFixed(2)} re n`;
    return `/Figure <</MCID ${id}>> BDC\n${path}\nEMC\n`;
  });
  parents.unshift([key, `[${marked.map((own) => `${own} 0 R`).join(' ')}]`]);
  const contents = content.join('');
  return { contents: contents + directionContent(layer.codes, contents, layer.direction), kids, parents };
}

/** The numbers of the pages below a node of the page tree, in their order. */
function pagesBelow(pdf: PdfObjects, node: number): number[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(dictionaryOf(pdf, node))?.[1];
  if (kids === undefined) return [node];
  return Array.from(kids.matchAll(/(\d+) 0 R/g)).flatMap(([, kid]) => pagesBelow(pdf, Number(kid)));
}

const BEFORE = '/Artifact BMC\nq';

/** Shows a form XObject before the drawing of a page, and returns the number of the content that does. */
function showBefore(pdf: PdfObjects, page: number, form: number): number {
  const dictionary = dictionaryOf(pdf, page);
  const entry = `/Background ${form} 0 R\n`;
  const changed = dictionary.includes('/XObject <<')
    ? dictionary.replace('/XObject <<', `$&${entry}`)
    : dictionary.replace('/Resources <<', `$&/XObject <<${entry}>>\n`);
  pdf.objects.set(page, Buffer.from(changed, 'latin1'));
  return addObject(pdf, streamOf(`/Artifact BMC\nq\n/Background Do\nQ\nEMC\n${BEFORE}`));
}

/** Sets the size of a page, of which readers need not more than a hundredth of a point. */
function setSize(pdf: PdfObjects, page: number, { width, height }: { width: number; height: number }) {
  const box = [width, height].map((value) => Math.round(value * 10_000) / 10_000).join(' ');
  const changed = dictionaryOf(pdf, page).replace(/\/MediaBox \[[^\]]*\]/, `/MediaBox [0 0 ${box}]`);
  pdf.objects.set(page, Buffer.from(changed, 'latin1'));
}

/** Tags a PDF of the drawing library, and adds its texts as an invisible layer over the drawing, which becomes an artifact. */
function tagPdf(bytes: Uint8Array, information: PdfInformation, pages: TaggedPage[]): Uint8Array {
  const pdf = readPdfObjects(bytes);
  const numbers = pagesBelow(pdf, Number(/\/Pages (\d+) 0 R/.exec(dictionaryOf(pdf, pdf.rootNumber))?.[1]));
  const contentOfPage = (number: number) =>
    Number(/\/Contents (\d+) 0 R/.exec(dictionaryOf(pdf, number))?.[1]);
  silenceFonts(
    pdf,
    numbers.map((number) => contentOfPage(number)),
  );
  compressStreams(pdf);

  const codes: Codes = new Map();
  const usualBefore = addObject(pdf, streamOf(BEFORE));
  const root = addObject(pdf, '');
  const whole = addObject(pdf, '');
  const kids: number[] = [];
  const parents: [number, string][] = [];
  const layers = pages.map((page, index) => {
    const number = numbers[index] as number;
    // The keys of links come after those of all pages.
    const place = { number, key: index, linkKey: pages.length + index, parent: whole };
    const tagged = tagPage(pdf, place, page, { codes, direction: directionOf(information.language) });
    kids.push(...tagged.kids);
    parents.push(...tagged.parents);
    const layer = addObject(pdf, streamOf(`Q\nEMC\n${tagged.contents}`));
    if (page.size) setSize(pdf, number, page.size);
    const before = page.addBackground ? showBefore(pdf, number, page.addBackground(pdf)) : usualBefore;
    return { number, key: index, layer, before };
  });
  const font = addLayerFont(pdf, codes);
  for (const { number, key, layer, before } of layers) {
    const drawn = contentOfPage(number);
    const dictionary = dictionaryOf(pdf, number)
      .replace(/\/Contents \d+ 0 R/, `/Contents [${before} 0 R ${drawn} 0 R ${layer} 0 R]`)
      .replace(/\/Font <</, `$&/F0 ${font} 0 R\n`);
    pdf.objects.set(number, Buffer.from(dictionary, 'latin1'));
    addEntries(pdf, number, `/StructParents ${key}`);
  }
  const list = (those: number[]) => those.map((number) => `${number} 0 R`).join(' ');
  pdf.objects.set(whole, Buffer.from(`<</S /Document\n/P ${root} 0 R\n/K [${list(kids)}]>>`));
  const nums = parents
    .sort(([one], [other]) => one - other)
    .map(([key, value]) => `${key} ${value}`)
    .join('\n');
  const parentTree = addObject(pdf, `<</Nums [${nums}]>>`);
  const next = (parents.at(-1)?.[0] ?? 0) + 1;
  pdf.objects.set(
    root,
    Buffer.from(
      `<</Type /StructTreeRoot\n/K ${whole} 0 R\n/ParentTree ${parentTree} 0 R\n/ParentTreeNextKey ${next}>>`,
    ),
  );
  const metadata = addObject(pdf, streamOf(xmp(information), '/Type /Metadata\n/Subtype /XML\n'));
  addEntries(
    pdf,
    pdf.rootNumber,
    `/Lang ${textString(information.language)}\n/MarkInfo <</Marked true>>\n/StructTreeRoot ${root} 0 R\n/Metadata ${metadata} 0 R`,
  );
  return writePdfObjects(pdf);
}

/**
 * Draws a tagged PDF. Its text layer has the exact texts of the page in reading order, and its structure tree serves screen readers. It is not PDF/A: part 2 allows no attachments of the kind that certificates have, and part 3 requires more than the
 * drawing library writes.
 * @param information with `jpegQuality`, opaque images are JPEGs; all others keep every pixel
 */
export function drawTaggedPdf(
  information: PdfInformation & { jpegQuality?: number },
  draw: (document: PDFDocument) => TaggedPage[],
): Uint8Array {
  const { language, jpegQuality, ...texts } = information;
  const readable = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, metadataText(text)]),
  ) as Omit<PdfInformation, 'language'>;
  const document = new PDFDocument({
    ...readable,
    creator: 'Certrace',
    // `compressStreams` is as fast as the library's own level 1, and the glyphs are read before it.
    compressionLevel: 0,
    ...(jpegQuality && { encodingQuality: jpegQuality }),
  });
  const pages = draw(document);
  return tagPdf(document.close(), { language, ...readable }, pages);
}
