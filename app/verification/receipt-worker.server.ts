import { readFileSync } from 'node:fs';
import { jsPDF } from 'jspdf';

/** What is printed: the heading and its lines, in any script. */
export type ReceiptDocument = { title: string; author: string; lines: [label: string, value: string][] };

const FONTS: [script: RegExp, file: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'NotoSerifJP-Regular'],
  [/\p{Script=Hangul}/u, 'NotoSerifKR-Regular'],
  [/\p{Script=Han}/u, 'NotoSerifSC-Regular'],
  [/\p{Script=Arabic}/u, 'NotoNaskhArabic-Regular'],
  [/\p{Script=Hebrew}/u, 'NotoSerifHebrew-Regular'],
  [/\p{Script=Devanagari}/u, 'NotoSerifDevanagari-Regular'],
  [/\p{Script=Bengali}/u, 'NotoSansBengali-Regular'],
  [/\p{Script=Tamil}/u, 'NotoSansTamil-Regular'],
  [/\p{Script=Kannada}/u, 'NotoSansKannada-Regular'],
  [/\p{Script=Malayalam}/u, 'NotoSansMalayalam-Regular'],
  [/\p{Script=Thai}/u, 'NotoSansThai-Regular'],
  [/\p{Script=Lao}/u, 'NotoSansLao-Regular'],
  [/\p{Script=Khmer}/u, 'NotoSansKhmer-Regular'],
  [/\p{Script=Myanmar}/u, 'NotoSansMyanmar-Regular'],
  [/\p{Script=Armenian}/u, 'NotoSansArmenian-Regular'],
  [/\p{Script=Georgian}/u, 'NotoSansGeorgian-Regular'],
];
const BASE = 'NotoSerif-Regular';

const PAGE_WIDTH_MM = 210;
const MARGIN_MM = 24;
const VALUE_X_MM = 68;
const LINE_MM = 6;

const read = (name: string) =>
  readFileSync(new URL(`../certificates/drawing/fonts/${name}.ttf`, import.meta.url), 'base64');

/** Runs of characters in one font; spaces and marks stay with the preceding character. */
export function runsOf(text: string): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = [];
  // Kana makes the Han characters beside it Japanese, Hangul makes them Korean.
  const han = FONTS.slice(0, 3).find(([script]) => script.test(text))?.[1] ?? BASE;
  for (const character of text) {
    const last = runs.at(-1);
    const neutral = /[\p{Script=Inherited}\s]/u.test(character);
    const own = FONTS.find(([script]) => script.test(character))?.[1] ?? BASE;
    const font = neutral && last ? last.font : /\p{Script=Han}/u.test(character) ? han : own;
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Draws a receipt as a PDF of one A4 page, with subsets of the fonts that its text needs. */
export default function drawReceipt({ title, author, lines }: ReceiptDocument): Uint8Array {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', putOnlyUsedFonts: true, compress: true });
  pdf.setProperties({ title, author, creator: 'Certrace' });
  const loaded = new Set<string>();
  const use = (font: string) => {
    if (!loaded.has(font)) {
      pdf.addFileToVFS(`${font}.ttf`, read(font));
      pdf.addFont(`${font}.ttf`, font, 'normal');
      loaded.add(font);
    }
    pdf.setFont(font, 'normal');
  };

  /** Writes wrapped text and returns the baseline of the last line. */
  const write = (text: string, x: number, y: number, sizePt: number): number => {
    pdf.setFontSize(sizePt);
    let [at, line] = [x, y];
    for (const run of runsOf(text)) {
      use(run.font);
      for (const word of run.text.match(/\s+|[^\s]{1,40}/gu) ?? []) {
        const width = pdf.getTextWidth(word);
        if (at > x && at + width > PAGE_WIDTH_MM - MARGIN_MM) [at, line] = [x, line + LINE_MM];
        if (at === x && word.trim() === '') continue;
        pdf.text(word, at, line);
        at += width;
      }
    }
    return line;
  };

  pdf.setTextColor(20, 26, 60);
  write('Certrace', MARGIN_MM, 32, 22);
  write(title, MARGIN_MM, 44, 14);
  pdf.setDrawColor(200, 160, 80);
  pdf.line(MARGIN_MM, 50, PAGE_WIDTH_MM - MARGIN_MM, 50);
  let y = 62;
  for (const [label, value] of lines) {
    pdf.setTextColor(91, 100, 120);
    write(label, MARGIN_MM, y, 10);
    pdf.setTextColor(20, 26, 60);
    y = write(value, VALUE_X_MM, y, 11) + LINE_MM + 3;
  }
  return new Uint8Array(pdf.output('arraybuffer'));
}
