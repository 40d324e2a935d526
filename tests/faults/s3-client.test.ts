import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startS3 } from '#tests/support/s3-stand-in.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => {
  testEnvironment(s3.settings);
  s3.reset();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const UNAVAILABLE = 'The file storage is not responding. Please try again in a moment.';
const bytes = Buffer.from('bytes');
const withTimeout = (seconds: number) =>
  testEnvironment({ ...s3.settings, S3_TIMEOUT_SECONDS: String(seconds) });

async function listed() {
  const names: string[] = [];
  for await (const { name } of fileStore().list('')) names.push(name);
  return names;
}

it('sends a request again that fails at once', async () => {
  let failures = 2;
  s3.state.failFor = () => failures-- > 0;
  await fileStore().write('a', bytes);
  expect(s3.calls).toEqual(['PUT a', 'PUT a', 'PUT a']);
});

it('does not wait longer than the time limit, whatever Retry-After says', async () => {
  withTimeout(0.1);
  Object.assign(s3.state, { failWith: 503, retryAfterSeconds: 3_600 });
  const start = performance.now();
  await expect(fileStore().write('a', bytes)).rejects.toThrow(UNAVAILABLE);
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(s3.calls).toEqual(['PUT a']);
});

it('stops reading a small file in which the storage stalls', async () => {
  await fileStore().write('a', bytes);
  withTimeout(0.2);
  s3.state.stallsInBody = true;
  await expect(fileStore().read('a')).rejects.toThrow(UNAVAILABLE);
});

it('lists all pages, and takes no other page for an empty bucket', async () => {
  const names = Array.from({ length: 1_001 }, (_, n) => `a/${String(n).padStart(4, '0')} & <more>`);
  for (const name of names) s3.objects.set(name, bytes);
  expect(await listed()).toEqual(names);
  await fileStore().remove(names);
  expect(s3.objects.size).toBe(0);
  expect(await listed()).toEqual([]);
  s3.state.showsPage = true;
  await expect(listed()).rejects.toThrow(UNAVAILABLE);
});

it('serves others while many viewers have paused', async () => {
  s3.objects.set('video', Buffer.alloc(4_000_000));
  const open = () => fileStore().stream('video', { start: 0, end: 3_999_999 });
  const paused = await Promise.all(Array.from({ length: 80 }, open));
  expect((await new Response(await open()).arrayBuffer()).byteLength).toBe(4_000_000);
  for (const stream of paused) await stream.cancel();
});

it('logs only the status and the code of what the storage sends', async () => {
  const error = vi.spyOn(log, 'error');
  testEnvironment({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'another secret' });
  await expect(fileStore().write('a', bytes)).rejects.toThrow(UNAVAILABLE);
  const logged = { name: 'a', status: 403, code: 'SignatureDoesNotMatch' };
  expect(error.mock.calls).toEqual([[logged, 'S3 request failed']]);
});

it('ignores the variables of other programs that use AWS', async () => {
  vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true');
  vi.stubEnv('AWS_USE_DUALSTACK_ENDPOINT', 'true');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOTHER');
  await fileStore().write('a', bytes);
  expect(await fileStore().size('a')).toBe(bytes.length);
});

/** Prints whether a program imported the client of S3, when it ends. */
const REPORT = `data:text/javascript,
  import { createRequire } from 'node:module';
  process.on('exit', () => {
    const { cache } = createRequire(process.cwd() + '/server.ts');
    const isLoaded = Object.keys(cache).some((path) => path.includes('@aws-sdk'));
    console.log('client of S3: ' + isLoaded);
  });`;

it('is imported only with STORAGE=s3', async () => {
  for (const settings of [{}, s3.settings]) {
    const server = await startServer({
      env: { ...settings, NODE_OPTIONS: `--import "${REPORT.replaceAll(/\s+/g, ' ').replaceAll('"', '')}"` },
    });
    await server.stop();
    expect(server.output).toContain(`client of S3: ${'STORAGE' in settings}`);
  }
});
