import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';

const MEGABYTE = 1_048_576;
const FLOOD_MS = 12_000;
const SENDERS = 20;

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await server.stop();
});

/** Files of each type from 100 KB to 9 MB, none of them a genuine certificate. */
function makeFiles(): Buffer[] {
  const pdf = (objects: number) =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...Array.from({ length: objects }, (_, n) =>
        Buffer.concat([
          Buffer.from(`${n} 0 obj\n<< /Length 900 >>\nstream\n`),
          randomBytes(900),
          Buffer.from('\nendstream\nendobj\n'),
        ]),
      ),
      Buffer.from('startxref\n0\n%%EOF'),
    ]);
  const png = (bytes: number) =>
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(bytes)]);
  const json = (items: number) =>
    Buffer.from(JSON.stringify(Array.from({ length: items }, (_, n) => ({ n }))));
  return [pdf(9_000), pdf(2_000), pdf(300), png(5_000_000), png(500_000), json(100_000), json(10_000)];
}

const asForm = (file: Buffer) =>
  Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    file,
    Buffer.from('\r\n--x--\r\n'),
  ]);

/** Posts each form from another address, so that the limits per address don't end the flood. */
const post = (body: Buffer, n: number) =>
  new Promise<number>((resolve, reject) => {
    const localAddress = `127.1.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': body.length };
    const target = { port: server.port, host: '127.0.0.1', localAddress, agent: false, headers };
    const sent = request({ ...target, method: 'POST', path: '/api/v1/authenticate' }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });

it('releases its memory after a flood of files to check', { timeout: 150_000 }, async () => {
  const forms = makeFiles().map(asForm);
  const postNext = (n: number) => post(forms[n % forms.length] ?? Buffer.alloc(0), n);
  // Starts the threads that check files, so that their memory counts as idle.
  const statuses = [await postNext(2)];
  await delay(2_000);
  const idleBytes = residentBytes(server.pid);
  const ends = performance.now() + FLOOD_MS;
  const isOver = () => performance.now() > ends;
  const health = slowestCheckUntil(server, isOver);
  let posted = 0;
  const send = async () => {
    while (!isOver()) statuses.push(await postNext(posted++));
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  expect(await health).toBeLessThan(1_000);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const memory = () => (residentBytes(server.pid) - idleBytes) / MEGABYTE;
  console.log(`${statuses.length} files checked, memory over idle ${Math.round(memory())} MB`);
  await expect.poll(memory, { timeout: 60_000, interval: 1_000 }).toBeLessThan(100);
  console.log(`memory over idle afterwards: ${Math.round(memory())} MB`);
});
