import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { FAST_START } from '#tests/support/server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const LINES = 2_000;
/** Logs more than a pipe holds, says so, and ends when it is told to. */
const PROGRAM = `
  import { log } from './app/shared/log.server.ts';
  for (let n = 0; n < ${LINES}; n += 1) log.info({ n }, 'x'.repeat(200));
  process.stdin.once('data', () => process.exit(0));
  process.stderr.write('logged');`;
const END_MS = 10_000;

async function startLogging(stdout: 'pipe' | number) {
  const child = spawn(process.execPath, [...FAST_START.options, '--input-type=module', '-e', PROGRAM], {
    stdio: ['pipe', stdout, 'pipe'],
    env: FAST_START.env,
    timeout: END_MS,
  });
  const exited = once(child, 'exit');
  child.stdin?.on('error', () => undefined);
  await once(child.stderr as NonNullable<typeof child.stderr>, 'data');
  return {
    stdout: child.stdout,
    /** Ends the program, and returns its exit code and signal. */
    end() {
      child.stdin?.write('end');
      return exited;
    },
  };
}

const numbersIn = (output: string) =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { n: number }).n);
const ALL = Array.from({ length: LINES }, (_, n) => n);

describe('a program whose log nobody reads', () => {
  it('goes on, and ends', async () => {
    const program = await startLogging('pipe');
    expect(await program.end()).toEqual([0, null]);
    program.stdout?.destroy();
  });

  it('writes all lines once somebody reads', async () => {
    const program = await startLogging('pipe');
    const output = text(program.stdout as NonNullable<typeof program.stdout>);
    expect(await program.end()).toEqual([0, null]);
    expect(numbersIn(await output)).toEqual(ALL);
  });
});

const disk = smallDisk(2);
afterAll(disk.remove);

describe.skipIf(!disk.mounted)('a program whose log is on a full disk (needs root to mount one)', () => {
  const file = join(disk.folder, 'log');
  const startOnFullDisk = async () => {
    const log = openSync(file, 'w');
    disk.fill();
    const program = await startLogging(log);
    closeSync(log);
    expect(readFileSync(file, 'utf8')).toBe('');
    return program;
  };

  it('goes on, and ends', async () => {
    const program = await startOnFullDisk();
    expect(await program.end()).toEqual([0, null]);
  });

  it('writes all lines once there is space', async () => {
    const program = await startOnFullDisk();
    disk.free();
    await expect.poll(() => numbersIn(readFileSync(file, 'utf8'))).toEqual(ALL);
    expect(await program.end()).toEqual([0, null]);
  });
});
