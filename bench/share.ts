/**
 * Measures how many times a second the page that a holder shares is opened with its picture: from the cache, and with a picture that is
 * drawn each time.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveSharing, shareUrlOf } from '#app/certificates/share-links.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { size } from './size.ts';

const CERTIFICATES = size(60, 9);
const VISITORS = 8;
const REPEATED = size(10, 1);
const SECRET = 'a secret of the tests, long enough to be one';

/** Shares certificates, and returns the paths of their pages. */
async function share(home: string): Promise<string[]> {
  const DATABASE_FILE = join(home, 'certrace.sqlite');
  const UPLOADS_DIR = join(home, 'uploads');
  loadEnvironment({ NODE_ENV: 'test', DATABASE_FILE, UPLOADS_DIR, SESSION_SECRET: SECRET });
  openDatabase(DATABASE_FILE);
  migrateDatabase();
  const issuer = await makeIssuer();
  const paths: string[] = [];
  for (let made = 0; made < CERTIFICATES; made += 1) {
    const studentEmail = `student${made}@example.org`;
    const { id, uniqueId } = await makeCertificate(issuer, { studentEmail });
    saveSharing({ emails: [studentEmail] }, uniqueId, { shared: 'on', endDate: null });
    paths.push(new URL(shareUrlOf({ id, issuerId: issuer.id }) ?? '').pathname);
  }
  sqlite().close();
  return paths;
}

/** Reads a response and drops its bytes. */
async function read(url: string, options: RequestOptions) {
  const [response]: [IncomingMessage] = (await once(get(url, options), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
}

/** Opens the pages with their pictures, each visitor from an address of its own, and returns how many a second. */
async function rateOf(urls: string[]): Promise<number> {
  const started = performance.now();
  const next = urls.values();
  const visitor = async (_: unknown, number: number) => {
    const options = { agent: new Agent({ keepAlive: true }), localAddress: `127.0.0.${number + 2}` };
    for (const url of next) {
      await read(url, options);
      await read(`${url}.png`, options);
    }
    options.agent.destroy();
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return urls.length / ((performance.now() - started) / 1_000);
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-share-'));
  const paths = await share(folder);
  const server = await startServer({
    folder,
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SESSION_SECRET: SECRET },
  });
  try {
    const urls = paths.map((path) => `http://127.0.0.1:${server.port}${path}`);
    const [warmUp = '', ...others] = urls;
    await rateOf(Array.from({ length: size(40, 2) }, () => warmUp));
    const drawn = await rateOf(others);
    const cached = await rateOf(Array.from({ length: REPEATED }, () => others).flat());
    console.log(`pages with a picture from the cache: ${Math.round(cached)} a second`);
    console.log(
      `${(cached / drawn).toFixed(1)} times as many as with a picture drawn each time (goal: at least 5)`,
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
