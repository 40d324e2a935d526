import { sqlite } from '#db/client.ts';

/** Every SELECT of `work` with its query plan, or every statement that begins with another word. */
export async function queryPlans(
  work: () => unknown,
  kind = /^\s*(select|with)/i,
): Promise<{ sql: string; steps: string[] }[]> {
  const prepare = sqlite.prepare.bind(sqlite);
  const seen = new Set<string>();
  sqlite.prepare = ((source: string) => {
    if (kind.test(source)) seen.add(source);
    return prepare(source);
  }) as typeof sqlite.prepare;
  try {
    await work();
  } finally {
    sqlite.prepare = prepare as typeof sqlite.prepare;
  }
  return [...seen].map((source) => {
    const sql = source.replace(/@\w+/g, '?');
    const parameters = Array<number>((sql.match(/\?/g) ?? []).length).fill(1);
    const rows = prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return { sql, steps: rows.map(({ detail }) => detail) };
  });
}

/** Plan steps that read a whole table. SQLite reports full-text indexes, json_each and recursive queries as scans too. */
export const tableScans = (plans: { steps: string[] }[]) =>
  plans.flatMap(({ steps }) =>
    steps.filter((step) => /^SCAN (?!.*VIRTUAL TABLE)(?!CONSTANT ROW|days$|merged$|names$)/.test(step)),
  );

/** Plan steps that sort what a condition finds, instead of reading it in the order of an index. */
export const sorts = (plans: { steps: string[] }[]) =>
  plans.flatMap(({ steps }) => steps.filter((step) => step.startsWith('USE TEMP B-TREE')));
