import './without-system-fonts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { BASES } from '#app/drawing/design.ts';
import { decodeImages, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { openPdf, textOfPdf } from '#tests/support/pdf-pictures.ts';
import { designed, designImages } from './design-samples.ts';
import { brokenNames, inOneLine, longNames, names, turnedNames } from './names.ts';
import { drawingWith } from './samples.ts';

let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await decodeImages(designImages);
});

const named = (name: string) =>
  certificatePdf(drawingWith({ studentName: name, courseName: name, issuerName: name }));
const countOf = (text: string, wanted: string) => text.split(wanted).length - 1;

describe('the text of a certificate', () => {
  const all = Object.entries({ ...names, ...turnedNames });
  it.each(all)('has each name once where it is shown (%s)', async (_, name) => {
    expect(countOf(inOneLine(await textOfPdf(named(name))), name.normalize('NFC'))).toBe(3);
  });

  it.each(all)('has each name on a page from right to left (%s)', async (_, name) => {
    const drawing = designed('modern');
    const design = { ...drawing.design!, language: 'ar' };
    const said = { studentName: name, courseName: name, issuerName: name, design };
    const text = inOneLine(await textOfPdf(certificatePdf({ ...drawing, ...said }, pictures)));
    expect(countOf(text, name.normalize('NFC'))).toBe(3);
  });

  it.each(Object.entries(longNames))('has wrapped names whole (%s)', async (_, name) => {
    const text = await textOfPdf(named(name));
    expect(countOf(inOneLine(text), name)).toBe(3);
  });

  it.each(Object.entries(brokenNames))(
    'has names whole that are wrapped within words (%s)',
    async (_, name) => {
      const text = (await textOfPdf(named(name))).replaceAll('\n', ' ');
      expect(countOf(text, name.normalize('NFC'))).toBe(3);
    },
  );

  it('has the letter before a joiner at the end of a word', async () => {
    expect(inOneLine(await textOfPdf(named('राम\u200d सिंह')))).toMatch(/that राम\u200d? सिंह has/);
  });

  it.each(BASES)('%s is read in order, each word once', async (base) => {
    const sample = designed(base);
    const design = { ...sample.design!, texts: { ...sample.design!.texts, title: 'Diploma of Merit' } };
    const drawing = { ...sample, design };
    const { texts, signatories } = design;
    const text = inOneLine(await textOfPdf(certificatePdf(drawing, pictures)));
    const order = [
      texts.title,
      drawing.studentName,
      drawing.courseName,
      '31/03/2026',
      ...(base === 'collegiate' ? [] : [drawing.issuerName]),
      ...signatories.map(({ name, title }) => `${name} ${title}`),
      '7K3M-9QZX-2HVB-4TND',
    ];
    const places = order.map((wanted) => [wanted, text.lastIndexOf(wanted)]);
    expect(places.filter(([, place]) => place === -1)).toEqual([]);
    expect(places).toEqual(places.toSorted(([, one], [, other]) => Number(one) - Number(other)));
    expect(countOf(text, texts.title)).toBe(1);
  });

  it('says the built-in layout in order and not in spaced capitals', async () => {
    const drawing = drawingWith({ revokedAt: '2026-05-02', layoutVersion: 2 });
    expect(inOneLine(await textOfPdf(certificatePdf(drawing)))).toBe(
      'Certificate of Completion REVOKED on 02/05/2026 This is to certify that Amélie Dubois-Lefèvre has successfully ' +
        'completed the course Foundations of Applied Cryptography Issued on 31/03/2026 Valid until 31/03/2028 Issued by ' +
        'Northbridge University Certificate ID 7K3M-9QZX-2HVB-4TND Scan the code, or check the file for free at ' +
        'certrace.example/check Certrace Blockchain Traceability & Transparency',
    );
  });
});

/** The structure of a page as pdf.js reads it: roles with their alternative texts or content. */
async function structureOf(bytes: Uint8Array) {
  const document = await openPdf(bytes);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  let open: string | undefined;
  for (const item of items) {
    if ('str' in item) {
      if (open) texts.set(open, `${texts.get(open) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
    } else
      open = 'id' in item && item.type === 'beginMarkedContentProps' ? (item.id ?? undefined) : undefined;
  }
  type Node = { role?: string; alt?: string; id?: string; children?: Node[] };
  const rows: string[] = [];
  const walk = (node: Node, role = '') => {
    if (node.id) rows.push(`${role}: ${(texts.get(node.id) ?? '').trim()}`.trim());
    const own = node.role ?? role;
    if (node.alt) rows.push(`${own}: ${node.alt}`);
    for (const child of node.children ?? []) if (!node.alt) walk(child, own);
  };
  walk((await page.getStructTree()) as Node);
  const { info, metadata } = await document.getMetadata();
  const marked = await document.getMarkInfo();
  const preferences = await document.getViewerPreferences();
  await document.destroy();
  return { rows, info: info as Record<string, string>, xmp: metadata?.get('dc:title'), marked, preferences };
}

describe('the structure of a certificate', () => {
  it.each(BASES)('%s has a heading, paragraphs, and pictures with alternative texts', async (base) => {
    const drawing = designed(base);
    const { rows, info, xmp, marked, preferences } = await structureOf(certificatePdf(drawing, pictures));
    const { title } = drawing.design!.texts;
    expect(rows.filter((row) => row.startsWith('H1: '))).toEqual([`H1: ${title}`]);
    for (const wanted of [
      `P: ${drawing.studentName}`,
      'P: 7K3M-9QZX-2HVB-4TND',
      'Figure: Logo of Northbridge University',
      'Figure: Signature of Marcus Okonkwo',
      `Figure: QR code: ${drawing.verifyUrl}`,
    ])
      expect(rows).toContain(wanted);
    expect(info).toMatchObject({ Title: `${title}: ${drawing.studentName}`, Language: 'en' });
    expect(xmp).toBe(`${title}: ${drawing.studentName}`);
    expect(marked).toMatchObject({ Marked: true });
    expect(preferences).toMatchObject({ DisplayDocTitle: true });
  });

  it('has the photograph after the name', async () => {
    const drawing = { ...designed('modern'), photo: 'photo' };
    const { rows } = await structureOf(certificatePdf(drawing, pictures));
    const name = rows.indexOf(`P: ${drawing.studentName}`);
    expect(rows[name + 1]).toBe(`Figure: Photograph of ${drawing.studentName}`);
  });

  it('has the language of the design', async () => {
    const drawing = designed('modern');
    const { info } = await structureOf(
      certificatePdf({ ...drawing, design: { ...drawing.design!, language: 'pt-BR' } }, pictures),
    );
    expect(info).toMatchObject({ Language: 'pt-BR' });
  });

  it('keeps files small', () => {
    // Without tags they have 93.8 kB and, with two signatories, 107.7 kB.
    expect(certificatePdf(drawingWith({ layoutVersion: 2 })).length).toBeLessThan(93_800 * 1.1);
    const heritage = designed('heritage');
    const signatories = heritage.design!.signatories.map((signatory) => ({ ...signatory, signature: null }));
    const design = { ...heritage.design!, signatories, logo: null };
    expect(certificatePdf({ ...heritage, design }).length).toBeLessThan(107_700 * 1.1);
  });
});
