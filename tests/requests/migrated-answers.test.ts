import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { hashToken, newToken } from '#app/shared/ids.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** A site of version 0.3.0 with the schema of 0.4.0: issuers in every state, and what they issued, taught and sold. */
const asset = gunzipSync(readFileSync('tests/assets/release-0.4.0.sqlite.gz'));
/** What a process tells of itself and its machine, and when a login was last used, which the reading itself changes. */
const MEASURED = new Set(['disks', 'database', 'versions', 'startedAt', 'lastUsedAt']);
const unmeasured = (key: string, value: unknown) => (MEASURED.has(key) ? undefined : value);

/**
 * What the version before organisations answered. Later versions may add fields and calls (/api/docs, Changes), and change nothing
 * else.
 */
const before = JSON.parse(readFileSync('tests/assets/answers-0.3.0.json', 'utf8'), unmeasured);
/** A minute after its last row. */
const NOW = Date.UTC(2026, 10, 20, 9, 10);

const one = (query: string) => String(sqlite().prepare(query).pluck().get() ?? 'none');

/** The accounts that read, each with an API login of its own. */
function readers() {
  const people = sqlite()
    .prepare<unknown[], { id: string; who: string }>("select id, role || ' ' || username as who from users")
    .all();
  return [
    { who: 'visitor' },
    ...people.map(({ id, who }) => {
      const token = newToken();
      const { changes } = sqlite()
        .prepare("update sessions set token_hash = ? where user_id = ? and kind = 'bearer'")
        .run(hashToken(token), id);
      expect([who, changes]).toEqual([who, 1]);
      return { who, token };
    }),
  ];
}

/** An object of the site for each parameter of a path. */
const objects = (): Record<string, string> => ({
  batchId: one('select id from batches'),
  creditNoteId: one('select id from credit_notes'),
  designId: one('select id from designs'),
  id: one('select id from courses'),
  paymentId: one("select id from payments where state = 'paid'"),
  statementId: one('select id from credit_statements'),
  token: 'none',
  uniqueId: one('select unique_id from certificates order by seq'),
  userId: one('select user_id from credit_accounts'),
  webhookId: one('select id from webhooks'),
});

/** An answer without what differs between two runs: signatures of URLs and measurements. */
function lasting(body: string): unknown {
  const text = body.replaceAll(/([?&]signature=)[\w-]+(?:&reader=[\w-]+)?/g, '$1…');
  if (!/^[{[]/.test(text)) return text;
  return JSON.parse(text, unmeasured);
}

it('answers every GET of the API as before the migration', async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  sqlite().close();
  installDatabase(new Database(asset));
  migrateDatabase();
  setClock(() => NOW);
  const values = objects();
  const people: { who: string; token?: string }[] = readers();
  const answers: Record<string, unknown> = {};
  for (const { method, path } of describedCalls) {
    if (method !== 'GET' || path === '/openapi.json') continue;
    const url = `/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? 'none')}`;
    for (const { who, token } of people) {
      const answer = await fetchApi(url, token === undefined ? {} : { token });
      answers[`${path} ${who}`] = [answer.status, lasting(await answer.text())];
    }
  }
  expect(Object.keys(before).length).toBeGreaterThan(400);
  expect(answers).toMatchObject(before);
});
