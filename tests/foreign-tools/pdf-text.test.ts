/** Poppler and qpdf read the text and the structure of certificates as pdf.js does (tests/golden/pdf-text.test.ts). */
import '#tests/golden/without-system-fonts.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachToPdf, signPdf } from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASES, type LayoutBase, PAGE_SIZES } from '#app/drawing/design.ts';
import { compose } from '#app/drawing/designs/compose.server.ts';
import { decodeImages, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { type CertificateDrawing, LAYOUT_VERSION, type PageSize } from '#app/drawing/drawing.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { languages } from '#app/messages/reader-language.server.ts';
import { drawDocument } from '#app/payments/document-worker.server.ts';
import { designed, designImages } from '#tests/golden/design-samples.ts';
import { brokenNames, inOneLine, longNames, names, turnedNames } from '#tests/golden/names.ts';
import { drawingWith } from '#tests/golden/samples.ts';
import { documentsIn, partsOf, rowsOf } from '#tests/golden/written-documents.ts';
import { signerFrom } from '#tests/support/signed-pdfs.ts';

const isHere = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
for (const tool of ['pdftotext', 'pdfinfo', 'qpdf']) {
  if (!isHere(tool)) process.stdout.write(`skipped: ${tool} is not installed\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'certrace-pdf-text-'));
afterAll(() => rmSync(folder, { recursive: true }));
let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await decodeImages(designImages);
});

/** What a tool prints about a PDF. */
function printed(tool: string, bytes: Uint8Array, ...options: string[]): string {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  const target = tool === 'pdftotext' ? ['-'] : [];
  const { stdout, stderr, status } = spawnSync(tool, [...options, path, ...target], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const named = (name: string) =>
  certificatePdf(drawingWith({ studentName: name, courseName: name, issuerName: name }));
const namedInArabic = (name: string) => {
  const drawing = designed('modern');
  const design = { ...drawing.design!, language: 'ar' };
  return certificatePdf(
    { ...drawing, studentName: name, courseName: name, issuerName: name, design },
    pictures,
  );
};
const countOf = (text: string, wanted: string) => text.split(wanted).length - 1;

describe.skipIf(!isHere('pdftotext'))('pdftotext', () => {
  const all = Object.entries({ ...names, ...turnedNames, ...longNames });
  it.each(all)('finds each name where it is shown (%s)', (_, name) => {
    expect(countOf(inOneLine(printed('pdftotext', named(name))), name.normalize('NFC'))).toBe(3);
  });

  it.each(all)('finds each name on a page from right to left (%s)', (_, name) => {
    expect(countOf(inOneLine(printed('pdftotext', namedInArabic(name))), name.normalize('NFC'))).toBe(3);
  });

  it.each(Object.entries(brokenNames))('finds names whole that are wrapped within words (%s)', (_, name) => {
    const text = printed('pdftotext', named(name)).replaceAll('\n', ' ');
    expect(countOf(text, name.normalize('NFC'))).toBe(3);
  });

  it.each(BASES)('reads %s in order with -raw', (base) => {
    const drawing = designed(base);
    const lines = printed('pdftotext', certificatePdf(drawing, pictures), '-raw').split('\n');
    const { texts, signatories } = drawing.design!;
    const order = [
      texts.title,
      drawing.studentName,
      drawing.courseName,
      '31/03/2026',
      ...signatories.map(({ name }) => name),
      '7K3M-9QZX-2HVB-4TND',
    ].map((wanted) => lines.findIndex((line) => line.trim().startsWith(wanted)));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  it.each([
    ['Latin', 'Amélie Dubois Lefèvre'],
    ['Arabic', 'محمد بن عبد الله الأنصاري'],
    ['Hindi', 'श्रीनिवास कृष्णमूर्ति'],
    ['Chinese', '欧阳小明'],
  ])('selects words where they are drawn (%s)', (_, name) => {
    // This list has words as they are shown.
    const shown = name
      .split(' ')
      .map((word) => (/[\u0600-\u06ff]/.test(word) ? [...word].reverse().join('') : word));
    for (const base of BASES) {
      const drawing = { ...designed(base), studentName: name };
      const { page, varying } = compose(drawing, drawing.design!, pictures);
      const { area, text } = varying.find(({ what }) => what === 'name')!;
      const boxes = printed('pdftotext', certificatePdf(drawing, pictures), '-bbox').matchAll(
        /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g,
      );
      const words = Array.from(boxes, ([, ...values]) => ({
        text: values[4]!.replace(/[\u200e\u200f]/g, ''),
        box: values.slice(0, 4).map((value) => (Number(value) * page.width) / page.pdfWidth),
      })).filter(({ text }) => shown.includes(text));
      expect(words).toHaveLength(shown.length);
      const sides = [0, 2].map((side) => words.map(({ box }) => box[side]!));
      // Ink begins a little beside the origin of a letter.
      expect(Math.abs(Math.min(...sides[0]!) - area.left)).toBeLessThan(24);
      expect(Math.abs(Math.max(...sides[1]!) - area.left - area.width)).toBeLessThan(24);
      const { baseline } = text!.placed.lines[0]!;
      for (const { box } of words) {
        expect(box[1]).toBeLessThan(baseline);
        expect(box[3]).toBeGreaterThan(baseline - 1);
      }
    }
  });
});

describe.skipIf(!isHere('pdfinfo'))('pdfinfo', () => {
  it.each(BASES)('finds the elements of %s', (base) => {
    const drawing = designed(base);
    const bytes = certificatePdf(drawing, pictures);
    expect(printed('pdfinfo', bytes)).toMatch(/^Tagged: +yes$/m);
    const structure = printed('pdfinfo', bytes, '-struct-text');
    expect(structure).toContain(`H1 (block)\n    "${drawing.design!.texts.title}`);
    for (const wanted of [drawing.studentName, drawing.courseName, '7K3M-9QZX-2HVB-4TND'])
      expect(structure).toMatch(new RegExp(`P \\(block\\)\n +"${wanted}[ ]?"`));
    expect(structure).toContain('Figure');
  });
});

const receipt = (language = 'en', said = { ...names, ...turnedNames }) =>
  drawDocument({
    language,
    title: 'Receipt R-000001',
    lines: Object.entries(said).map(([label, name]) => [label, name, '$1']),
  });

describe.skipIf(!isHere('pdftotext')).each(['en', 'ar'])('on a receipt (%s)', (language) => {
  it.each([
    ['each name', { ...names, ...turnedNames }],
    ['names that are wrapped within words', brokenNames],
  ])('pdftotext finds %s', (_, said) => {
    const text = inOneLine(printed('pdftotext', receipt(language, said)));
    const read = Object.values(said);
    expect(read.filter((name) => !text.includes(name.normalize('NFC')))).toEqual([]);
  });
});

describe.each(languages())('documents in %s', (language) => {
  const isTurned = (text: string) => language === 'ar' || /[\u0590-\u08ff]/.test(text);
  it.each(Object.entries(documentsIn(language)))('are read as they are written: %s', (_, written) => {
    const bytes = drawDocument(written);
    if (isHere('pdftotext')) {
      // With -raw, labels on two lines are in order, and words from right to left are not.
      const [plain, raw] = [[], ['-raw']].map((options) =>
        inOneLine(printed('pdftotext', bytes, ...options)),
      );
      expect(partsOf(written).filter((part) => !(isTurned(part) ? plain : raw)?.includes(part))).toEqual([]);
    }
    if (isHere('pdfinfo')) {
      const [heading, ...paragraphs] = Array.from(
        printed('pdfinfo', bytes, '-struct-text').matchAll(/(H1|P) \(block\)\n((?: +".*\n)+)/g),
        ([, tag, text = '']) => `${tag} ${inOneLine(text.replace(/^ +"|"$/gm, ''))}`,
      ).slice(1);
      expect(heading).toMatch(/^H1 /);
      // What is read from right to left is in visual order here.
      const rows = rowsOf(written).map((row) => `P ${row}`);
      expect(paragraphs).toHaveLength(rows.length);
      expect(paragraphs.filter((text) => !isTurned(text))).toEqual(rows.filter((text) => !isTurned(text)));
    }
    if (isHere('qpdf'))
      expect(printed('qpdf', bytes, '--check')).toContain('No syntax or stream encoding errors');
  });
});

/** Dates in words and six signatories. */
const onPaper = (base: LayoutBase, pageSize: PageSize): CertificateDrawing => {
  const drawing = designed(base);
  const signatories = Object.values(names)
    .filter((name) => !/[\u0590-\u08ff]/.test(name))
    .slice(0, 6)
    .map((name, index) => ({ name, title: `Dean ${index + 1}`, signature: null }));
  const texts = { ...drawing.design!.texts, title: 'Diploma of Merit' };
  const design = { ...drawing.design!, texts, pageSize, signatories, dateStyle: 'words' } as const;
  return { ...drawing, layoutVersion: LAYOUT_VERSION, issueDate: '2026-02-28', design };
};

describe.each(PAGE_SIZES)('a certificate on %s', (pageSize) => {
  it.each(BASES)('has dates in words and six signatories in order: %s', (base) => {
    const drawing = onPaper(base, pageSize);
    const { texts, signatories } = drawing.design!;
    const bytes = certificatePdf(drawing, pictures);
    const order = [
      texts.title,
      drawing.studentName,
      drawing.courseName,
      '28 February 2026',
      ...signatories.flatMap(({ name, title }) => [name.normalize('NFC'), title]),
      '7K3M-9QZX-2HVB-4TND',
    ];
    if (isHere('pdftotext')) {
      const text = inOneLine(printed('pdftotext', bytes, '-raw'));
      const places = order.map((wanted) => [wanted, text.lastIndexOf(wanted)] as const);
      expect(places.filter(([, place]) => place === -1)).toEqual([]);
      expect(places).toEqual(places.toSorted(([, one], [, other]) => one - other));
    }
    if (isHere('pdfinfo')) {
      const structure = inOneLine(printed('pdfinfo', bytes, '-struct-text'));
      for (const wanted of order) expect(structure).toContain(wanted);
    }
    if (isHere('qpdf'))
      expect(printed('qpdf', bytes, '--check')).toContain('No syntax or stream encoding errors');
  });
});

it.skipIf(!isHere('qpdf'))('qpdf finds no fault in certificates and receipts', () => {
  for (const bytes of [receipt(), ...BASES.map((base) => certificatePdf(designed(base), pictures))])
    expect(printed('qpdf', bytes, '--check')).toContain('No syntax or stream encoding errors');
});

it.skipIf(!isHere('pdfsig') || !isHere('qpdf'))('pdfsig finds the signature of a tagged PDF valid', () => {
  for (const drawing of BASES.flatMap((base) => [designed(base, 'arabic'), onPaper(base, 'letter')])) {
    const drawn = new Uint8Array(certificatePdf(drawing, pictures));
    const credential = { name: 'credential.json', mimeType: 'application/json', description: 'Credential' };
    const attached = attachToPdf(drawn, [{ ...credential, bytes: Buffer.from('{}') }]);
    const signed = signPdf(drawn, attached, signerFrom('ec'), '2026-01-31T12:00:00Z');
    expect(printed('pdfsig', signed)).toMatch(/Total document signed.*Signature is Valid/s);
    expect(printed('qpdf', signed, '--check')).toContain('No syntax or stream encoding errors');
  }
});
