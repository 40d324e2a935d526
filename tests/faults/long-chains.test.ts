import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite } from '#tests/support/backups.ts';
import {
  certificateInput,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { makeChain, makeRevokedCopies } from '#tests/support/long-chains.ts';
import { startServer } from '#tests/support/server.ts';

const LENGTH = 12_000;
/** How soon the payer can read the newest certificate. */
const SOON_MS = 8_000;

const folder = mkdtempSync(join(tmpdir(), 'certrace-chains-'));
let server: Awaited<ReturnType<typeof startServer>>;
let registrar: Person;
let office: Person;
let payers: Person[];
let chains: Awaited<ReturnType<typeof makeChain>>[];
let student: { studentName: string; studentEmail: string; courseName: string };

const start = () => startServer({ folder, env: { LOG_LEVEL: 'error' } });

beforeAll(async () => {
  openSite(folder);
  const issuer = await makeIssuer();
  registrar = await makeIssuer();
  office = await makeSuperAdmin();
  payers = [await makeVerifier(), await makeVerifier()];
  chains = [await makeChain(issuer, LENGTH, 'A'), await makeChain(issuer, LENGTH, 'C')];
  student = await makeRevokedCopies(registrar, LENGTH, 'B');
  sqlite().close();
  server = await start();
}, 120_000);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, { token }: Person, json: object) =>
  fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });

const pay = (payer: Person, uniqueId: string) =>
  post('cert/verify/payment', payer, { ...paymentInput(uniqueId), uniqueId });

const opens = async ({ cookie }: Person, uniqueId: string) =>
  (await fetch(`${server.url}/certificates/${uniqueId}.png`, { headers: { cookie }, redirect: 'manual' }))
    .status;

const opensSoon = (payer: Person, uniqueId: string, status: number, soonMs = SOON_MS) =>
  expect.poll(() => opens(payer, uniqueId), { timeout: soonMs, interval: 100 }).toBe(status);

it('a payment opens the first certificate of a chain at once and the newest soon, and a refund closes both', {
  timeout: 60_000,
}, async () => {
  const [payer] = payers as [Person];
  const [{ first, newest, idOf }] = chains as [Awaited<ReturnType<typeof makeChain>>];
  let over = false;
  const health = slowestCheckUntil(server, () => over);
  const startedAt = performance.now();
  const paid = await pay(payer, first);
  const paidMs = performance.now() - startedAt;
  expect(paid.status).toBe(200);
  expect(await opens(payer, first)).toBe(200);
  await opensSoon(payer, newest, 200);
  const newestMs = performance.now() - startedAt;
  await opensSoon(payer, idOf(LENGTH / 2), 200, 8 * SOON_MS);
  const { payment } = await paid.json();
  const refunded = await fetch(`${server.url}/superadmin/payments/${payment._id}`, {
    method: 'POST',
    headers: { cookie: office.cookie, origin: server.url },
    body: new URLSearchParams({ reason: 'A mistake' }),
    redirect: 'manual',
  });
  expect(refunded.status).toBeLessThan(400);
  expect(await opens(payer, first)).toBe(403);
  await opensSoon(payer, newest, 403);
  over = true;
  const slowest = await health;
  if (process.env.SHOW_FIGURES)
    console.log(`paid after ${paidMs} ms, newest after ${newestMs} ms, slowest /healthz ${slowest} ms`);
  expect(paidMs).toBeLessThan(1_000);
  expect(slowest).toBeLessThan(250);
});

it('a server that is killed right after the payment opens the newest certificate after its restart', {
  timeout: 60_000,
}, async () => {
  const [, payer] = payers as [Person, Person];
  const { first, newest } = chains[1] as Awaited<ReturnType<typeof makeChain>>;
  expect((await pay(payer, first)).status).toBe(200);
  server.kill('SIGKILL');
  await server.exited;
  server = await start();
  expect(await opens(payer, first)).toBe(200);
  await opensSoon(payer, newest, 200);
});

it('a certificate is issued as soon as another to a student who has had 12,000', {
  timeout: 60_000,
}, async () => {
  let over = false;
  const health = slowestCheckUntil(server, () => over);
  const { studentName, studentEmail, courseName } = student;
  const issue = async (fields: object) =>
    (await post('certs/issue', registrar, { ...certificateInput(), ...fields })).status;
  expect(await issue({ studentName, studentEmail, courseName })).toBe(201);
  expect(await issue({ studentName, studentEmail, courseName })).toBe(409);
  over = true;
  expect(await health).toBeLessThan(250);
});
