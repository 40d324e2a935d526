import { PDFDocument } from '@napi-rs/canvas';
import type { Face } from '#app/drawing/fonts.server.ts';
import { typeset } from '#app/drawing/lettering.server.ts';
import { advanceWith } from '#app/drawing/measure-text.server.ts';
import type { Pen } from '#app/drawing/page.ts';
import { metadataText } from '#app/drawing/text.ts';
import { createWrapper } from '#app/drawing/wrap-text.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { inReadersLanguage } from '#app/shared/in-readers-language.server.ts';

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
    const wrapAt = createWrapper(text, advanceWith({ fontAt, runsOf: fonts.runsOf }));
    const lines = wrapAt(width / size, Number.POSITIVE_INFINITY) ?? [text];
    return lines.map((line) => ({ text: line, font: fontAt(size), direction }));
  });
}

/** The page of a document that is being drawn. One that is read from right to left is mirrored. */
function createSheet(document: PDFDocument, isMirrored: boolean) {
  const beginPage = () => document.beginPage(PAGE.width, PAGE.height) as unknown as Pen;
  const sheet = {
    pen: beginPage(),
    y: 91,
    nextPage() {
      document.endPage();
      sheet.pen = beginPage();
      sheet.y = MARGIN;
    },
    write(
      line: ReturnType<typeof typesetLines>[number],
      x: number,
      colour: string,
      align: 'left' | 'right' = 'left',
    ) {
      sheet.pen.font = line.font;
      sheet.pen.direction = line.direction;
      sheet.pen.textAlign = isMirrored ? MIRRORED[align] : align;
      sheet.pen.fillStyle = colour;
      sheet.pen.fillText(line.text, isMirrored ? PAGE.width - x : x, sheet.y);
    },
  };
  return sheet;
}

/**
 * Draws a receipt, credit note or statement as a PDF with A4 pages. Text extraction depends on the script, so the document
 * information has the exact texts as well.
 */
export function drawDocument({ language, title, lines }: PrintedDocument): Uint8Array {
  const document = new PDFDocument({
    title,
    author: 'Certrace',
    keywords: lines.map(([, ...texts]) => metadataText(texts.filter(Boolean).join(' '))).join('; '),
    creator: 'Certrace',
    compressionLevel: 1,
  });
  const sheet = createSheet(document, directionOf(language) === 'rtl');
  const heading = (text: string, size: number, face: Face) => {
    for (const line of typesetLines(text, PAGE.width - 2 * MARGIN, size, face))
      sheet.write(line, MARGIN, INK);
  };

  heading('Certrace', 24, 'EBGaramond-SemiBold');
  sheet.y += 34;
  heading(title, 15, 'EBGaramond-Regular');
  sheet.y += 17;
  sheet.pen.fillStyle = GOLD;
  sheet.pen.fillRect(MARGIN, sheet.y, PAGE.width - 2 * MARGIN, 0.75);
  sheet.y += 34;
  for (const [label, value, amount] of lines) {
    if (sheet.y > PAGE.height - MARGIN) sheet.nextPage();
    const labels = typesetLines(label, VALUE_LEFT - MARGIN - GAP, 11, 'EBGaramond-Regular');
    const right = PAGE.width - MARGIN;
    const size = amount === undefined ? 12 : 11;
    // A total has no value beside it and takes the whole line.
    const amountWidth = value === '' ? right - VALUE_LEFT : AMOUNT_WIDTH;
    const [sum] = typesetLines(amount ?? '', amountWidth, size, 'EBGaramond-Regular');
    if (sum) sheet.write(sum, right, INK, 'right');
    const width = right - VALUE_LEFT - (amount === undefined ? 0 : AMOUNT_WIDTH + GAP);
    const texts = typesetLines(value, width, size, 'EBGaramond-Regular');
    for (let index = 0; index < Math.max(labels.length, texts.length, 1); index += 1) {
      if (sheet.y > PAGE.height - MARGIN) sheet.nextPage();
      const [named, text] = [labels[index], texts[index]];
      if (named) sheet.write(named, MARGIN, MUTED);
      if (text) sheet.write(text, VALUE_LEFT, INK);
      sheet.y += LINE_HEIGHT;
    }
    sheet.y += GAP;
  }
  document.endPage();
  return document.close();
}

export default inReadersLanguage(drawDocument);
