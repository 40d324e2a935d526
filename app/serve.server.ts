import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startBackground, stopBackground } from '#app/background.server.ts';
import { sweepUploads } from '#app/courses/media/files.server.ts';
import { ConfigurationError, env, loadEnvironment } from '#app/env.server.ts';
import { hasMailbox } from '#app/mail/mailbox.server.ts';
import type { Handler } from '#app/server/handler.server.ts';
import { createHttpServer, type NodeMiddleware } from '#app/server/listener.server.ts';
import { configureLog, log } from '#app/shared/log.server.ts';
import { reconcilePayments } from '#app/verification/pay-verification.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

/** Requests under way have this long after a signal; with what follows, a stop takes less than 10 s. */
const DRAIN_MS = 7_500;
const BACKGROUND_MS = 1_500;

export type Serving = { url: string; port: number; stop: () => Promise<void> };

type ServeSettings = {
  /** Environment variables that stand in for those of the process. */
  overrides: Record<string, string | undefined>;
  loadHandler: () => Promise<Handler> | Handler;
  before?: NodeMiddleware;
  /** Runs on the open, migrated database before anyone is served. */
  beforeListening?: (() => Promise<void> | void) | undefined;
};

async function listen(server: Server, overrides: ServeSettings['overrides']): Promise<AddressInfo> {
  server.listen(env.PORT, env.HOST);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`PORT: cannot listen on ${env.HOST}:${env.PORT} (${error.code})`);
  });
  const address = server.address() as AddressInfo;
  // Port 0 takes any free one; without an APP_URL of its own the site is then known by that one.
  if (env.PORT === 0 && new URL(env.APP_URL).port === '0') {
    loadEnvironment({ ...overrides, APP_URL: `http://localhost:${address.port}` });
  }
  return address;
}

async function drain(server: Server) {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

/**
 * Brings the whole product up: configuration, database, background work, listener. SIGTERM and SIGINT stop
 * it in order; a second signal ends it at once.
 * @throws ConfigurationError when the environment is not fit to start with
 */
export async function serveSite({
  overrides,
  loadHandler,
  before,
  beforeListening,
}: ServeSettings): Promise<Serving> {
  loadEnvironment(overrides);
  configureLog();
  openDatabase(env.DATABASE_FILE);
  migrateDatabase();
  await reconcilePayments();
  await sweepUploads();
  await beforeListening?.();
  let stopping: Promise<void> | undefined;
  const server = createHttpServer(
    async () => {
      const handler = await loadHandler();
      if (!stopping) return handler;
      return async (request, client) => {
        const response = await handler(request, client);
        response.headers.set('Connection', 'close');
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
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    sqlite.close();
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
  if (hasMailbox()) log.info({ url: `${env.APP_URL}/dev/mail` }, 'SMTP_URL is not set: read mail here');
  return { url: env.APP_URL, port, stop };
}
