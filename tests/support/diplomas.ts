import { PDFDocument } from '@napi-rs/canvas';
import type { Pen } from '#app/drawing/drawing.ts';
import '#app/drawing/fonts.server.ts';

/** A word of a diploma: its place in points from the upper left corner of the page, and the size of its type. */
export type DiplomaWord = {
  text: string;
  x: number;
  y: number;
  size: number;
  spacing?: number;
  turned?: number;
};

export const DIPLOMA_WORDS: DiplomaWord[] = [
  { text: 'DIPLOMA', x: 120, y: 130, size: 44, spacing: 14 },
  { text: 'Ada Lovelace', x: 120, y: 240, size: 36 },
  { text: 'for the office of fine affairs on 1 January 2026', x: 120, y: 320, size: 16 },
];

type Look = { width?: number; height?: number; words?: DiplomaWord[]; draw?: (pen: Pen) => void };

/** A PDF as a program of a designer writes it: shapes, gradients and words with embedded fonts. */
export function diploma({ width = 842, height = 595, words = DIPLOMA_WORDS, draw }: Look = {}): Buffer {
  const document = new PDFDocument({ title: 'A diploma' });
  const pen = document.beginPage(width, height) as unknown as Pen;
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#ffffff');
  sky.addColorStop(1, '#f3e3c8');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = '#8a1c3c';
  pen.lineWidth = 4;
  pen.strokeRect(24, 24, width - 48, height - 48);
  draw?.(pen);
  pen.fillStyle = '#1b2350';
  for (const { text, x, y, size, spacing = 0, turned = 0 } of words) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(turned);
    pen.font = `${size}px "EBGaramond-Regular"`;
    pen.letterSpacing = `${spacing}px`;
    pen.fillText(text, 0, 0);
    pen.restore();
  }
  document.endPage();
  return Buffer.from(document.close());
}

/** A PDF of these objects, of which the first is the catalog, as text with one character a byte. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  const parts = ['%PDF-1.7\n'];
  const offsets = objects.map((object, index) => {
    const offset = parts.join('').length;
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = parts.join('').length;
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`);
  parts.push(`trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

type Page = {
  catalog?: string;
  page?: string;
  content?: string;
  box?: string;
  more?: string[];
  trailer?: string;
};

/** A PDF of one page, written by hand. Its objects are the catalog, the page tree, the page, its content, and `more`. */
export const pageOf = ({
  catalog = '',
  page = '',
  content = '',
  box = '0 0 842 595',
  more = [],
  trailer,
}: Page) =>
  pdfOf(
    [
      `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      `<</Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${page}>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ...more,
    ],
    trailer,
  );
