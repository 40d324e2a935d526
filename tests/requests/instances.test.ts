import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { fetchRaw } from '#tests/support/handler.ts';

it('the built handler answers from the database that the test installed', async () => {
  expect((await fetchRaw('/readyz')).status).toBe(200);
  sqlite.close();
  expect((await fetchRaw('/readyz')).status).toBe(503);
});

it('each test starts on an empty, migrated database', () => {
  expect(sqlite.prepare('select count(*) from users').pluck().get()).toBe(0);
  sqlite.exec('drop table outbox');
});

it('what the test before left behind is gone', () => {
  expect(sqlite.prepare('select count(*) from outbox').pluck().get()).toBe(0);
});
