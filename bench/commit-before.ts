import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#tests/support/server.ts';
import type { PreparedData } from './prepare-data.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { IS_SMALLEST, size } from './size.ts';

const PROJECT = join(import.meta.dirname, '..');
/** The older commit to compare with. */
const BEFORE = process.env.BENCH_BEFORE ?? 'HEAD~1';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? size(7, 1));
/** Pairs of slices for each round, and how long a slice takes at the rate before. Slices beside each other see the same load of the machine. */
const PAIRS = size(4, 1);
const SLICE_SECONDS = 0.5;
/** V8 goes on compiling the functions of a page for a thousand requests. */
const WARM_UP_SECONDS = 12;
const SECRET = 'a secret of the tests, long enough to be one';
const SERVER_ENV = {
  RATE_LIMITS: 'off',
  ISSUE_QUOTA_PER_DAY: '1000000',
  LOG_LEVEL: 'warn',
  SESSION_SECRET: SECRET,
};

type BenchServer = Awaited<ReturnType<typeof startServer>>;
export type BenchRequest = Parameters<typeof requestsPerSecond>[1] & { path: string };

/** Checks out the older commit into a separate folder and builds it, with its own dependencies if they differ. */
function buildBefore(folder: string) {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_ENV: '' } });
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, BEFORE], {
    cwd: PROJECT,
    stdio: 'ignore',
  });
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(PROJECT))
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', 'ci');
  run('npm', 'run', 'build');
}

const removeBefore = (folder: string) =>
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: PROJECT, stdio: 'ignore' });

/** Runs a benchmark of the older commit, for those that measure one tree only. */
export function runBefore(name: string) {
  const temporary = mkdtempSync(join(tmpdir(), 'certrace-bench-'));
  const folder = join(temporary, 'before');
  try {
    buildBefore(folder);
    execFileSync(process.execPath, ['bench/run.ts', name], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, BENCH_BEFORE: '' },
    });
  } finally {
    removeBefore(folder);
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Fills a database with the code of a tree. Each tree gets its own, because none can open every other's: migrations since a release
 * are joined, so that a newer program migrates databases of releases and of its newest commit only.
 */
function prepareData(folder: string, home: string): PreparedData {
  const script = join(folder, 'bench', 'prepare-data.ts');
  if (folder !== PROJECT) copyFileSync(join(import.meta.dirname, 'prepare-data.ts'), script);
  const printed = execFileSync(process.execPath, [script, home], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SESSION_SECRET: SECRET, LOG_LEVEL: 'silent' },
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

/** A server, and the equal data that its own tree made for it. */
type Side = { server: BenchServer; data: PreparedData };

/**
 * Starts the servers of the older commit and of this tree, and passes them to `work`. `startHere` starts another script of this tree
 * with a copy of its data.
 */
export async function besideCommitBefore(
  work: (servers: {
    before: Side;
    after: Side;
    startHere: (script: string, env: Record<string, string>) => Promise<BenchServer>;
  }) => Promise<void>,
) {
  const temporary = mkdtempSync(join(tmpdir(), 'certrace-bench-'));
  // To show that a benchmark runs, this tree is compared with itself.
  const folder = IS_SMALLEST ? PROJECT : join(temporary, 'before');
  const servers: BenchServer[] = [];
  /** Starts a script of a tree with a copy of the data in `home`. */
  const start = async (project: string, home: string, script: string, env: Record<string, string> = {}) => {
    const copy = join(temporary, `data-${servers.length}`);
    cpSync(home, copy, { recursive: true });
    const server = await startServer({ project, script, folder: copy, env: { ...SERVER_ENV, ...env } });
    servers.push(server);
    return server;
  };
  const sideOf = async (project: string, home: string): Promise<Side> => {
    mkdirSync(home);
    const data = prepareData(project, home);
    return { data, server: await start(project, home, 'server.ts') };
  };
  try {
    if (!IS_SMALLEST) buildBefore(folder);
    const before = await sideOf(folder, join(temporary, 'older'));
    const home = join(temporary, 'newer');
    const after = await sideOf(PROJECT, home);
    await work({ before, after, startHere: (script, env) => start(PROJECT, home, script, env) });
  } finally {
    for (const server of servers) await server.stop();
    if (!IS_SMALLEST) removeBefore(folder);
    rmSync(temporary, { recursive: true, force: true });
  }
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

type Measured = { server: BenchServer; request: BenchRequest };

const urlOf = ({ server, request }: Measured) => `http://127.0.0.1:${server.port}${request.path}`;

async function perProcessorSecond(side: Measured, amount: number) {
  const { pid } = side.server;
  const before = processorSeconds(pid);
  await requestsPerSecond(urlOf(side), { ...side.request, amount });
  return amount / (processorSeconds(pid) - before);
}

/** The value below which this part of the values is. */
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/**
 * Returns how many times as many requests `after` answers as `before` per second of the server's processor time: the median of pairs of
 * slices, and their quartiles as the spread.
 */
export async function compareRates(before: Measured, after: Measured) {
  let amount = 0;
  for (const side of [before, after]) {
    const rate = await requestsPerSecond(urlOf(side), { ...side.request, seconds: WARM_UP_SECONDS });
    amount = Math.max(amount, Math.ceil(rate * SLICE_SECONDS));
  }
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let pair = 0; pair < ROUNDS * PAIRS; pair += 1) {
    const first = await perProcessorSecond(before, amount);
    const second = await perProcessorSecond(after, amount);
    ratios.push(second / first);
    rates.push(second);
  }
  const spread = [0.25, 0.75].map((part) => quantile(ratios, part).toFixed(2)).join(' to ');
  return { ratio: quantile(ratios, 0.5), spread, perSecond: quantile(rates, 0.5) };
}
