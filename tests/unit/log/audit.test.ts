import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logReader, parseVerifierKey, type ReadLogFile, readEntries } from '@certrace/verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryLog } from '#tests/support/memory-log.ts';
import { auditLog, InconsistentLog } from '../../../examples/audit.ts';

const SIZE = 700;
const LATER = 800;
const names = (size: number) => Array.from({ length: size }, (_, index) => `entry ${index}`);

/** A log with these entries. All have the same key: an operator signs what it wants. */
function logOf(entries: string[]) {
  const log = memoryLog();
  for (const entry of entries) log.add(Buffer.from(entry));
  return log;
}

const honest = logOf(names(SIZE));
const key = parseVerifierKey(honest.vkey);
if (!key) throw new Error('no key');

let mirror: string;
beforeEach(() => {
  mirror = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
});
afterEach(() => rmSync(mirror, { recursive: true, force: true }));

const audit = (read: ReadLogFile) => auditLog(read, mirror, key);
const reader =
  (log: typeof honest): ReadLogFile =>
  (path) =>
    log.file(path);

it('mirrors a log, and later only adds to the mirror', async () => {
  expect(await audit(reader(honest))).toEqual({ size: SIZE, before: 0 });
  const later = logOf(names(LATER));
  expect(await audit(reader(later))).toEqual({ size: LATER, before: SIZE });
  const copied = await readEntries(logReader(mirror), LATER);
  expect(copied.map((entry) => Buffer.from(entry).toString())).toEqual(names(LATER));
  expect(existsSync(join(mirror, 'tile/entries/002.p/188'))).toBe(false);
  // What it wrote is a log that passes an audit in turn.
  const second = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
  expect(await auditLog(logReader(mirror), second, key)).toEqual({ size: LATER, before: 0 });
  rmSync(second, { recursive: true });
});

describe('a log that was doctored and signed again', () => {
  const doctored: [string, (entries: string[]) => string[], RegExp][] = [
    ['without an entry', (it) => it.toSpliced(300, 1), /^Entry 300 was removed: the one after it/],
    ['without its last entries', (it) => it.slice(0, 690), /^Entry 690 was removed: the log has 690/],
    ['with another entry in its place', (it) => it.with(256, 'other'), /^Entry 256 was changed/],
    ['with its last entry changed', (it) => it.with(699, 'other'), /^Entry 699 was changed/],
    [
      'with two entries swapped',
      (it) => it.with(10, 'entry 11').with(11, 'entry 10'),
      /reordered from entry 10 on: it is entry 11/,
    ],
    ['with an entry put between', (it) => it.toSpliced(42, 0, 'other'), /from entry 42 on: it is entry 43/],
    [
      'with another history since a restored backup',
      (it) => [...it.slice(0, 650), ...names(LATER).map((name) => `fork ${name}`)],
      /^Entry 650 was changed/,
    ],
  ];

  it.each(doctored)('%s is caught', async (_, doctor, message) => {
    await audit(reader(honest));
    const kept = readFileSync(join(mirror, 'checkpoint'), 'utf8');
    const attempt = audit(reader(logOf(doctor(names(SIZE)))));
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(InconsistentLog);
    // The mirror stays, and both signed checkpoints with it: they prove it to others.
    expect(readFileSync(join(mirror, 'checkpoint'), 'utf8')).toBe(kept);
    expect(readFileSync(join(mirror, 'contradiction.txt'), 'utf8')).toContain(kept);
  });
});

describe('a log whose files do not fit its checkpoint', () => {
  const withFile =
    (wanted: string, change: (bytes: Buffer) => Buffer): ReadLogFile =>
    async (path) => {
      const bytes = Buffer.from(await honest.file(path));
      return path === wanted ? change(bytes) : bytes;
    };
  const flip = (at: number) => (bytes: Buffer) => bytes.fill((bytes[at] as number) ^ 1, at, at + 1);

  it.each<[string, string, (bytes: Buffer) => Buffer, RegExp]>([
    ['a leaf', 'tile/0/001', flip(5 * 32), /tile\/0\/001 .* from entry 261 on/],
    ['a node', 'tile/1/000.p/2', flip(40), /tile\/1\/000.p\/2 .* from entry 256 on/],
    ['a short tile', 'tile/0/002.p/188', (bytes) => bytes.subarray(0, 320), /from entry 522 on/],
    ['an entry', 'tile/entries/000', flip(4), /tile\/0\/000 .* from entry 0 on/],
    ['a signature', 'checkpoint', flip(60), /not signed with the key/],
  ])('%s', async (_, path, change, message) => {
    await expect(audit(withFile(path, change))).rejects.toThrow(message);
    expect(existsSync(join(mirror, 'checkpoint'))).toBe(false);
  });

  it('an entry and its tile, which no longer lead to the root', async () => {
    const other = logOf(names(SIZE).with(3, 'other'));
    const read: ReadLogFile = (path) => (path === 'checkpoint' ? honest : other).file(path);
    await expect(audit(read)).rejects.toThrow('do not lead to the root');
  });
});

it('the command exits 0, 1 and 2', async () => {
  await audit(reader(honest));
  const copy = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['examples/audit.ts', ...args, '--mirror', copy]).then(
      ({ stdout }) => [0, stdout],
      ({ code, stderr }) => [code, stderr],
    );
  expect(await run(mirror, '--key', honest.vkey)).toEqual([
    0,
    expect.stringContaining('700 entries, 700 of them'),
  ]);
  expect(await run(mirror, '--key', memoryLog('log.example/other').vkey)).toEqual([
    2,
    expect.stringContaining('damaged'),
  ]);
  await auditLog(reader(logOf(names(600))), mirror, key).catch(() => {});
  rmSync(join(mirror, 'checkpoint'));
  await auditLog(reader(logOf(names(600))), mirror, key);
  expect(await run(mirror, '--key', honest.vkey)).toEqual([
    1,
    expect.stringContaining('Entry 600 was removed'),
  ]);
  expect(await run(mirror, '--key', 'no key')).toEqual([2, expect.stringContaining('--key')]);
  rmSync(copy, { recursive: true });
});
