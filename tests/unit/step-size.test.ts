import { expect, it } from 'vitest';
import { createStepSize } from '#app/shared/background-work.server.ts';

/** The sizes of the steps of a task whose rows take this long each. */
function sizesOf(msPerRow: number, steps: number) {
  const size = createStepSize(16, 40);
  return Array.from({ length: steps }, () =>
    size.step((rows) => {
      const end = performance.now() + rows * msPerRow;
      while (performance.now() < end);
      return rows;
    }),
  );
}

it('steps grow while their rows are cheap, up to the most', () =>
  expect(sizesOf(0, 7)).toEqual([1, 2, 4, 8, 16, 16, 16]));

it('steps stay within their time while their rows are costly, with one row at least', () => {
  expect(Math.max(...sizesOf(15, 5))).toBeLessThanOrEqual(2);
  expect(sizesOf(60, 3)).toEqual([1, 1, 1]);
});
