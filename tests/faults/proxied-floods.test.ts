import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolders } from '#tests/support/backups.ts';
import { healthCheck } from '#tests/support/health.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { freePort, startServer } from '#tests/support/server.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
/** Address of the floods; all other requests come from 127.0.0.1. */
const ATTACKER = '127.0.0.66';

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
let nginx: ChildProcess;
let port: number;
let sockets: Socket[] = [];

/** The shipped configuration, without TLS and for other ports. */
function configurationFor(folder: string) {
  const [, site = ''] = readFileSync('deploy/nginx.conf', 'utf8').split(
    /^server \{\n {4}listen 80;[\s\S]*?\n\}\n/m,
  );
  const [top = ''] = readFileSync('deploy/nginx.conf', 'utf8').split(/^server \{/m);
  const http = (top + site)
    .replace(/server 127\.0\.0\.1:3000;/, `server 127.0.0.1:${server.port};`)
    .replace(/^ *(?:ssl_certificate\w*|listen \[::\].*) .*;$|^ *listen \[::\].*$/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace('server_name certs.example.org;', 'server_name localhost;');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `pid ${folder}/nginx.pid; error_log stderr crit; daemon off; worker_processes 1;
    events { worker_connections 4096; }
    http { access_log off; ${paths.join(' ')}\n${http}\n}`;
}

beforeAll(async () => {
  if (!hasNginx) return;
  const folder = folders.make();
  mkdirSync(join(folder, 'nginx'));
  server = await startServer({ env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
  port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configurationFor(join(folder, 'nginx')));
  nginx = spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'inherit' });
  await vi.waitUntil(() => healthCheck(port).catch(() => 0), { timeout: 10_000 });
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

afterAll(async () => {
  nginx?.kill();
  await server?.stop();
  folders.removeAll();
});

function open(bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
  socket.on('error', () => undefined);
  socket.write(bytes);
  sockets.push(socket);
  return socket;
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Makes health checks for some seconds through the proxy, and returns the longest. */
async function slowestCheck(ms: number) {
  let slowest = 0;
  for (const until = performance.now() + ms; performance.now() < until; await delay(20)) {
    slowest = Math.max(slowest, await healthCheck(port));
  }
  return slowest;
}

describe.runIf(hasNginx)('behind the nginx of deploy/, other addresses are served within a second', () => {
  it.each([
    ['pipelined requests', 90, ask('/?redirectTo=x').repeat(200)],
    ['headers that never end', 400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '],
    [
      'bodies that never end',
      300,
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(50_000)}`,
    ],
    [
      'bodies in chunks of one byte',
      50,
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(30_000)}`,
    ],
  ])('during a flood of %s', async (_name, count, bytes) => {
    const before = residentBytes(server.pid);
    for (let n = 0; n < count; n += 1) open(bytes).resume();
    expect(await slowestCheck(3_000)).toBeLessThan(1_000);
    expect(residentBytes(server.pid) - before).toBeLessThan(150_000_000);
  });

  it('requests beyond the limits of an address get 429, and those of others do not', async () => {
    const flood = open(ask('/faq').repeat(400));
    let answers = '';
    flood.on('data', (chunk) => {
      answers += chunk;
    });
    await expect.poll(() => answers, { timeout: 10_000 }).toContain('HTTP/1.1 429');
    const other = await fetch(`http://127.0.0.1:${port}/faq`);
    expect(other.status).toBe(200);
  });
});
