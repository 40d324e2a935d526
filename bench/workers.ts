import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { loadEnvironment } from '#app/env.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { certificateInput, makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

const SECONDS = 5;
const CONNECTIONS = 16;
const WORKERS = [1, 2, 4];

type Load = { title: string; options: Omit<autocannon.Options, 'url'> & { path: string } };

/** Creates a site with an issuer of 200 certificates, and returns the requests to send. */
async function prepare(folder: string): Promise<Load[]> {
  const DATABASE_FILE = join(folder, 'certrace.sqlite');
  const UPLOADS_DIR = join(folder, 'uploads');
  loadEnvironment({ NODE_ENV: 'test', DATABASE_FILE, UPLOADS_DIR, LOG_LEVEL: 'silent' });
  configureLog();
  openDatabase(DATABASE_FILE);
  migrateDatabase();
  const issuer = await makeIssuer();
  for (let count = 0; count < 200; count += 1) await makeCertificate(issuer, { allowDuplicate: true });
  sqlite.close();
  const authorization = `Bearer ${issuer.token}`;
  const json = { authorization, 'content-type': 'application/json', accept: 'application/json' };
  return [
    {
      title: 'a list as page',
      options: { path: '/admin/issued-certificates', headers: { cookie: issuer.cookie } },
    },
    { title: 'a list by API', options: { path: '/api/v1/certificates/my-issued', headers: json } },
    {
      title: 'issuing by API',
      options: {
        path: '/api/v1/certs/issue',
        method: 'POST',
        headers: json,
        body: JSON.stringify(certificateInput({ allowDuplicate: true })),
      },
    },
  ];
}

async function measure(url: string, { title, options: { path, ...options } }: Load) {
  const result = await autocannon({
    ...options,
    url: url + path,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${title}: ${result.non2xx} other answers, ${result.errors} errors`);
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Measures one site with 1, 2 and 4 workers. The client shares the processor with them. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-workers-'));
  try {
    const loads = await prepare(folder);
    for (const workers of WORKERS) {
      const env = { WEB_CONCURRENCY: String(workers), RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
      const server = await startServer({ folder, env });
      for (const load of loads) {
        // The first requests compile the code.
        await measure(server.url, load);
        const { perSecond, p50, p99 } = await measure(server.url, load);
        console.log(
          `${workers} worker${workers === 1 ? '' : 's'}, ${load.title.padEnd(15)} ${perSecond.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms`,
        );
      }
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
