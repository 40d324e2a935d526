import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { endWaits } from '#app/events/append-event.server.ts';
import { isWorker, onOrder } from '#app/processes/other-processes.server.ts';
import type { Handler } from '#app/server/edge/edge.server.ts';
import { createHttpServer, type NodeMiddleware, stopListening } from '#app/server/listener.server.ts';
import { unsentResponses } from '#app/server/sockets/connections.server.ts';
import { configureLog, log } from '#app/shared/log.server.ts';
import { startBackground, startJobs, stopBackground } from './background.server.ts';
import { exitOnSignals, stopAndExit } from './exit.server.ts';
import { announce, closeSite, joinSite, leaveSite, openSite, portOf } from './open-site.server.ts';

/** Minimum and maximum time for accepting and reading what arrived before a signal. */
const READ_MS = 100;
const READ_AT_MOST_MS = 1_000;
/** After this many turns of the event loop without a new connection, nothing is waiting to be read. */
const QUIET_TURNS = 5;
/** Time limit for open requests after a signal. A whole shutdown takes less than 10 s. */
const DRAIN_MS = 6_500;
const BACKGROUND_MS = 1_500;
/**
 * Length of the queue of connections that wait to be accepted, by default Linux's maximum. The system drops connections beyond
 * it, and their clients retry only after a second or more.
 */
const BACKLOG = 4_096;

export type Serving = { url: string; port: number; stop: () => Promise<void> };

type ServeSettings = {
  overrides: Record<string, string | undefined>;
  loadHandler: () => Promise<Handler> | Handler;
  before?: NodeMiddleware;
  /** Runs on the migrated database before requests are served. */
  beforeListening?: (() => Promise<void> | void) | undefined;
};

async function listen(server: Server, overrides: ServeSettings['overrides']): Promise<number> {
  server.listen({ port: env().PORT, host: env().HOST, backlog: BACKLOG });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`PORT: cannot listen on ${env().HOST}:${env().PORT} (${error.code})`);
  });
  const port = portOf(server);
  // Port 0 means any free port. APP_URL then gets it too, unless it is configured.
  if (env().PORT === 0 && new URL(env().APP_URL).port === '0') {
    loadEnvironment({ ...overrides, APP_URL: `http://localhost:${port}` });
  }
  return port;
}

/** Waits for the connections and requests from before the signal, which closing the server would reset. */
async function readWhatArrived(server: Server) {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const started = performance.now();
  await delay(READ_MS);
  // A turn of the event loop may accept only one connection and read its request in a later turn.
  for (let quietTurns = 0, before = accepted; quietTurns < QUIET_TURNS; quietTurns += 1) {
    await setImmediate();
    if (accepted > before && performance.now() - started < READ_AT_MOST_MS) quietTurns = 0;
    before = accepted;
  }
}

async function drain(server: Server, closeIdle: () => void) {
  await readWhatArrived(server);
  const closed = once(server, 'close');
  stopListening(server);
  const sweep = setInterval(closeIdle, 100);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

/**
 * Starts everything: configuration, database, background work, listener. SIGTERM and SIGINT shut down
 * gracefully, and a second signal exits immediately. A worker serves the data that its primary has made
 * ready, and runs the jobs when the primary says so.
 * @throws ConfigurationError when the environment is invalid
 */
export async function serveSite({ overrides, loadHandler, ...settings }: ServeSettings): Promise<Serving> {
  loadEnvironment(overrides);
  configureLog();
  if (isWorker()) await joinSite();
  else await openSite(settings.beforeListening);
  let stopping: Promise<void> | undefined;
  const { server, closeIdle } = createHttpServer(
    async () => {
      const handler = await loadHandler();
      if (!stopping) return handler;
      return async (request, client) => {
        const response = await handler(request, client);
        // Closing the connection would drop requests that were pipelined behind this one.
        const isLast = client.incoming && unsentResponses(client.incoming.socket).length === 1;
        if (isLast) response.headers.set('Connection', 'close');
        return response;
      };
    },
    { before: settings.before },
  );
  const port = await listen(server, overrides);
  startBackground();
  if (!isWorker()) startJobs();

  async function shutDown() {
    log.info('stopping');
    endWaits();
    await drain(server, closeIdle);
    const failures = await Promise.race([stopBackground(), delay(BACKGROUND_MS, undefined, { ref: false })]);
    for (const [task, error] of failures ?? []) log.error({ err: error, task }, 'task did not stop');
    if (isWorker()) leaveSite();
    else closeSite();
    log.info('stopped');
  }
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };
  exitOnSignals({ stop, isImpatient: !isWorker() });
  onOrder('stop', () => void stopAndExit(stop));
  onOrder('run-jobs', () => {
    if (!stopping) startJobs();
  });
  if (!isWorker()) announce(port);
  return { url: env().APP_URL, port, stop };
}
