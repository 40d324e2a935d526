import { expect, it } from 'vitest';
import { z } from 'zod';
import { column, derived, member, object, part } from '#app/routes/api/v1/object.ts';

const cents = member(z.number(), (minor: number) => minor / 100);

const course = object('Sample', {
  _id: column('id', z.string()),
  title: z.string(),
  price: column('priceMinor', cents.nullable()),
  fees: cents.array(),
  lessonCount: derived(z.int(), ({ lessons }: { lessons: string[] }) => lessons.length),
  owner: column('creator', part({ name: z.string() }).nullable()),
  draft: z.literal(true).optional(),
});

const row = {
  id: 'c1',
  title: 'Clocks',
  priceMinor: 4_950,
  fees: [100, 250],
  lessons: ['a', 'b'],
  creator: { name: 'Mara', passwordHash: 'secret' },
  secret: 'x',
};

it('an object has a value for each declared member, and nothing else of its row', () => {
  const sent = course.serialize(row);
  expect(sent).toStrictEqual({
    ...{ _id: 'c1', title: 'Clocks', price: 49.5, fees: [1, 2.5], lessonCount: 2 },
    owner: { name: 'Mara' },
  });
  expect(course.schema.parse(sent)).toStrictEqual(sent);
  expect(course.serialize({ ...row, priceMinor: null, creator: null })).toMatchObject({
    price: null,
    owner: null,
  });
});

it('an object that extends another takes its rows from a function', () => {
  const sold = object('Sold', { ...course.members, buyer: z.string() }).from(
    ({ of, buyer }: { of: typeof row; buyer: string }) => ({ ...of, buyer }),
  );
  expect(sold.serialize({ of: row, buyer: 'Ada' })).toMatchObject({ _id: 'c1', buyer: 'Ada' });
  expect(sold.schema.meta()?.id).toBe('Sold');
});
