import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportResponse } from '#app/routes/export-response.server.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { makeMember } from '#tests/support/members.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PATH = '/admin/issued-certificates.csv';

beforeEach(() => testEnvironment({ RATE_LIMITS: 'on' }));

const start = ({ cookie }: Person, path = PATH) => fetchPage(path, { cookie });

/** Starts an export and reads its first part. One that nobody begins to read ends after two seconds. */
async function startReading(person: Person) {
  const { status, body } = await start(person);
  const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  await reader.read();
  return {
    status,
    async readToEnd() {
      while (!(await reader.read()).done);
    },
  };
}

/** Status, Retry-After and message of a refused export. */
async function refusal(response: Response): Promise<[number, string | null, string]> {
  const message = (await response.text()).trim();
  return [response.status, response.headers.get('retry-after'), message];
}

const TAKEN = 'You already have two downloads running. Please wait until one finishes.';
const GROUP_TAKEN = 'Your organisation already has six downloads running. Please wait until one finishes.';
const BUSY = 'Too many downloads are running at the moment. Please try again in a minute.';

describe('exports of one account', () => {
  it('are limited to two at once, until one is finished or aborted', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    await makeCertificate(issuer, { studentName: 'Zoë Müller' });
    const [first, second] = [await start(issuer), await start(issuer)];
    expect(await refusal(await start(issuer))).toEqual([429, '60', TAKEN]);
    expect((await start(issuer, '/admin/batches/none/certificates.zip')).status).toBe(429);
    expect((await start(other)).status).toBe(200);

    expect(await first.text()).toContain('"Zoë Müller"');
    const third = await start(issuer);
    expect(third.status).toBe(200);
    expect((await start(issuer)).status).toBe(429);
    await second.body?.cancel();
    expect((await start(issuer)).status).toBe(200);
  });

  it('are not counted when they are refused, and only briefly for HEAD', async () => {
    const issuer = await makeIssuer();
    for (let n = 0; n < 3; n += 1) {
      expect((await start(issuer, '/admin/batches/none/results.csv')).status).toBe(404);
      expect((await start(issuer, '/admin/batches/none/certificates.zip')).status).toBe(404);
    }
    for (let n = 0; n < 2; n += 1) {
      expect((await fetchPage(PATH, { cookie: issuer.cookie, method: 'HEAD' })).status).toBe(200);
    }
    expect((await start(issuer)).status).toBe(429);
    await expect.poll(async () => (await start(issuer)).status, { timeout: 5_000, interval: 100 }).toBe(200);
  });
});

it('tells a member without a running export that its organisation has six', async () => {
  const owner = await makeIssuer();
  const people = [owner];
  for (let n = 0; n < 3; n += 1) people.push(await makeMember(owner, 'issuer'));
  const [first, second, third, last] = people as [Person, Person, Person, Person];
  for (const person of [first, first, second, second, third, third]) await startReading(person);
  expect(await refusal(await start(last))).toEqual([429, '60', GROUP_TAKEN]);
});

describe('exports of all accounts', () => {
  it('are limited to twenty at once, and to twenty more for accounts without a running one', async () => {
    const running: Awaited<ReturnType<typeof startReading>>[] = [];
    for (let n = 0; n < 10; n += 1) {
      const issuer = await makeIssuer();
      running.push(await startReading(issuer), await startReading(issuer));
    }
    for (let n = 0; n < 20; n += 1) {
      const issuer = await makeIssuer();
      running.push(await startReading(issuer));
      expect(await refusal(await start(issuer))).toEqual([503, '60', BUSY]);
    }
    expect(running.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const late = await makeIssuer();
    expect(await refusal(await start(late))).toEqual([503, '60', BUSY]);
    const office = await makeSuperAdmin();
    for (let n = 0; n < 2; n += 1) {
      expect((await start(office, '/superadmin/payments.csv')).status).toBe(200);
    }
    await running[0]?.readToEnd();
    expect((await start(late)).status).toBe(200);
  });

  it('contain every row once when they run in parallel', async () => {
    const issuer = await makeIssuer();
    for (let n = 0; n < 205; n += 1) await makeCertificate(issuer, { studentName: `Student ${n}.` });
    const files = await Promise.all([start(issuer), start(issuer)].map(async (file) => (await file).text()));
    for (const file of files) {
      expect(new Set(file.match(/Student \d+\./g)).size).toBe(205);
      expect(file.match(/\r\n/g)).toHaveLength(206);
    }
  });
});

describe('an export that is read slowly', () => {
  const CHUNK = Buffer.alloc(64_000);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('ends, and frees its slot once its generator has finished', async () => {
    const closing = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield CHUNK;
      } finally {
        await closing.promise;
      }
    }
    const take = () =>
      exportResponse({ kind: 'visitor', address: '192.0.2.1' }, 'a.csv', 'text/csv', endless);
    const reader = (await take()).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    const readSome = async (pauseMs: number) => {
      for (let n = 0; n < 20; n += 1) {
        await reader.read();
        await vi.advanceTimersByTimeAsync(pauseMs);
      }
    };
    await readSome(4_000);
    await expect(readSome(6_000)).rejects.toThrow('too slowly');
    await take();
    await expect(take()).rejects.toThrow(TAKEN);
    closing.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await take();
  });
});
