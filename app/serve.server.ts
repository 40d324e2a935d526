import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { startBackground, stopBackground } from '#app/background.server.ts';
import { sweepUploads } from '#app/courses/media/files.server.ts';
import { ConfigurationError, env, loadEnvironment } from '#app/env.server.ts';
import { hasMailbox } from '#app/mail/mailbox.server.ts';
import { openLog } from '#app/open-log.server.ts';
import { startTracing } from '#app/operations/tracing.server.ts';
import { isTestMode } from '#app/payments/gateways.server.ts';
import { reconcilePayments } from '#app/payments/reconcile.server.ts';
import type { Handler } from '#app/server/edge.server.ts';
import { createHttpServer, type NodeMiddleware } from '#app/server/listener.server.ts';
import { isNewest } from '#app/server/response-order.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import { configureLog, log } from '#app/shared/log.server.ts';
// Settling payments needs to know what a payment can be for.
import '#app/courses/course-payments.server.ts';
import '#app/verification/verification-payments.server.ts';
import { emptyWal, openDatabase, sqlite } from '#db/client.ts';
import { makeDatabaseFolder, makePrivateFolder } from '#db/files.ts';
import { lockDatabase, unlockDatabase } from '#db/lock.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { essential, isDiskFull, openReserve, restoreReserve } from '#db/reserve.ts';

/** The shortest and the longest time in which what arrived before a signal is accepted and read. */
const READ_MS = 100;
const READ_AT_MOST_MS = 1_000;
/** Turns of the event loop without a new connection, after which nothing more waits to be read. */
const QUIET_TURNS = 5;
/** Time for open requests after a signal; a whole shutdown takes less than 10 s. */
const DRAIN_MS = 6_500;
const BACKGROUND_MS = 1_500;
/**
 * Connections that the system keeps until they are accepted, as many as Linux allows by default. It drops others, and their clients
 * try again only after a second or more.
 */
const BACKLOG = 4_096;

export type Serving = { url: string; port: number; stop: () => Promise<void> };

type ServeSettings = {
  /** Overrides of environment variables. */
  overrides: Record<string, string | undefined>;
  loadHandler: () => Promise<Handler> | Handler;
  before?: NodeMiddleware;
  /** Runs on the migrated database before requests are served. */
  beforeListening?: (() => Promise<void> | void) | undefined;
};

async function listen(server: Server, overrides: ServeSettings['overrides']): Promise<AddressInfo> {
  server.listen({ port: env.PORT, host: env.HOST, backlog: BACKLOG });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`PORT: cannot listen on ${env.HOST}:${env.PORT} (${error.code})`);
  });
  const address = server.address() as AddressInfo;
  // Port 0 takes any free port, which APP_URL then gets too unless it is configured.
  if (env.PORT === 0 && new URL(env.APP_URL).port === '0') {
    loadEnvironment({ ...overrides, APP_URL: `http://localhost:${address.port}` });
  }
  return address;
}

/**
 * Waits until the connections and requests that reached this machine before the signal are accepted and read. Closing the server
 * at once would reset them.
 */
async function readWhatArrived(server: Server) {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const started = performance.now();
  await delay(READ_MS);
  // A turn of the event loop may accept only one connection, whose request is read in a later one.
  for (let quietTurns = 0, before = accepted; quietTurns < QUIET_TURNS; quietTurns += 1) {
    await setImmediate();
    if (accepted > before && performance.now() - started < READ_AT_MOST_MS) quietTurns = 0;
    before = accepted;
  }
}

async function drain(server: Server) {
  await readWhatArrived(server);
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

/**
 * Locks, opens and migrates the database, and makes its files and the uploads readable by this user only. Uses the reserve on a
 * full disk.
 * @throws ConfigurationError when another server has the database, or there is no space for that either
 */
function openStorage() {
  process.umask(0o077);
  makeDatabaseFolder(env.DATABASE_FILE);
  if (!lockDatabase(env.DATABASE_FILE)) {
    throw new ConfigurationError(`DATABASE_FILE: another server is running on ${env.DATABASE_FILE}`);
  }
  openReserve(env.DATABASE_FILE);
  try {
    essential(() => {
      openDatabase(env.DATABASE_FILE);
      migrateDatabase();
    });
    makePrivateFolder(env.UPLOADS_DIR);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new ConfigurationError(`DATABASE_FILE: no space left on the disk of ${env.DATABASE_FILE}`);
  }
  restoreReserve();
}

/** Runs a step of the start-up whose failure does not prevent serving. */
async function attempt(step: string, work: () => Promise<void> | void) {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, step }, 'start-up step failed');
  }
}

/** Fails when the storage of files does not answer, so that the operator learns it before an upload fails. */
async function reachFileStore() {
  if (env.s3) await fileStore().list('videos')[Symbol.asyncIterator]().next();
}

/**
 * Starts everything: configuration, database, background work, listener. SIGTERM and SIGINT shut down gracefully; a second
 * signal exits at once.
 * @throws ConfigurationError when the environment is unusable
 */
export async function serveSite({
  overrides,
  loadHandler,
  before,
  beforeListening,
}: ServeSettings): Promise<Serving> {
  loadEnvironment(overrides);
  configureLog();
  openStorage();
  await attempt('exporting traces', startTracing);
  await attempt('opening the log', openLog);
  await attempt('reconciling payments', reconcilePayments);
  await attempt('sweeping uploads', sweepUploads);
  void attempt('reaching the storage of files', reachFileStore);
  await beforeListening?.();
  let stopping: Promise<void> | undefined;
  const server = createHttpServer(
    async () => {
      const handler = await loadHandler();
      if (!stopping) return handler;
      return async (request, client) => {
        const response = await handler(request, client);
        // Closing the connection would drop the requests that were pipelined behind this one.
        if (client.outgoing && isNewest(client.outgoing)) response.headers.set('Connection', 'close');
        return response;
      };
    },
    { before },
  );
  const { port } = await listen(server, overrides);
  startBackground();

  async function shutDown() {
    log.info('stopping');
    await drain(server);
    const failures = await Promise.race([stopBackground(), delay(BACKGROUND_MS, undefined, { ref: false })]);
    for (const [task, error] of failures ?? []) log.error({ err: error, task }, 'task did not stop');
    try {
      emptyWal();
    } catch (error) {
      // The next start continues from the WAL.
      log.error({ err: error }, 'WAL not emptied');
    }
    sqlite.close();
    unlockDatabase();
    log.info('stopped');
  }
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  log.info({ url: env.APP_URL, host: env.HOST, port }, 'listening');
  if (env.production && isTestMode()) {
    log.warn('PAYMENT_GATEWAY is sandbox: no real cards are accepted, and nobody is charged');
  }
  if (hasMailbox()) log.info({ url: `${env.APP_URL}/dev/mail` }, 'SMTP_URL is not set: read mail here');
  return { url: env.APP_URL, port, stop };
}
