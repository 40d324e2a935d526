import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { leaveWorld, type World } from '#tests/requests/access-world.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { badBodies, UNKNOWN } from '#tests/support/bad-input.ts';
import {
  ask,
  callerOf,
  enterInputWorld,
  exampleOf,
  pathOf,
  shapeOf,
  tellSeed,
  tryAll,
} from '#tests/support/call-with-input.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let world: World;
beforeAll(tellSeed);
beforeEach(async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  world = await enterInputWorld();
});
afterAll(leaveWorld);

const TYPE = 'application/json';
const headers = { 'content-type': TYPE };

const calls = describedCalls.flatMap((call) => {
  const content = call.operation.requestBody?.content[TYPE];
  return content ? { ...call, content } : [];
});

/** Calls that nobody of the world may make, because they need a second factor. */
const NOBODY = ['POST /accounts/{userId}/second-factor-reset'];

/** Calls that look for their object first, which the world has not. */
const NO_OBJECT = ['DELETE /users/me/sessions/{sessionId}', 'DELETE /tokens/{tokenId}'];

describe('a wrong field of a body is a 400 that names it', () => {
  it.each(calls)('$name', async (call) => {
    const { name, method, content } = call;
    const example = exampleOf(call, world);
    const path = pathOf(call, world);
    const { token, isAllowed } = await callerOf(world, call, path, {
      method,
      headers,
      body: JSON.stringify(example),
    });
    expect(isAllowed).toBe(!NOBODY.includes(name));
    await enterInputWorld();
    await tryAll(
      call,
      badBodies({ schema: shapeOf(content.schema, example), example }),
      ({ text }) => [path, { method, token, headers, body: text }],
      ({ changed, isBad, isUnreadable }, { status, errors }) => {
        if (!isAllowed) return status === 403;
        if (isUnreadable) return status === 400;
        if (NO_OBJECT.includes(name) && status === 404) return true;
        return !isBad || (status === 400 && errors.some((field) => changed.includes(field)));
      },
    );
  });
});

const MARK = 'mass-assigned-a81c';

/** The columns of the database that contain the mark. */
function markedColumns(): string[] {
  const tables = sqlite()
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'CREATE VIRTUAL%'")
    .pluck()
    .all() as string[];
  return tables.flatMap((table) => {
    const columns = (sqlite().pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
    return columns
      .filter((column) =>
        sqlite().prepare(`select 1 from "${table}" where instr("${column}", ?) > 0 limit 1`).get(MARK),
      )
      .map((column) => `${table}.${column}`);
  });
}

describe('fields that a call does not have are ignored', () => {
  it('is told by a search that finds them', async () => {
    const { token } = world.people.issuer;
    await ask('users/me/addresses', {
      token,
      headers,
      body: JSON.stringify({ email: `${MARK}@people.example` }),
    });
    await ask('coupons', {
      token,
      headers,
      body: JSON.stringify({ code: MARK, kind: 'percent', value: '5' }),
    });
    await ask(`admin/course/addModules/${world.objects.courseId}`, {
      token,
      headers,
      body: JSON.stringify({ title: MARK }),
    });
    expect(markedColumns()).toContain('modules.title');
  });

  it.each(calls)('by $name', async (call) => {
    const { method, content } = call;
    const example = exampleOf(call, world);
    const path = pathOf(call, world);
    const own = JSON.stringify(content.schema);
    const foreign = [
      ...UNKNOWN,
      'userId',
      'role',
      'status',
      'state',
      'verified',
      'scope',
      'kind',
      'owner_id',
      'user_id',
    ];
    const more = foreign.filter((name) => !own.includes(`"${name}"`)).map((name) => [name, MARK]);
    const body = JSON.stringify(Object.fromEntries([...more, ...Object.entries(example)]));
    const { token } = await callerOf(world, call, path, { method, headers, body: JSON.stringify(example) });
    await enterInputWorld();
    const plain = await ask(path, { method, token, headers, body: JSON.stringify(example) });
    await enterInputWorld();
    const { status } = await ask(path, { method, token, headers, body });
    expect([status, markedColumns()]).toEqual([plain.status, []]);
  });
});
