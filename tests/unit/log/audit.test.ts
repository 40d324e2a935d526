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

/** Creates a log with these entries. All logs share one key, because a dishonest operator can sign any log. */
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

it('the first audit mirrors a log, and later audits only append to the mirror', async () => {
  expect(await audit(reader(honest))).toEqual({ size: SIZE, before: 0 });
  const later = logOf(names(LATER));
  expect(await audit(reader(later))).toEqual({ size: LATER, before: SIZE });
  const copied = await readEntries(logReader(mirror), LATER);
  expect(copied.map((entry) => Buffer.from(entry).toString())).toEqual(names(LATER));
  expect(existsSync(join(mirror, 'tile/entries/002.p/188'))).toBe(false);
  // The mirror itself passes an audit.
  const second = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
  expect(await auditLog(logReader(mirror), second, key)).toEqual({ size: LATER, before: 0 });
  rmSync(second, { recursive: true });
});

describe('an audit of a log that was changed and signed again', () => {
  const changed: [string, (entries: string[]) => string[], RegExp][] = [
    ['a removed entry', (it) => it.toSpliced(300, 1), /^Entry 300 was removed: the next entry/],
    ['removed last entries', (it) => it.slice(0, 690), /^Entry 690 was removed: the log has 690/],
    ['a replaced entry', (it) => it.with(256, 'other'), /^Entry 256 was changed/],
    ['a replaced last entry', (it) => it.with(699, 'other'), /^Entry 699 was changed/],
    [
      'two swapped entries',
      (it) => it.with(10, 'entry 11').with(11, 'entry 10'),
      /reordered from entry 10 on: it is now entry 11/,
    ],
    ['an inserted entry', (it) => it.toSpliced(42, 0, 'other'), /from entry 42 on: it is now entry 43/],
    [
      'a different history since a restored backup',
      (it) => [...it.slice(0, 650), ...names(LATER).map((name) => `fork ${name}`)],
      /^Entry 650 was changed/,
    ],
  ];

  it.each(changed)('detects %s', async (_, change, message) => {
    await audit(reader(honest));
    const kept = readFileSync(join(mirror, 'checkpoint'), 'utf8');
    const attempt = audit(reader(logOf(change(names(SIZE)))));
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(InconsistentLog);
    // The mirror keeps both signed checkpoints, which prove the change to others.
    expect(readFileSync(join(mirror, 'checkpoint'), 'utf8')).toBe(kept);
    expect(readFileSync(join(mirror, 'contradiction.txt'), 'utf8')).toContain(kept);
  });
});

describe('an audit of a log whose files do not match its checkpoint', () => {
  const withFile =
    (wanted: string, change: (bytes: Buffer) => Buffer): ReadLogFile =>
    async (path) => {
      const bytes = Buffer.from(await honest.file(path));
      return path === wanted ? change(bytes) : bytes;
    };
  const flip = (at: number) => (bytes: Buffer) => bytes.fill((bytes[at] as number) ^ 1, at, at + 1);

  it.each<[string, string, (bytes: Buffer) => Buffer, RegExp]>([
    ['leaf', 'tile/0/001', flip(5 * 32), /tile\/0\/001 .* from entry 261 on/],
    ['node', 'tile/1/000.p/2', flip(40), /tile\/1\/000.p\/2 .* from entry 256 on/],
    ['length of a tile', 'tile/0/002.p/188', (bytes) => bytes.subarray(0, 320), /from entry 522 on/],
    ['entry', 'tile/entries/000', flip(4), /tile\/0\/000 .* from entry 0 on/],
    ['signature', 'checkpoint', flip(60), /not signed with the key/],
  ])('detects a changed %s', async (_, path, change, message) => {
    await expect(audit(withFile(path, change))).rejects.toThrow(message);
    expect(existsSync(join(mirror, 'checkpoint'))).toBe(false);
  });

  it('detects a changed entry whose tile was changed too', async () => {
    const other = logOf(names(SIZE).with(3, 'other'));
    const read: ReadLogFile = (path) => (path === 'checkpoint' ? honest : other).file(path);
    await expect(audit(read)).rejects.toThrow('do not match the root');
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
