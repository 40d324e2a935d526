import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { noteValidatorTexts } from './plain-answers.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;
/** For programs of the project, which then start with less processor time. */
export const FAST_START = {
  options: ['--import', new URL('fast-imports.ts', import.meta.url).href],
  env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1' },
};

export type StartOptions = {
  /** Overrides the tests' defaults; undefined unsets a variable. */
  env?: Record<string, string | undefined>;
  /** An own folder for database and uploads, so that a second server goes on where the first stopped. */
  folder?: string;
  /** What to run instead of server.ts. */
  script?: string;
  /** Another checkout of the project, to compare with. */
  project?: string;
  /** Another copy of Node. */
  node?: string;
};

export type LogLine = { msg: string; level: number } & Record<string, unknown>;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Polls until the server responds, for log levels that omit the 'listening' line. */
async function answering(port: number): Promise<LogLine> {
  for (;;) {
    const alive = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (alive) return { msg: 'listening', level: 30, url: `http://localhost:${port}`, port };
    await delay(50);
  }
}

/** Kills servers that failed tests left running. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// Test runners end a process that still has children by this signal, which alone would leave them running.
process.once('SIGTERM', () => process.exit(143));

/**
 * Starts the real server as a process on a free port, with its own database and uploads, and waits until it listens. Needs
 * `npm run build`.
 */
export async function startServer({
  env = {},
  folder,
  script = 'server.ts',
  project = PROJECT,
  node = process.execPath,
}: StartOptions = {}) {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'certrace-server-'));
  const quiet = /^(?:warn|error|fatal|silent)$/.test(env.LOG_LEVEL ?? '');
  const port = quiet ? await freePort() : 0;
  // The import hook resolves to this checkout, so that another one starts without it.
  const options = project === PROJECT ? FAST_START.options : [];
  const child = spawn(node, [...options, script], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...FAST_START.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_FILE: join(home, 'certrace.sqlite'),
      UPLOADS_DIR: join(home, 'uploads'),
      FFMPEG_PATH: 'none',
      SESSION_SECRET: 'a secret of the tests, long enough to be one',
      ...env,
    },
  });
  running.add(child);
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  const output: string[] = [];
  const logs: LogLine[] = [];
  createInterface(child.stderr).on('line', (line) => {
    noteValidatorTexts(line, 'stderr');
    output.push(line);
  });
  const lines = createInterface(child.stdout);
  const listening = new Promise<LogLine>((resolve) => {
    lines.on('line', (line) => {
      output.push(line);
      if (!line.startsWith('{')) return;
      const entry = JSON.parse(line) as LogLine;
      logs.push(entry);
      if (entry.msg === 'listening') resolve(entry);
    });
  });
  const started = await Promise.race([
    quiet ? answering(port) : listening,
    exited,
    delay(START_TIMEOUT_MS, null, { ref: false }),
  ]);
  if (!started || !('port' in started)) {
    child.kill('SIGKILL');
    await exited;
    throw new Error(`The server did not start:\n${output.join('\n')}`);
  }

  return {
    url: String(started.url),
    port: Number(started.port),
    folder: home,
    /** Parsed log lines so far. */
    logs,
    /** Every line of stdout and stderr so far. */
    output,
    pid: child.pid as number,
    exited,
    kill: (signal: NodeJS.Signals = 'SIGTERM') => child.kill(signal),
    /** Stops it and removes its folder, unless the folder was the caller's. */
    async stop() {
      child.kill('SIGTERM');
      const status = await exited;
      if (!folder) rmSync(home, { recursive: true, force: true });
      return status;
    },
  };
}
