import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { fetchRaw } from '#tests/support/handler.ts';

it('uses the database of the test in the built handler', async () => {
  expect((await fetchRaw('/readyz')).status).toBe(200);
  sqlite().close();
  expect((await fetchRaw('/readyz')).status).toBe(503);
});

it('starts each test with an empty, migrated database', () => {
  expect(sqlite().prepare('select count(*) from users').pluck().get()).toBe(0);
  sqlite().exec('drop table outbox');
});

it('discards the changes of the test before', () => {
  expect(sqlite().prepare('select count(*) from outbox').pluck().get()).toBe(0);
});
