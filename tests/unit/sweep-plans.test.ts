import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';

/** Returns the steps of a statement's query plan, including those that check foreign keys. */
const steps = (sql: string) =>
  (sqlite().prepare(`explain query plan ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail);

it.each([
  ['delete from one_time_tokens where expires_at < 1', 'one_time_tokens_by_expiry'],
  ["delete from media where id = 'x'", 'courses_by_thumbnail'],
  ["delete from media where id = 'x'", 'lessons_by_video'],
])('%s reads no whole table and uses %s', (sql, index) => {
  expect(steps(sql).join('\n')).toContain(index);
  expect(steps(sql).filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
