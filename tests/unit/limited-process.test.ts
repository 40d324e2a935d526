import { openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Limits, runLimited } from '#app/files/images/decoder-process.server.ts';

// Thumbnails are decoded in such a process. tests/faults/image-bombs.test.ts tests it with hostile images.

const AMPLE: Limits = { cpuSeconds: 30, memoryKb: 4_000_000, timeoutMs: 30_000 };
const nothing = openSync('/dev/null', 'r');
const run = (script: string, limits: Partial<Limits>) =>
  runLimited(['-e', script], nothing, { ...AMPLE, ...limits });

describe.runIf(process.platform === 'linux')('a limited process', () => {
  it('returns its output', async () => {
    const { code, signal, output, errors } = await run('process.stdout.write("made")', {});
    expect([code, signal, String(output), errors]).toEqual([0, null, 'made', '']);
  });

  // Beside other work, a process of low priority may need a minute for a second of processor time.
  it('is killed when it exceeds its processor time', async () => {
    const { code, signal } = await run('while (true);', { cpuSeconds: 1, timeoutMs: 120_000 });
    expect([code, signal]).toEqual([null, 'SIGKILL']);
  });

  it('cannot allocate more than its memory limit', async () => {
    const allocate =
      'const kept = []; for (let n = 0; n < 30; n += 1) kept.push(Buffer.alloc(5e7)); console.log("all of it")';
    const free = await run(allocate, {});
    const limited = await run(allocate, { memoryKb: 1_000_000 });
    expect([String(free.output), String(limited.output)]).toEqual(['all of it\n', '']);
  });

  it('is killed when it exceeds its time limit', async () => {
    const { signal } = await run('setTimeout(() => undefined, 10_000)', { timeoutMs: 300 });
    expect(signal).toBe('SIGKILL');
  });
});
