import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openContext } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

it("adds older sessions with 'Load more' and leaves the list of API tokens as it is", async () => {
  const context = await openContext(site.browser);
  await addSession(context, site.server.url, await logIn(site.server.url, 'newcomer'));
  const sqlite = new Database(join(site.server.folder, 'certrace.sqlite'));
  const insert = sqlite.prepare(
    `insert into sessions (id, token_hash, user_id, kind, name, address, created_at, last_used_at, expires_at)
     select 'made-' || $n, 'made-' || $n, user_id, $kind, 'Token ' || $n, address, created_at, last_used_at, expires_at
     from sessions order by rowid desc limit 1`,
  );
  for (let n = 1; n <= 70; n += 1) insert.run({ n, kind: n > 68 ? 'token' : 'bearer' });
  sqlite.close();

  const page = await context.newPage();
  await page.goto(`${site.server.url}/settings`, { waitUntil: 'networkidle' });
  const [sessions, tokens] = ['Sessions', 'API tokens'].map((name) =>
    page
      .locator('section, div, article')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .last()
      .getByRole('listitem'),
  );
  expect(await sessions?.count()).toBe(50);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect.poll(() => sessions?.count()).toBe(69);
  expect(await tokens?.count()).toBe(2);
  await page.getByText('This session').waitFor();
  await context.close();
});
