import type { Database } from 'better-sqlite3';
import { sqlite } from '#db/client.ts';

/** The query plan of every SELECT that `work` prepares, or of every statement that matches `kind`. */
export async function queryPlans(
  work: () => unknown,
  kind = /^\s*(select|with)/i,
): Promise<{ sql: string; steps: string[] }[]> {
  const prepare = sqlite().prepare.bind(sqlite());
  const seen = new Set<string>();
  sqlite().prepare = ((source: string) => {
    if (kind.test(source)) seen.add(source);
    return prepare(source);
  }) as Database['prepare'];
  try {
    await work();
  } finally {
    sqlite().prepare = prepare as Database['prepare'];
  }
  if (seen.size === 0) throw new Error('the work prepared no such statement');
  return [...seen].map((source) => {
    const sql = source.replace(/@\w+/g, '?');
    const parameters = Array<number>((sql.match(/\?/g) ?? []).length).fill(1);
    const rows = prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return { sql, steps: rows.map(({ detail }) => detail) };
  });
}

/** Plan steps that scan a table or index. Full-text indexes, json_each and recursive queries, which SQLite also reports as scans, are left out. */
export const tableScans = (plans: { steps: string[] }[]) =>
  plans.flatMap(({ steps }) =>
    steps.filter((step) =>
      /^SCAN (?!.*VIRTUAL TABLE)(?!CONSTANT ROW|counted$|days$|merged$|names$)/.test(step),
    ),
  );

/** Plan steps that sort rows instead of reading them in the order of an index. */
export const sorts = (plans: { steps: string[] }[]) =>
  plans.flatMap(({ steps }) => steps.filter((step) => step.startsWith('USE TEMP B-TREE')));
