import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { sqlite, transaction } from '#db/client.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { certificateInput, makeIssuer } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

it('rejects writes with 503 while another process holds the lock, and soon waits for it only briefly', async () => {
  const folder = folders.make();
  openSite(folder);
  const { token } = await makeIssuer();
  const issue = () => fetchApi('certs/issue', { token, json: certificateInput() });
  const waitMs = () => sqlite().pragma('busy_timeout', { simple: true });
  // Another process that hangs within a transaction.
  const other = new Database(placesIn(folder).DATABASE_FILE);
  other.exec('begin immediate');
  sqlite().pragma('busy_timeout = 1');

  const response = await issue();
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(waitMs()).toBe(50);
  expect((await fetchApi('users/me', { token })).status).toBe(200);
  expect(() => transaction(() => undefined)).toThrow('locked');

  other.close();
  expect((await issue()).status).toBe(201);
  expect(waitMs()).toBe(5_000);
});
