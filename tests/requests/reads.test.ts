import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { openReserve } from '#db/reserve.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { temporaryFolders } from '#tests/support/backups.ts';
import { pathOf } from '#tests/support/call-with-input.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { PAGES, ROLES, type RoleName } from './access-table.ts';
import { enterWorld, leaveWorld, type World } from './access-world.ts';

const folders = temporaryFolders();
afterEach(() => openReserve(undefined));
afterAll(() => {
  folders.removeAll();
  leaveWorld();
});

/** Those who see different pages and calls. */
const READERS: RoleName[] = ['visitor', 'individual', 'issuer', 'superadmin'];

/** The world in a database file on a full disk, whose write lock another process holds. */
async function lockedWorld() {
  testEnvironment({ RATE_LIMITS: 'off' });
  const world = await enterWorld();
  const file = `${folders.make()}/certrace.sqlite`;
  writeFileSync(file, sqlite().serialize());
  sqlite().close();
  openDatabase(file);
  const other = new Database(file);
  other.exec('begin immediate');
  sqlite().pragma('busy_timeout = 1');
  openReserve(file);
  const free = () => {
    openReserve(undefined);
    other.close();
  };
  return { world, free };
}

async function statusOf(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

const personOf = ({ people }: World, role: RoleName) => (role === 'visitor' ? undefined : people[role]);

it('every page is read on a full disk and beside a write lock', async () => {
  const { world, free } = await lockedWorld();
  const refused: unknown[] = [];
  for (const [pattern, { url, answers }] of Object.entries(PAGES)) {
    for (const role of READERS) {
      const expected = answers[ROLES.indexOf(role)];
      const cookie = personOf(world, role)?.cookie;
      const status = await statusOf(await fetchPage(url?.(world.objects) ?? pattern, { cookie }));
      if (status !== (typeof expected === 'string' ? 302 : expected)) refused.push([pattern, role, status]);
    }
  }
  expect(refused).toEqual([]);
  const exported = sqlite().prepare('select coalesce(sum(count), 0) from audit_exports').pluck();
  expect(exported.get()).toBe(0);
  free();
  await expect.poll(() => exported.get()).toBeGreaterThan(5);
});

it('every GET of the API is answered on a full disk and beside a write lock', async () => {
  const { world, free } = await lockedWorld();
  const gets = describedCalls
    .filter(({ method }) => method === 'GET')
    .flatMap((call) => READERS.map((role) => ({ call, role })));
  const ask = async () => {
    const statuses: [name: string, role: RoleName, status: number][] = [];
    for (const { call, role } of gets) {
      const token = personOf(world, role)?.token;
      statuses.push([call.name, role, await statusOf(await fetchApi(pathOf(call, world), { token }))]);
    }
    return statuses;
  };
  const locked = await ask();
  free();
  expect(locked).toEqual(await ask());
});
