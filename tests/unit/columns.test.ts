import { expect, it } from 'vitest';
import { fromColumns, toColumns } from '#app/shared/columns.ts';

it.each([
  ['no rows', []],
  ['a row', [{ id: 'a', reason: null, count: 0 }]],
  [
    'fields that are null in some rows',
    [
      { id: 'a', reason: null },
      { id: 'b', reason: 'typo' },
    ],
  ],
  [
    'fields that are null in every row',
    [
      { reason: null, id: '' },
      { reason: null, id: 'b' },
    ],
  ],
  [
    'objects',
    [
      { id: 'a', mail: { status: 'sent' } },
      { id: 'b', mail: null },
    ],
  ],
])('turns %s into columns and back', (_, rows: object[]) => {
  expect(fromColumns(toColumns(rows))).toEqual(rows);
});

it('stores one null for a field without values', () => {
  expect(
    toColumns([
      { id: 'a', reason: null },
      { id: 'b', reason: null },
    ]),
  ).toEqual({ id: ['a', 'b'], reason: null });
});
