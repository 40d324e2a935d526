import './without-system-fonts.ts';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { languages } from '#app/messages/reader-language.server.ts';
import { drawDocument } from '#app/payments/document-worker.server.ts';
import { openPdf, textOfPdf } from '#tests/support/pdf-pictures.ts';
import { brokenNames, inOneLine, longNames, names, turnedNames } from './names.ts';
import { documentsIn, partsOf, rowsOf } from './written-documents.ts';

const TITLE = 'Receipt R-000001';

/** The number of glyphs that a text takes on the first page. */
async function glyphsOf(value: string): Promise<number> {
  const count = async (lines: [string, string][]) => {
    const document = await openPdf(drawDocument({ language: 'en', title: TITLE, lines }));
    const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
    await document.destroy();
    // The invisible layer has no glyphs.
    const drawn = fnArray.slice(0, fnArray.indexOf(OPS.setTextRenderingMode));
    const shown = drawn.map((operator, index) => (operator === OPS.showText ? argsArray[index][0] : []));
    return shown.flat().filter((glyph: unknown) => typeof glyph === 'object' && glyph !== null).length;
  };
  return (await count([['', value]])) - (await count([]));
}

it('has one page with selectable text, and the exact text in its metadata', async () => {
  const seller = 'Akademie Süd\nHauptstraße 1\n80331 München';
  const bytes = drawDocument({
    language: 'en',
    title: TITLE,
    lines: [
      ['Seller', seller],
      ['Paid by', 'محمد बीना 王小明'],
    ],
  });
  const text = await textOfPdf(bytes);
  for (const wanted of [TITLE, 'Seller', 'Hauptstraße 1', '80331 München']) expect(text).toContain(wanted);
  const document = await openPdf(bytes);
  expect(document.numPages).toBe(1);
  expect((await document.getMetadata()).info).toMatchObject({
    Title: TITLE,
    Keywords: expect.stringContaining('محمد बीना 王小明'),
  });
  await document.destroy();
});

it.each(['en', 'ar'])('says each name as it is written, on every page (%s)', async (language) => {
  const wanted = Object.values({ ...names, ...turnedNames, ...longNames });
  const lines = wanted.flatMap((name): [string, string, string][] => Array(9).fill([name, name, '$1']));
  const bytes = drawDocument({ language, title: TITLE, lines });
  const document = await openPdf(bytes);
  const { numPages } = document;
  const tree = (await (await document.getPage(1)).getStructTree()) as { children: { children: unknown[] }[] };
  await document.destroy();
  expect(tree.children[0]?.children.slice(0, 3)).toMatchObject([
    { role: 'P' },
    { role: 'H1' },
    { role: 'P' },
  ]);
  // The library writes many pages as a tree.
  expect(numPages).toBeGreaterThan(10);
  const texts: string[] = [];
  for (let page = 1; page <= numPages; page += 1) texts.push(await textOfPdf(bytes, page));
  const text = inOneLine(texts.join('\n'));
  expect(wanted.filter((name) => !text.includes(name.normalize('NFC')))).toEqual([]);
});

it.each(['en', 'ar'])('says names whole that are wrapped within words (%s)', async (language) => {
  const wanted = Object.entries(brokenNames);
  const lines = wanted.map(([label, name]): [string, string, string] => [label, name, '$1']);
  const text = await textOfPdf(drawDocument({ language, title: TITLE, lines }));
  expect(wanted.filter(([, name]) => !text.includes(name.normalize('NFC')))).toEqual([]);
});

it.each([
  // The consonants of क्ष and त्रि form conjuncts.
  ['Devanagari', 'क्षत्रिय', 6],
  ['Bengali', 'ক্ষত্রিয়', 7],
  ['Chinese', '王小明', 3],
  ['Latin', 'Ada', 3],
])('shapes %s', async (_, text, most) => {
  const glyphs = await glyphsOf(text);
  expect(glyphs).toBeGreaterThan(0);
  expect(glyphs).toBeLessThanOrEqual(most);
});

it('wraps long values and continues on a second page', async () => {
  const long = 'Ø'.repeat(200);
  const lines = Array.from({ length: 20 }, (_, index): [string, string] => [`Line ${index}`, long]);
  const document = await openPdf(drawDocument({ language: 'en', title: TITLE, lines }));
  expect(document.numPages).toBeGreaterThan(1);
  await document.destroy();
});

it('aligns amounts at the right edge, one line each', async () => {
  const lines: [string, string, string][] = [
    ['01/02/2026 R-000001', 'Verification of certificate 7K3M-9QZX-2HVB-4TND', '$1'],
    ['Tax included', '', '$2'],
    ['Total', '', '$4,200 USD'],
  ];
  const document = await openPdf(drawDocument({ language: 'en', title: 'Statement S-000001', lines }));
  const { items } = await (await document.getPage(1)).getTextContent();
  const amounts = items.flatMap((item) => ('str' in item && item.str.startsWith('$') ? [item] : []));
  expect(amounts.map(({ str }) => str)).toEqual(['$1', '$2', '$4,200 USD']);
  const right = amounts.map(({ transform, width }) => Math.round(transform[4] + width));
  expect(new Set(right).size).toBe(1);
  const [first, second, third] = amounts.map(({ transform }) => transform[5]);
  expect(first - second).toBeGreaterThan(20);
  expect(second - third).toBeCloseTo(first - second);
  await document.destroy();
});

it('draws a label that is wider than its column on two lines', async () => {
  const lines: [string, string][] = [
    ['Steuernummer des Verkäufers', 'DE 123'],
    ['Datum', '27.11.2026'],
  ];
  const text = await textOfPdf(drawDocument({ language: 'de', title: TITLE, lines }));
  expect(text).toContain('Verkäufers');
});

it('orders a line from right to left although it begins with a name in Latin letters', async () => {
  const lines: [string, string][] = [['البطاقة', '\u2068Visa\u2069 تنتهي بـ \u20684242\u2069']];
  const document = await openPdf(drawDocument({ language: 'ar', title: 'إيصال', lines }));
  const { items } = await (await document.getPage(1)).getTextContent();
  expect(items).toContainEqual(expect.objectContaining({ str: 'Visa تنتهي بـ 4242', dir: 'rtl' }));
  await document.destroy();
});

describe.each(languages())('documents in %s', (language) => {
  it.each(Object.entries(documentsIn(language)))('say what they show: %s', async (_, written) => {
    const bytes = drawDocument(written);
    const text = inOneLine(await textOfPdf(bytes));
    expect(partsOf(written).filter((part) => !text.includes(part))).toEqual([]);
    expect(rowsOf(written).filter((row) => !text.includes(row))).toEqual([]);
    const document = await openPdf(bytes);
    const { info } = await document.getMetadata();
    await document.destroy();
    expect(info).toMatchObject({ Title: written.title, Language: language });
  });
});
