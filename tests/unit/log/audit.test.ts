import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logReader, parseVerifierKey, type ReadLogFile, readEntries } from '@certrace/verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryLog } from '#tests/support/memory-log.ts';
import { processorMs } from '#tests/support/processor-time.ts';
import { auditLog, InconsistentLog, OlderLog } from '../../../examples/audit.ts';
import { logDifferences } from '../../../examples/log-differences.ts';

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
  expect(await audit(reader(honest))).toEqual({ size: SIZE, before: 0, datedBack: [] });
  const later = logOf(names(LATER));
  expect(await audit(reader(later))).toEqual({ size: LATER, before: SIZE, datedBack: [] });
  const copied = await readEntries(logReader(mirror), LATER);
  expect(copied.map((entry) => Buffer.from(entry).toString())).toEqual(names(LATER));
  expect(existsSync(join(mirror, 'tile/entries/002.p/188'))).toBe(false);
  // The mirror itself passes an audit.
  const second = mkdtempSync(join(tmpdir(), 'certrace-mirror-'));
  expect(await auditLog(logReader(mirror), second, key)).toMatchObject({ size: LATER, before: 0 });
  rmSync(second, { recursive: true });
});

describe('an audit of a log that was changed and signed again', () => {
  type Change = (entries: string[]) => string[];
  const swap = (entries: string[], one: number, other: number) =>
    entries.with(one, entries[other] ?? '').with(other, entries[one] ?? '');
  const changed: [what: string, change: Change, named: string[]][] = [
    ['a removed entry', (it) => it.toSpliced(300, 1), ['Entry 300 was removed.']],
    ['removed entries', (it) => it.toSpliced(300, 3), ['Entries 300 to 302 were removed.']],
    ['a removed first entry', (it) => it.slice(1), ['Entry 0 was removed.']],
    ['a replaced entry', (it) => it.with(256, 'other'), ['Entry 256 was changed.']],
    ['a replaced last entry', (it) => it.with(699, 'other'), ['Entry 699 was changed.']],
    ['two swapped entries', (it) => swap(it, 10, 11), ['Entries 10 and 11 were swapped.']],
    ['two swapped entries far apart', (it) => swap(it, 3, 650), ['Entries 3 and 650 were swapped.']],
    [
      'three entries in a circle',
      (it) => swap(swap(it, 10, 20), 20, 30),
      [
        'Entry 10 was reordered: it is now entry 30.',
        'Entry 20 was reordered: it is now entry 10.',
        'Entry 30 was reordered: it is now entry 20.',
      ],
    ],
    [
      'a moved entry',
      (it) => it.toSpliced(5, 1).toSpliced(400, 0, 'entry 5'),
      ['Entry 5 was reordered: it is now entry 400.'],
    ],
    [
      'an inserted entry',
      (it) => it.toSpliced(42, 0, 'other'),
      ['Entry 42 was inserted, by the places now.'],
    ],
    ['an inserted first entry', (it) => ['other', ...it], ['Entry 0 was inserted, by the places now.']],
    [
      'inserted entries',
      (it) => it.toSpliced(42, 0, 'other', 'another'),
      ['Entries 42 to 43 were inserted, by the places now.'],
    ],
    [
      'a different history since a restored backup',
      (it) => [...it.slice(0, 650), ...names(LATER).map((name) => `fork ${name}`)],
      ['Entries 650 to 699 were changed.'],
    ],
    [
      'a shorter history',
      (it) => [...it.slice(0, 650), 'other'],
      ['Entry 650 was changed.', 'Entries 651 to 699 were removed.'],
    ],
    [
      'everything at once, and new entries',
      (it) => [...swap(it, 20, 25).with(100, 'other').toSpliced(500, 0, 'inserted').toSpliced(300, 1), 'new'],
      [
        'Entry 100 was changed.',
        'Entry 300 was removed.',
        'Entry 499 was inserted, by the places now.',
        'Entries 20 and 25 were swapped.',
      ],
    ],
  ];

  it.each(changed)('names %s', async (_, change, named) => {
    await audit(reader(honest));
    const kept = readFileSync(join(mirror, 'checkpoint'), 'utf8');
    const other = logOf(change(names(SIZE)));
    const attempt = audit(reader(other));
    await expect(attempt).rejects.toThrow(new InconsistentLog(named.join('\n')));
    await expect(attempt).rejects.toBeInstanceOf(InconsistentLog);
    expect(readFileSync(join(mirror, 'checkpoint'), 'utf8')).toBe(kept);
    // Only two signed checkpoints of one size prove the change to others.
    const proof = join(mirror, 'contradiction.txt');
    expect(existsSync(proof)).toBe(other.entries.length === SIZE);
    if (existsSync(proof)) {
      expect(readFileSync(proof, 'utf8')).toBe(`${kept}\n${other.checkpoint()}`);
    }
  });

  it('names at most twenty differences, and says how many more there are', async () => {
    await audit(reader(honest));
    const other = names(SIZE).map((name, index) => (index % 10 === 0 ? `other ${index}` : name));
    await expect(audit(reader(logOf(other)))).rejects.toThrow(
      /190 was changed\.\nThere are 50 more differences\.$/,
    );
  });

  it('has two signed checkpoints of one size although the entries are the same', async () => {
    await audit(reader(honest));
    const fork = logOf(names(SIZE).with(3, 'other'));
    const read: ReadLogFile = (path) => (path === 'checkpoint' ? fork : honest).file(path);
    await expect(audit(read)).rejects.toThrow('do not match the root');
    expect(readFileSync(join(mirror, 'contradiction.txt'), 'utf8')).toContain(fork.checkpoint());
  });
});

it('names the differences of two long logs without delay', () => {
  const entries = (what: string) =>
    Array.from({ length: 200_000 }, (_, index) => Buffer.from(`${what} ${index}`));
  const equal = Array<Buffer>(200_000).fill(Buffer.from('the same entry'));
  const [one, other] = [entries('one'), entries('other')];
  const taken = processorMs(() => {
    expect(logDifferences(one, other)).toEqual(['Entries 0 to 199999 were changed.']);
    expect(logDifferences(one, one.toReversed())).toHaveLength(100_000);
    expect(logDifferences(one, equal)).toEqual(['Entries 0 to 199999 were changed.']);
    expect(logDifferences(equal, equal)).toEqual([]);
  });
  expect(taken).toBeLessThan(10_000);
});

describe('an audit of an older log', () => {
  it('is neither consistent nor a removal, and leaves the mirror as it was', async () => {
    await audit(reader(honest));
    for (const size of [690, 256, 1]) {
      const attempt = audit(reader(logOf(names(size))));
      await expect(attempt).rejects.toBeInstanceOf(OlderLog);
      await expect(attempt).rejects.toThrow(
        `The checkpoint is older: it has ${size} entries, and the last audit saw 700.`,
      );
    }
    expect(existsSync(join(mirror, 'contradiction.txt'))).toBe(false);
    expect(await audit(reader(honest))).toMatchObject({ size: SIZE, before: SIZE });
  });

  it('with a root of other entries is inconsistent', async () => {
    await audit(reader(honest));
    const [older, fork] = [logOf(names(600)), logOf(names(600).with(3, 'other'))];
    const read: ReadLogFile = (path) => (path === 'checkpoint' ? fork : older).file(path);
    await expect(audit(read)).rejects.toBeInstanceOf(InconsistentLog);
  });
});

it('an audit names new entries that are dated back by more than a day, once', async () => {
  const log = memoryLog();
  log.issue(Buffer.from('a'), '2026-01-02T12:00:00Z');
  log.issue(Buffer.from('a day earlier'), '2026-01-01T12:00:00Z');
  log.issue(Buffer.from('b'), '2026-01-03T12:00:00Z');
  log.issue(Buffer.from('c'), '2020-01-01T12:00:00Z');
  log.issue(Buffer.from('d'), '2020-01-01T12:00:00Z');
  const back = ['Entry 3 is dated back: 2020-01-01T12:00:00.000Z, after 2026-01-03T12:00:00.000Z.'];
  expect(await audit(reader(log))).toEqual({ size: 5, before: 0, datedBack: back });
  expect(await audit(reader(log))).toEqual({ size: 5, before: 5, datedBack: [] });
});

it('a log that has no entry yet is consistent, and so is its growth', async () => {
  const log = memoryLog();
  expect(await audit(reader(log))).toEqual({ size: 0, before: 0, datedBack: [] });
  expect(await audit(reader(logOf(names(3))))).toEqual({ size: 3, before: 0, datedBack: [] });
  await expect(audit(reader(log))).rejects.toBeInstanceOf(OlderLog);
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
  const serve = async (entries: string[]) => {
    rmSync(mirror, { recursive: true });
    mkdirSync(mirror);
    await auditLog(reader(logOf(entries)), mirror, key);
  };
  await serve(names(600));
  expect(await run(mirror, '--key', honest.vkey)).toEqual([
    2,
    expect.stringContaining('is older: it has 600'),
  ]);
  await serve(names(SIZE).toSpliced(600, 1).toSpliced(5, 0, 'other'));
  expect(await run(mirror, '--key', honest.vkey)).toEqual([
    1,
    'Entry 600 was removed.\nEntry 5 was inserted, by the places now.\n',
  ]);
  expect(await run(mirror, '--key', 'no key')).toEqual([2, expect.stringContaining('--key')]);
  rmSync(copy, { recursive: true });
});
