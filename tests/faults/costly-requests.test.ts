import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import {
  idsOf,
  makeCostlyIssuer,
  makeIssuedBatch,
  makeLargeCourses,
  SLOW_SVG,
} from '#tests/support/costly-data.ts';
import { multipart } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  designFields,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { makeChain, makeRevokedCopies } from '#tests/support/long-chains.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { CHUNKS, onePart, postInChunks } from '#tests/support/raw-uploads.ts';
import { startServer } from '#tests/support/server.ts';

const MB = 1_048_576;
const ATTACK_MS = 25_000;
/** The other tenant's requests come from this address, and each attack from one of its own. */
const HONEST = '127.0.0.2';

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
const sockets: Socket[] = [];
let tenant: Person;
let tenantIds: string[];
let busy: { issuer: Person; ids: string[] };
let costly: { issuer: Person; ids: string[] };
let readers: { issuer: Person; batchId: string }[];
let payers: Person[];
let chain: string;
let registrar: { issuer: Person; student: object };

async function makeTenant() {
  tenant = await makeIssuer();
  tenantIds = [];
  for (let n = 0; n < 80; n += 1) tenantIds.push((await makeCertificate(tenant)).uniqueId);
}

beforeAll(async () => {
  const folder = folders.make();
  openSite(folder);
  await makeTenant();
  const { issuer } = await makeIssuedBatch(190);
  busy = { issuer, ids: idsOf(issuer) };
  costly = await makeCostlyIssuer(40);
  readers = [];
  for (let n = 0; n < 10; n += 1) readers.push(await makeIssuedBatch(60));
  await makeLargeCourses();
  ({ first: chain } = await makeChain(await makeIssuer(), 12_000));
  payers = [await makeVerifier(), await makeVerifier(), await makeVerifier()];
  const issuing = await makeIssuer();
  registrar = { issuer: issuing, student: await makeRevokedCopies(issuing, 12_000) };
  sqlite().close();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error' } });
}, 240_000);

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server?.stop();
  folders.removeAll();
});

type Call = { from: string; person?: Person; json?: object; form?: FormData; origin?: boolean };

/** Makes a request from an address. Resolves with the status and the time to the last byte; status 0 without a response. */
function call(path: string, { from, person, json, form }: Call) {
  const startedAt = performance.now();
  return new Promise<{ status: number; ms: number }>((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    const send = (body?: Buffer, type?: string) => {
      const asked = request({
        port: server.port,
        host: '127.0.0.1',
        localAddress: from,
        agent: false,
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          ...(person && { cookie: person.cookie }),
          ...(json && person && { authorization: `Bearer ${person.token}` }),
          ...(body && { 'content-type': type, 'content-length': body.length, origin: server.url }),
        },
      });
      asked.once('error', () => end(0));
      asked.once('response', (response) => {
        response.resume();
        response.once('close', () => end(response.statusCode ?? 0));
      });
      asked.end(body);
    };
    if (json) send(Buffer.from(JSON.stringify(json)), 'application/json');
    else if (form) {
      const encoded = new Response(form);
      void encoded
        .arrayBuffer()
        .then((bytes) => send(Buffer.from(bytes), encoded.headers.get('content-type') ?? ''));
    } else send();
  });
}

/** Sends a GET whose response nobody reads. */
function unread(path: string, from: string, cookie = 'theme=light') {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  sockets.push(socket);
}

/** Does the work again and again until the attack is over. */
async function until(isOver: () => boolean, work: () => Promise<unknown>) {
  while (!isOver()) {
    await work();
    await delay(50);
  }
}

/** One of each costly request, repeated within the default limits. */
const ATTACKS: Record<string, (isOver: () => boolean) => Promise<unknown>> = {
  'text fields in small chunks': (isOver) =>
    until(isOver, () =>
      postInChunks(
        {
          port: server.port,
          path: '/api/v1/authenticate',
          headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
          body: onePart('uniqueId', 10 * MB),
        },
        CHUNKS.small,
      ),
    ),
  'drawings that cost as much as forms accept': (isOver) =>
    until(isOver, () =>
      Promise.all(
        costly.ids.map((id) =>
          call(`/certificates/${id}.png`, { from: '127.0.0.11', person: costly.issuer }),
        ),
      ),
    ),
  '190 certificates at once': (isOver) =>
    until(isOver, () =>
      Promise.all(
        busy.ids.map((id) => call(`/certificates/${id}.png`, { from: '127.0.0.12', person: busy.issuer })),
      ),
    ),
  'ZIPs that are read slowly': async (isOver) => {
    for (const { issuer, batchId } of readers) {
      for (let n = 0; n < 2; n += 1)
        unread(`/admin/batches/${batchId}/certificates.zip`, '127.0.0.13', issuer.cookie);
    }
    await until(isOver, () => delay(500));
  },
  'catalogues that nobody reads': async (isOver) => {
    for (let n = 0; n < 100; n += 1) unread('/api/v1/users/courses?limit=200', '127.0.0.14');
    await until(isOver, () => delay(500));
  },
  'payments for a long chain': async (isOver) => {
    for (const person of payers) {
      const json = { ...paymentInput(chain), uniqueId: chain };
      await call('/api/v1/cert/verify/payment', { from: '127.0.0.15', person, json });
      if (isOver()) return;
    }
  },
  'certificates for a student who has had 12,000': (isOver) =>
    until(isOver, () =>
      call('/api/v1/certs/issue', {
        from: '127.0.0.16',
        person: registrar.issuer,
        json: { ...certificateInput(), ...registrar.student, allowDuplicate: false },
      }),
    ),
  'pictures of designs': (isOver) =>
    until(isOver, () =>
      call('/admin/designs/new', {
        from: '127.0.0.17',
        person: costly.issuer,
        form: multipart({
          ...designFields(),
          logo: { bytes: SLOW_SVG, name: 'a.svg', type: 'image/svg+xml' },
        }),
      }),
    ),
};

/** The longest of many requests of the other tenant, which must all succeed. */
async function slowestUntil(isOver: () => boolean, nextPath: () => string | null) {
  let slowest = 0;
  const statuses = new Set<number>();
  while (!isOver()) {
    const path = nextPath();
    if (path === null) break;
    const { status, ms } = await call(path, { from: HONEST, person: tenant });
    statuses.add(status);
    slowest = Math.max(slowest, ms);
    await delay(300);
  }
  return { slowest, statuses: [...statuses] };
}

describe.runIf(process.platform === 'linux')('during all costly requests together', () => {
  it('other tenants get their pages and files soon, in bounded memory', { timeout: 180_000 }, async () => {
    // Idle is a server after ordinary use, which has started its threads.
    for (let n = 0; n < 20; n += 1)
      await call('/admin/issued-certificates', { from: HONEST, person: tenant });
    const drawnFrom = performance.now();
    await Promise.all(
      tenantIds.splice(0, 10).map((id) => call(`/certificates/${id}.png`, { from: HONEST, person: tenant })),
    );
    const drawnMs = performance.now() - drawnFrom;
    await delay(2_000);
    const idle = residentBytes(server.pid);
    let peak = 0;
    let over = false;
    const isOver = () => over;
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentBytes(server.pid) - idle);
    }, 50);
    const watched = Promise.all([
      slowestCheckUntil(server, isOver),
      slowestUntil(isOver, () => '/admin/issued-certificates'),
      // Certificates that were never drawn.
      slowestUntil(isOver, () => {
        const id = tenantIds.pop();
        return id === undefined ? null : `/certificates/${id}.png`;
      }),
    ]);
    const attacks = Object.values(ATTACKS).map((attack) => attack(isOver));
    await delay(ATTACK_MS);
    over = true;
    for (const socket of sockets.splice(0)) socket.destroy();
    await Promise.all(attacks);
    const [health, page, file] = await watched;
    clearInterval(sampling);
    const figures = `/healthz ${Math.round(health)} ms, page ${Math.round(page.slowest)} ms, certificate ${Math.round(file.slowest)} ms, ${Math.round(peak / MB)} MB over idle, ten drawn in ${Math.round(drawnMs)} ms`;
    if (process.env.SHOW_FIGURES) console.log(figures);
    expect([page.statuses, file.statuses], figures).toEqual([[200], [200]]);
    expect(health, figures).toBeLessThan(1_000);
    expect(page.slowest, figures).toBeLessThan(2_000);
    expect(file.slowest, figures).toBeLessThan(5_000);
    expect(peak / MB, figures).toBeLessThan(300);
  });
});
