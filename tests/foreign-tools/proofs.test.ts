/** Go's sumdb/note and sumdb/tlog judge the log proofs of the corpus as we do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodeBase64,
  hashLeaf,
  openCheckpoint,
  parsePolicy,
  parseTlogProof,
  readCheckpoint,
  readFile,
  verifyInclusion,
} from '@certrace/verify';
import { afterAll, expect, it } from 'vitest';
import { indexOf, readCorpusFile, relied, SETS } from '#tests/support/corpus/read-corpus.ts';
import { goEnvironment, hasGo } from '#tests/support/go.ts';

const isHere = hasGo();

const folder = mkdtempSync(join(tmpdir(), 'certrace-proofs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The log proof in a file, or null. */
function proofIn(name: string) {
  try {
    const { proof } = readFile(readCorpusFile(name));
    const parsed = proof === null ? null : parseTlogProof(proof);
    const checkpoint = parsed && readCheckpoint(parsed.checkpoint);
    if (!parsed?.extra || !checkpoint) return null;
    const { entry } = JSON.parse(Buffer.from(parsed.extra).toString()) as { entry: string };
    return { ...parsed, claimed: checkpoint, leaf: hashLeaf(Buffer.from(entry, 'base64')) };
  } catch {
    return null;
  }
}

/** What we say of the log proofs in the files of a set, and what Go says. */
function judge(set: string): [ours: Record<string, string>, theirs: Record<string, string>] {
  const policy = readFileSync(relied(set).policy, 'utf8');
  const [log] = parsePolicy(policy).logs;
  if (!log) throw new Error('The policy has no log');
  const vkey = /^log (\S+)/m.exec(policy)?.[1] ?? '';
  const files = join(folder, `proofs-${set}`);
  mkdirSync(files);
  const ours: Record<string, string> = {};
  for (const name of Object.keys(indexOf(set))) {
    const found = proofIn(join(set, name));
    if (!found) continue;
    const { index, hashes, checkpoint, claimed, leaf } = found;
    const lines = [index, encodeBase64(leaf), hashes.map(encodeBase64).join(' '), checkpoint];
    writeFileSync(join(files, name), lines.join('\n'));
    const isSigned = openCheckpoint(checkpoint, log.key) !== null;
    ours[name] = `${isSigned} ${verifyInclusion(index, claimed.size, leaf, hashes, claimed.root)}`;
  }
  const program = 'tests/foreign-tools/proofs.go';
  const output = execFileSync('go', ['run', program, vkey, files], {
    env: goEnvironment(folder),
    encoding: 'utf8',
  });
  const theirs = Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
  );
  return [ours, theirs];
}

it.skipIf(!isHere)('Go accepts the signatures and the proofs that we accept, and no others', () => {
  const judged = SETS.map(judge);
  for (const [ours, theirs] of judged) expect(theirs).toEqual(ours);
  expect(new Set(judged.flatMap(([ours]) => Object.values(ours)))).toEqual(
    new Set(['true true', 'false true', 'true false', 'false false']),
  );
});
