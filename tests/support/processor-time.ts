import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the reference work takes on the machine that the limits of steps were set for, in milliseconds of processor time. */
const REFERENCE_MS = 3;

const rows = Array.from({ length: 2_000 }, (_, n) => ({
  id: `row-${n}`,
  name: `Zoë ${n * 7}`,
  tags: [n, n + 1],
}));

/** Work like that of a step: rows are read from text, named, sorted and written again. */
function doReferenceWork() {
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  const byName = new Map(copy.map((row) => [row.name.normalize('NFD').toUpperCase(), row]));
  return [...byName.keys()].sort().join(',').replaceAll(/\d+/g, 'n');
}

/** Processor time of this thread so far, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Processor time that the work takes on this thread, in milliseconds. */
export function processorMs(work: () => unknown): number {
  const before = threadMs();
  work();
  const taken = threadMs() - before;
  if (process.env.SHOW_FIGURES) console.log(`${Math.round(taken)} ms`);
  return taken;
}

// A context that is made after the flag has the function.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Awaits work. Collects garbage first, as servers do while they are idle, so that no part pays for what was made before.
 * @returns `longest`: the longest time that other requests waited for a part of it; `all`: the time of all parts. Both are milliseconds of
 * processor time.
 */
export async function partsOf(work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  collectGarbage();
  let done = false;
  let longest = 0;
  const start = threadMs();
  let before = start;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    await eventLoopTurn();
    const at = threadMs();
    longest = Math.max(longest, at - before);
    before = at;
  }
  await working;
  const all = threadMs() - start;
  if (process.env.SHOW_FIGURES)
    console.log(`${Math.round(all)} ms, the longest part ${Math.round(longest)} ms`);
  return { longest, all };
}

/**
 * Runs a step until it says that nothing is left.
 * @returns how often it ran, and the milliseconds of processor time of its longest run but one. A virtual machine that was stopped for a moment
 * counts that moment as processor time of the run that it interrupted, so one run of many can look several times as long as the others.
 */
export function longestStep(step: () => boolean): { runs: number; longest: number } {
  const times: number[] = [];
  for (let more = true; more; ) {
    const taken = processorMs(() => {
      more = step();
    });
    times.push(taken);
  }
  const [first = 0, second = first] = times.toSorted((a, b) => b - a);
  return { runs: times.length, longest: second };
}

/** How many times more processor time work takes here than on the machine that the limits were set for. */
function slowness(): number {
  doReferenceWork();
  const taken = Array.from({ length: 9 }, () => {
    const before = threadMs();
    doReferenceWork();
    return threadMs() - before;
  });
  return Math.max(1, (taken.toSorted((a, b) => a - b)[4] ?? 0) / REFERENCE_MS);
}

/**
 * The limit of processor time, in the unit of `limit`, that stands for it on a slow machine. So a limit says how much work may be done,
 * wherever it is measured.
 */
export const limitHere = (limit: number) => limit * slowness();
