/** Poppler and qpdf judge the PDFs of the corpus as we do where they can, and read in them what their credentials say. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Report, readFile, shownOf } from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { inOneLine } from '#tests/golden/names.ts';
import {
  CORPUS,
  corpusReports,
  readCorpusFile,
  readIndex,
  setOf,
} from '#tests/support/corpus/read-corpus.ts';

const names = Object.keys(readIndex()).filter((name) => name.endsWith('.pdf'));
const isHere = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
for (const tool of ['pdfsig', 'qpdf', 'pdfinfo', 'pdftotext']) {
  if (!isHere(tool)) process.stdout.write(`skipped: ${tool} is not installed\n`);
}

let reports: Map<string, Report>;
beforeAll(async () => {
  reports = await corpusReports(names);
});

const fileCheck = (name: string) => reports.get(name)?.checks.find(({ id }) => id === 'file');

/** What pdfsig says of a signature for PDF readers. */
function pdfsig(name: string): 'none' | 'whole' | 'continued' | 'broken' {
  const { stdout } = spawnSync('pdfsig', [join(CORPUS, name)], { encoding: 'utf8' });
  if (!stdout.includes('Signature #1')) return 'none';
  if (!stdout.includes('Signature is Valid.')) return 'broken';
  return stdout.includes('Not total document signed') ? 'continued' : 'whole';
}

it.skipIf(!isHere('pdfsig'))('pdfsig finds the signatures that we find, whole where we say so', () => {
  const rows = names.map((name) => ({ name, theirs: pdfsig(name), ours: fileCheck(name) }));
  for (const { name, theirs, ours } of rows) {
    const isFound = ours?.passed === true && /It carries the signature of/.test(ours.message);
    if (isFound) expect([name, theirs]).toEqual([name, 'whole']);
    // A signature that was broken, or after which something was added, is not genuine.
    if (theirs === 'broken' || theirs === 'continued') expect([name, ours?.passed]).toEqual([name, false]);
    // Whoever signs a file again makes a valid signature, but not the one that the issuer names.
    if (theirs === 'whole' && !isFound) expect([name, ours?.passed]).toEqual([name, false]);
  }
  expect(new Set(rows.map(({ theirs }) => theirs))).toEqual(
    new Set(['none', 'whole', 'continued', 'broken']),
  );
});

it.skipIf(!isHere('qpdf'))('qpdf finds no fault in the structure of a file that is as it was drawn', () => {
  const asDrawn = names.filter((name) => fileCheck(name)?.passed);
  expect(asDrawn.length).toBeGreaterThan(15);
  for (const name of asDrawn) {
    const { status, stdout } = spawnSync('qpdf', ['--check', join(CORPUS, name)], { encoding: 'utf8' });
    expect([name, status, stdout]).toEqual([
      name,
      0,
      expect.stringContaining('No syntax or stream encoding errors'),
    ]);
  }
  const faulty = names.filter((name) => spawnSync('qpdf', ['--check', join(CORPUS, name)]).status !== 0);
  expect(faulty.length).toBeGreaterThan(3);
  expect(faulty.filter((name) => fileCheck(name)?.passed)).toEqual([]);
});

describe.skipIf(!isHere('pdftotext') || !isHere('pdfinfo'))('Poppler', () => {
  // Before version 0.5, a page had no tags, and its text was what its glyphs say.
  const tagged = names.filter((name) => setOf(name) !== '');
  const printed = (tool: string, ...options: string[]) =>
    spawnSync(tool, options, { encoding: 'utf8' }).stdout;

  it('reads the exact texts of the credential in each file that is as it was drawn', () => {
    const asDrawn = tagged.filter((name) => fileCheck(name)?.passed);
    expect(asDrawn.length).toBeGreaterThanOrEqual(8);
    for (const name of asDrawn) {
      const said = shownOf(readFile(readCorpusFile(name)).document);
      const text = inOneLine(printed('pdftotext', join(CORPUS, name), '-'));
      for (const fact of [said?.studentName, said?.courseName, said?.issuerName, said?.uniqueId]) {
        expect([name, text]).toEqual([name, expect.stringContaining(`${fact}`.normalize('NFC'))]);
      }
    }
  });

  it('finds their structure', () => {
    for (const name of tagged) {
      const path = join(CORPUS, name);
      expect([name, printed('pdfinfo', path)]).toEqual([name, expect.stringMatching(/^Tagged: +yes$/m)]);
      const structure = printed('pdfinfo', '-struct-text', path);
      expect([name, structure]).toEqual([
        name,
        expect.stringMatching(/H1 \(block\)[\s\S]*P \(block\)[\s\S]*Figure/),
      ]);
    }
  });
});
