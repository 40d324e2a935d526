import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { sqlite } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { SAMPLES } from '#tests/support/api-samples.ts';
import { wrapCalls } from '#tests/support/handler.ts';

/** What one uninterrupted piece of a call wrote, which is at least a transaction. */
type Piece = { tables: Set<string>; answer?: 'whole' | 'mark' };

/** Calls whose payment has the key, so that a repeated call finds it. */
const OWN_KEY = new Set(['POST /cert/verify/payment', 'POST /courses/{id}/purchase', 'POST /credit']);
/** An act in steps: those before the last mark the call as made, because a repeated call would find nothing to do. */
const IN_STEPS = new Set(['POST /holders/erasure']);

/** Tables whose rows are no part of an act: when a token was last used, answers themselves, and what was read from videos. */
const ASIDE = new Set(['remembered_answers', 'sessions', 'video_lengths']);

/** Watches what is written to each table with triggers, which see what any code writes. */
function watchWrites(): Piece[] {
  const pieces: Piece[] = [];
  let present: Piece | undefined;
  sqlite().function('note_write', { varargs: true, directOnly: false }, (...values: unknown[]) => {
    if (!present) {
      present = { tables: new Set() };
      pieces.push(present);
      // A transaction has no pause, so a microtask runs after it.
      queueMicrotask(() => {
        present = undefined;
      });
    }
    const [table, isWhole] = values;
    present.tables.add(String(table));
    if (isWhole !== undefined) present.answer = isWhole ? 'whole' : 'mark';
    return null;
  });
  const tables = sqlite()
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  for (const table of tables) {
    for (const event of ['insert', 'update', 'delete']) {
      const isAnswer = table === 'remembered_answers' && event !== 'delete';
      const whole = isAnswer ? ', new.sealed_body is not null' : '';
      sqlite().exec(
        `create temp trigger "note ${table} ${event}" after ${event} on main."${table}" begin select note_write('${table}'${whole}); end`,
      );
    }
  }
  return pieces;
}

const keyed = describedCalls
  .filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'Idempotency-Key'))
  .filter(({ name }) => !OWN_KEY.has(name));

const patternOf = (path: string) => new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?.*)?$`);

it('covers the calls that change something', () => {
  expect(keyed.length).toBeGreaterThan(80);
});

it.each(keyed)('the answer of $name commits with its act', async ({ name, method, path }) => {
  resetLimits();
  const pattern = patternOf(path);
  const pieces = watchWrites();
  const faults: unknown[] = [];
  let acted = 0;
  await wrapCalls(
    async (call, send) => {
      if (call.method !== method || !pattern.test(call.path)) return send();
      const start = pieces.length;
      const response = await send({ 'idempotency-key': randomUUID() });
      const wrote = pieces
        .slice(start)
        .filter(({ tables }) => [...tables].some((table) => !ASIDE.has(table)));
      if (response.ok && wrote.length > 0) {
        acted += 1;
        // What precedes the act may be done again, and what follows it only tidies up.
        const answers = wrote.map(({ answer }) => answer);
        const isMarked = answers.includes('mark') && !IN_STEPS.has(name);
        if (isMarked || !answers.includes('whole'))
          faults.push(wrote.map(({ tables, answer }) => [[...tables].join(' '), answer]));
      }
      return response;
    },
    async () => SAMPLES[name]?.(),
  );
  expect([faults, acted > 0]).toEqual([[], true]);
});
