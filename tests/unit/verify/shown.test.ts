import { authenticate, carryInPdf, carryInPng, PDF_TITLES, type Shown } from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { inLanguage, languages as languageNames } from '#app/messages/reader-language.server.ts';
import { badge, carriedFiles, trustIn } from '#tests/support/carried-files.ts';

// The issuer's key and the log's sign a page whose texts are not those of its credential, as a site does whose database was changed.

const TIME = '2026-01-31T12:00:00Z';

let files: Awaited<ReturnType<typeof carriedFiles>>;
beforeAll(async () => {
  files = await carriedFiles();
});

async function verdict(file: Uint8Array) {
  const { verdict, checks } = await authenticate(file, trustIn(files.log.vkey));
  return [verdict, checks.find(({ id }) => id === 'file')?.passed];
}

const shows: Shown = {
  uniqueId: '7K3M-9QZX-2HVB-4TND',
  studentName: badge.studentName,
  courseName: badge.courseName,
  issuerName: badge.issuer.name,
  issueDate: badge.issueDate,
  expiryDate: badge.expiryDate,
};

describe('a manifest that says what the page shows', () => {
  const carrying = (changes: Partial<Shown>) => {
    const carried = { ...files.carried, shows: { ...shows, ...changes } };
    return [
      carryInPdf(files.shownPdf, carried, files.signer, TIME),
      carryInPng(files.shownPng, carried, files.signer, TIME),
    ];
  };

  it('is compared with the credential', async () => {
    for (const file of carrying({})) expect(await verdict(file)).toEqual(['genuine', true]);
    const changes: Partial<Shown>[] = [
      { uniqueId: '0000-0000-0000-0000' },
      { studentName: 'Mallory' },
      { courseName: 'Surgery' },
      { issuerName: 'Another University' },
      { issueDate: '2016-01-31' },
      { expiryDate: null },
    ];
    for (const change of changes)
      for (const file of carrying(change)) expect(await verdict(file)).toEqual(['altered', false]);
  });
});

describe('a file whose manifest does not say what it shows', () => {
  const pdf = (changes: object, language = 'en') => {
    const drawn = inLanguage(language, () => certificatePdf({ ...files.drawing, ...changes }));
    return carryInPdf(new Uint8Array(drawn), files.carried, files.signer, TIME);
  };

  it('is a PDF whose title, subject and author are compared with the credential', async () => {
    for (const change of [
      { studentName: 'Mallory' },
      { courseName: 'Surgery' },
      { issuerName: 'Žižkov (A\\B)' },
    ])
      expect(await verdict(pdf(change))).toEqual(['altered', false]);
  });

  it('keeps its verdict as a PNG', async () => {
    const picture = certificatePng({ ...files.drawing, studentName: 'Mallory' });
    expect(await verdict(carryInPng(picture, files.carried, files.signer, TIME))).toEqual(['genuine', true]);
  });

  it('is genuine with names of every kind, in the title of every language', async () => {
    const languages = languageNames();
    expect(PDF_TITLES).toHaveLength(languages.length);
    for (const language of languages) expect(await verdict(pdf({}, language))).toEqual(['genuine', true]);
    for (const studentName of ['Ann (x) \\ y)', 'Žofie Ünïcode', 'పేరు 𝒜', 'Zoë\u0301 O’Neil', '(', 'x\\']) {
      const named = await carriedFiles({ studentName });
      const drawn = new Uint8Array(certificatePdf({ ...named.drawing, studentName }));
      const file = carryInPdf(drawn, named.carried, named.signer, TIME);
      const report = await authenticate(file, trustIn(named.log.vkey));
      expect([studentName, report.verdict]).toEqual([studentName, 'genuine']);
    }
  });
});
