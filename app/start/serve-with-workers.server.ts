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

/** The worker processes of a site. Replaces those that end, and makes one of them run the jobs. */
class Workers {
  readonly #members = new Map<Worker, Member>();
  readonly #hung = new WeakSet<Worker>();
  /** How often in succession the worker of a slot could not be started, or served only briefly. */
  readonly #failures = new Map<number, number>();
  readonly #variables: Record<string, string>;
  readonly #started = Promise.withResolvers<number>();
  #jobs: Worker | undefined;
  #stopping: Promise<void> | undefined;
  #hasStarted = false;

  constructor(overrides: Settings['overrides']) {
    // An empty value counts as absent (env.server.ts).
    this.#variables = Object.fromEntries(
      Object.entries(overrides).map(([name, value]) => [name, value ?? '']),
    );
  }

  /** Starts the workers. Resolves with their port once all of them listen. */
  async start(script: string): Promise<number> {
    // Structured clones keep values that JSON cannot represent, such as NaN.
    cluster.setupPrimary({ exec: script, args: [], serialization: 'advanced' });
    startRelay({
      onFailure: (message) => {
        this.#started.reject(new ConfigurationError(message));
        if (this.#hasStarted) log.error({ problem: message }, 'a worker could not be started');
      },
      endReason: (worker) => (this.#hung.has(worker) ? 'hung' : 'ended'),
    });
    watchWorkers(env().WORKER_TIMEOUT_SECONDS, (worker, seconds) => this.#killHung(worker, seconds));
    cluster.on('listening', (worker, { port }) => this.#onListening(worker, port));
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal));
    for (let slot = 0; slot < env().WEB_CONCURRENCY; slot += 1) this.#fork(slot);
    const port = await this.#started.promise.catch((error: unknown) => {
      this.#stopping ??= Promise.resolve();
      this.kill();
      throw error;
    });
    this.#hasStarted = true;
    return port;
  }

  #fork(slot: number) {
    if (this.#stopping) return;
    try {
      const worker = cluster.fork({ ...this.#variables, WEB_WORKER: String(slot) });
      this.#members.set(worker, { slot });
      // Without a listener, sending to a worker that has just died would crash the primary.
      worker.on('error', (error) => {
        if (worker.process.pid === undefined && this.#members.delete(worker)) this.#retry(slot, error);
      });
    } catch (error) {
      this.#retry(slot, error);
    }
  }

  /** Forks after a pause, so that workers that cannot serve do not use up the processor. */
  #forkLater(slot: number) {
    const failed = this.#failures.get(slot) ?? 0;
    this.#failures.set(slot, failed + 1);
    setTimeout(() => this.#fork(slot), Math.min(PAUSE_MS * 2 ** failed, LONGEST_PAUSE_MS));
  }

  /** Forks again later, when the system refused because of too little memory or too many processes. */
  #retry(slot: number, error: unknown) {
    this.#started.reject(error);
    log.error({ err: error, worker: slot }, 'a worker could not be started');
    this.#forkLater(slot);
  }

  /** Makes a worker run the jobs, unless one already does. */
  #assignJobs() {
    if (this.#jobs || this.#stopping) return;
    this.#jobs = [...this.#members].find(([, { listening }]) => listening)?.[0];
    if (this.#jobs) sendTo(this.#jobs, { kind: 'run-jobs' });
  }

  #killHung(worker: Worker, seconds: number) {
    log.error(
      { worker: this.#members.get(worker)?.slot, pid: worker.process.pid, seconds },
      'a worker does not respond and is killed',
    );
    this.#hung.add(worker);
    worker.process.kill('SIGKILL');
  }

  #onListening(worker: Worker, port: number) {
    const member = this.#members.get(worker);
    if (!member) return;
    member.listening = { port, since: performance.now() };
    this.#assignJobs();
    const isComplete = [...this.#members.values()].every((each) => each.listening);
    if (isComplete && this.#members.size === env().WEB_CONCURRENCY) this.#started.resolve(port);
  }

  #onExit(worker: Worker, code: number, signal: string) {
    const member = this.#members.get(worker);
    this.#members.delete(worker);
    if (!member || this.#stopping) return;
    this.#started.reject(new Error(`A worker ended while it started (${signal ?? code})`));
    log.error(
      { worker: member.slot, pid: worker.process.pid, code, signal },
      'a worker ended and will be replaced',
    );
    removePartsOf(worker.process.pid ?? 0).catch((error: unknown) => {
      log.error({ err: error, worker: member.slot }, 'unfinished uploads of a worker not removed');
    });
    if (this.#jobs === worker) this.#jobs = undefined;
    this.#assignJobs();
    const { slot, listening } = member;
    if (listening && performance.now() - listening.since >= STABLE_AFTER_MS) {
      this.#failures.delete(slot);
      this.#fork(slot);
    } else this.#forkLater(slot);
  }

  kill() {
    for (const worker of this.#members.keys()) worker.process.kill('SIGKILL');
  }

  stop() {
    this.#stopping ??= this.#shutDown();
    return this.#stopping;
  }

  async #shutDown() {
    log.info('stopping');
    const ended = [...this.#members.keys()].map((worker) => once(worker, 'exit'));
    for (const [worker, { listening }] of this.#members) {
      if (listening) sendTo(worker, { kind: 'stop' });
      // It serves nothing yet and would not receive the order.
      else worker.process.kill('SIGKILL');
    }
    await Promise.race([Promise.all(ended), delay(STOP_MS, undefined, { ref: false })]);
    if (this.#members.size > 0) log.error({ workers: this.#members.size }, 'workers did not stop in time');
    this.kill();
    closeSite();
    log.info('stopped');
  }
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
  const workers = new Workers(overrides);
  const stop = () => workers.stop();
  exitOnSignals({ stop, beforeExit: () => workers.kill() });
  const port = await workers.start(script);
  announce(port);
  return { url: env().APP_URL, port, stop };
}
