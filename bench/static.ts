import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '#tests/support/server.ts';
import { requestsPerSecond } from './requests-per-second.ts';

/** Compares a static file of the complete server with a bare node:http server that sends the same bytes. */
export async function run() {
  const name = readdirSync('build/client/assets').find((file) => /^root-.*\.js\.br$/.test(file));
  const bytes = readFileSync(`build/client/assets/${name}`);
  const bare = createServer((_req, res) => res.end(bytes));
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  try {
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
    const warmUp = await requestsPerSecond(bareUrl, { seconds: 1 });
    if (warmUp === 0) throw new Error('The bare server did not answer');
    const floor = await requestsPerSecond(bareUrl);
    const headers = { 'accept-encoding': 'br' };
    const file = await requestsPerSecond(`${server.url}/assets/${name?.slice(0, -3)}`, { headers });
    const health = await requestsPerSecond(`${server.url}/healthz`, { headers });
    console.log(`bare node:http: ${floor.toFixed(0)} requests/s = 1`);
    console.log(`static file: ${(file / floor).toFixed(2)} of it`);
    console.log(`/healthz, a resource route: ${(health / floor).toFixed(2)} of it`);
  } finally {
    bare.close();
    bare.closeAllConnections();
    await server.stop();
  }
}
