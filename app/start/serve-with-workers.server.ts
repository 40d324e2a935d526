import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { removePartsOf } from '#app/files/media/files.server.ts';
import { sendTo, startRelay } from '#app/processes/relay.server.ts';
import { watchWorkers } from '#app/processes/watchdog.server.ts';
import { configureLog, log } from '#app/shared/log.server.ts';
import { exitOnSignals } from './exit.server.ts';
import { announce, closeSite, openSite, portOf, shareSite } from './open-site.server.ts';
import type { Serving } from './serve.server.ts';

/** Time for workers to stop, longer than they need. A whole shutdown takes less than 10 s. */
const STOP_MS = 9_000;
/** A worker that serves for less than this is replaced only after a pause, which doubles each time. */
const STABLE_AFTER_MS = 5_000;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type Settings = {
  overrides: Record<string, string | undefined>;
  script: string;
  /** Runs on the migrated database before requests are served. */
  beforeListening?: (() => Promise<void> | void) | undefined;
};

type Member = { slot: number; listening?: { port: number; since: number } };

/** Replaces port 0 by a free port, because workers that start later must listen on the same one. */
async function withPort(overrides: Settings['overrides']): Promise<Settings['overrides']> {
  if (env().PORT !== 0) return overrides;
  const probe = createServer().listen(0, env().HOST);
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  await once(probe, 'close');
  const isConfigured = new URL(env().APP_URL).port !== '0';
  return { ...overrides, PORT: String(port), ...(!isConfigured && { APP_URL: `http://localhost:${port}` }) };
}

/**
 * Makes the data ready and serves it with WEB_CONCURRENCY workers. This process, the primary, accepts connections and hands
 * them to the workers in turn. It replaces workers that end, and makes one of them run the jobs.
 * @throws ConfigurationError when the environment is invalid or a worker cannot start
 */
export async function serveWithWorkers({ script, beforeListening, ...settings }: Settings): Promise<Serving> {
  loadEnvironment(settings.overrides);
  const overrides = await withPort(settings.overrides);
  loadEnvironment(overrides);
  configureLog();
  await openSite(beforeListening);
  shareSite();
  const members = new Map<Worker, Member>();
  const hung = new WeakSet<Worker>();
  /** How often in succession the worker of a slot could not be started, or served only briefly. */
  const failures = new Map<number, number>();
  let jobs: Worker | undefined;
  let stopping: Promise<void> | undefined;
  let hasStarted = false;
  const start = Promise.withResolvers<number>();
  // An empty value counts as absent (env.server.ts).
  const variables = Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, value ?? '']));

  function fork(slot: number) {
    if (stopping) return;
    try {
      const worker = cluster.fork({ ...variables, WEB_WORKER: String(slot) });
      members.set(worker, { slot });
      // Without a listener, sending to a worker that has just died would crash the primary.
      worker.on('error', (error) => {
        if (worker.process.pid === undefined && members.delete(worker)) retry(slot, error);
      });
    } catch (error) {
      retry(slot, error);
    }
  }

  /** Forks after a pause, so that workers that cannot serve do not use up the processor. */
  function forkLater(slot: number) {
    const failed = failures.get(slot) ?? 0;
    failures.set(slot, failed + 1);
    setTimeout(() => fork(slot), Math.min(PAUSE_MS * 2 ** failed, LONGEST_PAUSE_MS));
  }

  /** Forks again later, when the system refused because of too little memory or too many processes. */
  function retry(slot: number, error: unknown) {
    start.reject(error);
    log.error({ err: error, worker: slot }, 'a worker could not be started');
    forkLater(slot);
  }

  /** Makes a worker run the jobs, unless one already does. */
  function assignJobs() {
    if (jobs || stopping) return;
    jobs = [...members].find(([, { listening }]) => listening)?.[0];
    if (jobs) sendTo(jobs, { kind: 'run-jobs' });
  }

  // Structured clones keep values that JSON cannot represent, such as NaN.
  cluster.setupPrimary({ exec: script, args: [], serialization: 'advanced' });
  startRelay({
    onFailure(message) {
      start.reject(new ConfigurationError(message));
      if (hasStarted) log.error({ problem: message }, 'a worker could not be started');
    },
    endReason: (worker) => (hung.has(worker) ? 'hung' : 'ended'),
  });
  watchWorkers(env().WORKER_TIMEOUT_SECONDS, (worker, seconds) => {
    log.error(
      { worker: members.get(worker)?.slot, pid: worker.process.pid, seconds },
      'a worker does not respond and is killed',
    );
    hung.add(worker);
    worker.process.kill('SIGKILL');
  });
  cluster.on('listening', (worker, { port }) => {
    const member = members.get(worker);
    if (!member) return;
    member.listening = { port, since: performance.now() };
    assignJobs();
    const isComplete = [...members.values()].every((each) => each.listening);
    if (isComplete && members.size === env().WEB_CONCURRENCY) start.resolve(port);
  });
  cluster.on('exit', (worker, code, signal) => {
    const member = members.get(worker);
    members.delete(worker);
    if (!member || stopping) return;
    start.reject(new Error(`A worker ended while it started (${signal ?? code})`));
    log.error(
      { worker: member.slot, pid: worker.process.pid, code, signal },
      'a worker ended and will be replaced',
    );
    removePartsOf(worker.process.pid ?? 0).catch((error: unknown) => {
      log.error({ err: error, worker: member.slot }, 'unfinished uploads of a worker not removed');
    });
    if (jobs === worker) jobs = undefined;
    assignJobs();
    const { slot, listening } = member;
    if (listening && performance.now() - listening.since >= STABLE_AFTER_MS) {
      failures.delete(slot);
      fork(slot);
    } else forkLater(slot);
  });

  function killWorkers() {
    for (const worker of members.keys()) worker.process.kill('SIGKILL');
  }

  async function shutDown() {
    log.info('stopping');
    const ended = [...members.keys()].map((worker) => once(worker, 'exit'));
    for (const [worker, { listening }] of members) {
      if (listening) sendTo(worker, { kind: 'stop' });
      // It serves nothing yet and would not receive the order.
      else worker.process.kill('SIGKILL');
    }
    await Promise.race([Promise.all(ended), delay(STOP_MS, undefined, { ref: false })]);
    if (members.size > 0) log.error({ workers: members.size }, 'workers did not stop in time');
    killWorkers();
    closeSite();
    log.info('stopped');
  }
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };

  exitOnSignals({ stop, beforeExit: killWorkers });
  for (let slot = 0; slot < env().WEB_CONCURRENCY; slot += 1) fork(slot);
  const port = await start.promise.catch(async (error: unknown) => {
    stopping ??= Promise.resolve();
    killWorkers();
    throw error;
  });
  hasStarted = true;
  announce(port);
  return { url: env().APP_URL, port, stop };
}
