import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodeBase64, parseVerifierKey } from '@certrace/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goEnvironment, hasGo } from '#tests/support/go.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { auditLog } from '../../../examples/audit.ts';

const isHere = hasGo();

const OLD = 200;
const SIZE = 700;
let folder: string;
let program: string;
const log = memoryLog();

async function buildChecker() {
  await promisify(execFile)('go', ['build', '-o', program, 'tests/support/go-checker/main.go'], {
    env: goEnvironment(folder),
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-go-'));
  program = join(folder, 'checker');
  if (isHere) await buildChecker();
  for (let index = 0; index < SIZE; index += 1) log.add(Buffer.from(`entry ${index}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function checkWithGo(proofs: string[]) {
  const [mirror, old, list] = ['mirror', 'old', 'proofs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const key = parseVerifierKey(log.vkey);
  if (!key) throw new Error('no key');
  await auditLog((path) => log.file(path), mirror, key);
  writeFileSync(old, log.checkpoint(OLD));
  writeFileSync(list, proofs.join('\n'));
  const { stdout } = await promisify(execFile)(program, [mirror, log.vkey, old, list]);
  return stdout;
}

const line = (name: string, number: number, hashes: Uint8Array[]) =>
  [name, number, ...hashes.map(encodeBase64)].join(' ');

it.skipIf(!isHere)('Go’s sumdb/note and sumdb/tlog accept our checkpoint, tiles and proofs', async () => {
  const included = Array.from({ length: SIZE }, (_, index) => line('in', index, log.inclusion(index, SIZE)));
  const consistent = line('since', OLD, log.consistency(OLD, SIZE));
  expect(await checkWithGo([...included, consistent])).toBe(
    '700 leaves, 700 inclusion proofs, 1 consistency proofs\n',
  );
});

it.skipIf(!isHere)('Go’s sumdb/tlog rejects the proof of another leaf', async () => {
  await expect(checkWithGo([line('in', 3, log.inclusion(4, SIZE))])).rejects.toThrow(/invalid/);
});
