import { askAll, type Question, setAnswer } from '#app/processes/other-processes.server.ts';

/** How often something ran since the start, and its time in ms. */
export type Durations = { name: string; count: number; totalMs: number; longestMs: number };

const bySlowness = (a: Durations, b: Durations) => b.totalMs / b.count - a.totalMs / a.count;

function add(sums: Map<string, Durations>, { name, count, totalMs, longestMs }: Durations) {
  const sum = sums.get(name);
  if (!sum) return void sums.set(name, { name, count, totalMs, longestMs });
  sum.count += count;
  sum.totalMs += totalMs;
  sum.longestMs = Math.max(sum.longestMs, longestMs);
}

/**
 * Measures durations by name, such as those of routes, for a list of the slowest.
 * @param question asks the processes for their durations
 * @param most names to keep per process. Beyond them, the name with the shortest duration is forgotten.
 */
export function durationsByName(question: Question, most: number) {
  const known = new Map<string, Durations>();

  function forgetShortest() {
    let shortest: Durations | undefined;
    for (const each of known.values()) {
      if (!shortest || each.longestMs < shortest.longestMs) shortest = each;
    }
    if (shortest) known.delete(shortest.name);
  }

  setAnswer(question, () => [...known.values()]);

  return {
    record(name: string, ms: number) {
      if (!known.has(name) && known.size === most) forgetShortest();
      add(known, { name, count: 1, totalMs: ms, longestMs: ms });
    },

    /** The names with the longest mean duration in all processes, slowest first. */
    async slowest(limit: number): Promise<Durations[]> {
      const total = new Map<string, Durations>();
      for (const each of (await askAll<Durations[]>(question)).flat()) add(total, each);
      return [...total.values()].sort(bySlowness).slice(0, limit);
    },
  };
}
