import { expect, it } from 'vitest';
import { db, sqlite } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { loginFailures } from '#db/schema/accounts.ts';

const insert = (key: string) =>
  groupCommit((tx) => {
    tx.insert(loginFailures).values({ key, failures: 1, since: 0 }).run();
    if (key === 'bad') throw new Error('refused');
    return key;
  });
const keys = () =>
  db
    .select()
    .from(loginFailures)
    .all()
    .map(({ key }) => key);

it('undoes what fails, and nothing of the others', async () => {
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map(insert));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(keys()).toEqual(['a', 'b']);
});

it('acknowledges nothing before it is committed, and everything by few commits', async () => {
  const seen: boolean[] = [];
  await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      insert(String(index)).then(() => seen.push(sqlite.inTransaction)),
    ),
  );
  expect(seen).toEqual(Array(150).fill(false));
  expect(keys()).toHaveLength(150);
});

it('rejects everybody when the commit itself fails', async () => {
  sqlite.pragma('query_only = ON');
  const outcomes = await Promise.allSettled(['a', 'b'].map(insert));
  sqlite.pragma('query_only = OFF');
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(keys()).toEqual([]);
  await insert('later');
  expect(keys()).toEqual(['later']);
});
