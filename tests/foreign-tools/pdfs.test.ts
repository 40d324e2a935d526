/** Poppler's pdfsig and qpdf judge the PDFs of the corpus as we do where they can. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { authenticate, type Report } from '@certrace/verify';
import { beforeAll, expect, it } from 'vitest';
import { CORPUS, corpusTrust, readCorpusFile, readIndex } from '#tests/support/corpus/read-corpus.ts';

const names = Object.keys(readIndex()).filter((name) => name.endsWith('.pdf'));
const isHere = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
for (const tool of ['pdfsig', 'qpdf']) {
  if (!isHere(tool)) process.stdout.write(`skipped: ${tool} is not installed\n`);
}

let reports: Map<string, Report>;
beforeAll(async () => {
  const trust = await corpusTrust();
  reports = new Map();
  for (const name of names) reports.set(name, await authenticate(readCorpusFile(name), trust));
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
