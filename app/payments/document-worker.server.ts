import type { PDFDocument } from '@napi-rs/canvas';
import type { Pen } from '#app/drawing/drawing.ts';
import { createWrapper } from '#app/drawing/fit-text.ts';
import type { Face } from '#app/drawing/fonts.server.ts';
import { typeset } from '#app/drawing/lettering.server.ts';
import { advanceWith } from '#app/drawing/measure-text.server.ts';
import { drawTaggedPdf, type TaggedPage } from '#app/drawing/tagging/tagged-pdf.server.ts';
import type { LayerText } from '#app/drawing/tagging/text-layer.server.ts';
import { metadataText } from '#app/drawing/text.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';

/** A document to draw: its title and lines, in any script, some with an amount on the right. */
export type PrintedDocument = {
  language: string;
  title: string;
  lines: [label: string, value: string, amount?: string][];
};

const MIRRORED = { left: 'right', right: 'left' } as const;

/* Points of an A4 page. */
const PAGE = { width: 595, height: 842 };
const MARGIN = 68;
const VALUE_LEFT = 193;
const AMOUNT_WIDTH = 70;
const LINE_HEIGHT = 17;
const GAP = 9;

const INK = '#141a3c';
const MUTED = '#5b6478';
const GOLD = '#c8a050';

/** Breaks a text into the lines of a column, with font and direction. */
function typesetLines(raw: string, width: number, size: number, face: Face) {
  return raw.split('\n').flatMap((paragraph) => {
    const { text, fonts, direction, fontAt } = typeset(paragraph, face, true);
    const advanceOf = advanceWith({ fontAt, runsOf: fonts.runsOf });
    const wrapAt = createWrapper(text, advanceOf);
    const lines = wrapAt(width / size, Number.POSITIVE_INFINITY) ?? [text];
    const set = { paragraph: text, font: fontAt(size), direction, size, advanceOf };
    return lines.map((line, index) => ({ ...set, text: line, isContinued: index > 0 }));
  });
}

type TypesetLine = ReturnType<typeof typesetLines>[number];

/** The pages of a document that is being drawn. One that is read from right to left is mirrored. */
function createSheet(document: PDFDocument, isMirrored: boolean) {
  const points = { x: (left: number) => left, y: (top: number) => PAGE.height - top, scale: 1 };
  const pages: TaggedPage[] = [];
  const beginPage = () => {
    pages.push({ points, elements: [] });
    return document.beginPage(PAGE.width, PAGE.height) as unknown as Pen;
  };
  const sheet = {
    pages,
    pen: beginPage(),
    y: 91,
    nextPage() {
      document.endPage();
      sheet.pen = beginPage();
      sheet.y = MARGIN;
    },
    /** Draws a line and adds it to the texts of an element, to the one before if it continues its paragraph. */
    write(
      texts: LayerText[],
      line: TypesetLine,
      left: number,
      colour: string,
      aligned: 'left' | 'right' = 'left',
    ) {
      const align = isMirrored ? MIRRORED[aligned] : aligned;
      const x = isMirrored ? PAGE.width - left : left;
      sheet.pen.font = line.font;
      sheet.pen.direction = line.direction;
      sheet.pen.textAlign = align;
      sheet.pen.fillStyle = colour;
      sheet.pen.fillText(line.text, x, sheet.y);
      const { paragraph, text, isContinued, direction, size, advanceOf } = line;
      const drawn = { text, x, baseline: sheet.y };
      const last = texts.at(-1);
      if (isContinued && last) last.placed.lines.push(drawn);
      else {
        const written = isContinued ? text : paragraph;
        texts.push({ placed: { written, direction, size, lines: [drawn], spacing: 0, advanceOf }, align });
      }
    },
    /** Ends an element of the page. Its texts are given in the order in which they are read. */
    tag(tag: 'H1' | 'P', texts: LayerText[]) {
      if (texts.length === 0) return;
      const continued = texts.map((text, index) => ({ ...text, isContinued: index < texts.length - 1 }));
      pages.at(-1)?.elements.push({ tag, texts: continued });
    },
  };
  return sheet;
}

type Sheet = ReturnType<typeof createSheet>;

/** A row of the document: its label, value and amount. It may continue on the next page. */
function drawRow(sheet: Sheet, [label, value, amount]: PrintedDocument['lines'][number]) {
  if (sheet.y > PAGE.height - MARGIN) sheet.nextPage();
  const labels = typesetLines(label, VALUE_LEFT - MARGIN - GAP, 11, 'EBGaramond-Regular');
  const right = PAGE.width - MARGIN;
  const size = amount === undefined ? 12 : 11;
  // A total has no value beside it and takes the whole line.
  const amountWidth = value === '' ? right - VALUE_LEFT : AMOUNT_WIDTH;
  const [sum] = typesetLines(amount ?? '', amountWidth, size, 'EBGaramond-Regular');
  let said: { labels: LayerText[]; texts: LayerText[]; sums: LayerText[] } = {
    labels: [],
    texts: [],
    sums: [],
  };
  if (sum) sheet.write(said.sums, sum, right, INK, 'right');
  const endElement = () => {
    sheet.tag('P', [...said.labels, ...said.texts, ...said.sums]);
    said = { labels: [], texts: [], sums: [] };
  };
  const width = right - VALUE_LEFT - (amount === undefined ? 0 : AMOUNT_WIDTH + GAP);
  const texts = typesetLines(value, width, size, 'EBGaramond-Regular');
  for (let index = 0; index < Math.max(labels.length, texts.length, 1); index += 1) {
    if (sheet.y > PAGE.height - MARGIN) {
      endElement();
      sheet.nextPage();
    }
    const [named, text] = [labels[index], texts[index]];
    if (named) sheet.write(said.labels, named, MARGIN, MUTED);
    if (text) sheet.write(said.texts, text, VALUE_LEFT, INK);
    sheet.y += LINE_HEIGHT;
  }
  endElement();
  sheet.y += GAP;
}

/** Draws a receipt, credit note or statement as a tagged PDF with A4 pages. */
export function drawDocument({ language, title, lines }: PrintedDocument): Uint8Array {
  const keywords = lines.map(([, ...texts]) => metadataText(texts.filter(Boolean).join(' '))).join('; ');
  return drawTaggedPdf({ language, title, author: 'Certrace', keywords }, (document) => {
    const sheet = createSheet(document, directionOf(language) === 'rtl');
    const heading = (tag: 'H1' | 'P', text: string, size: number, face: Face) => {
      const texts: LayerText[] = [];
      const lines = typesetLines(text, PAGE.width - 2 * MARGIN, size, face);
      for (const line of lines) sheet.write(texts, line, MARGIN, INK);
      sheet.tag(tag, texts);
    };

    heading('P', 'Certrace', 24, 'EBGaramond-SemiBold');
    sheet.y += 34;
    heading('H1', title, 15, 'EBGaramond-Regular');
    sheet.y += 17;
    sheet.pen.fillStyle = GOLD;
    sheet.pen.fillRect(MARGIN, sheet.y, PAGE.width - 2 * MARGIN, 0.75);
    sheet.y += 34;
    for (const line of lines) drawRow(sheet, line);
    document.endPage();
    return sheet.pages;
  });
}

export default inReadersLanguage(drawDocument);
