import { describe, expect, it } from 'vitest';
import { lengthOf, mergeRanges, type Range } from '#app/courses/progress/progress.schema.ts';

describe('watched ranges', () => {
  it.each<[string, Range[], Range[]]>([
    ['none', [], []],
    ['one', [[0, 5]], [[0, 5]]],
    ['an empty one', [[3, 3]], []],
    [
      'touching ones',
      [
        [5, 9],
        [0, 5],
      ],
      [[0, 9]],
    ],
    [
      'overlapping ones',
      [
        [0, 6],
        [4, 9],
        [2, 3],
      ],
      [[0, 9]],
    ],
    [
      'one within another',
      [
        [0, 9],
        [2, 3],
      ],
      [[0, 9]],
    ],
    [
      'separate ones, in order',
      [
        [7, 9],
        [0, 2],
        [4, 5],
      ],
      [
        [0, 2],
        [4, 5],
        [7, 9],
      ],
    ],
  ])('merge: %s', (_, ranges, merged) => {
    expect(mergeRanges(ranges)).toEqual(merged);
  });

  it('lose nothing when there are too many: the smallest gaps are filled', () => {
    const ranges: Range[] = [
      [0, 10],
      [11, 20],
      [50, 60],
      [63, 70],
      [200, 210],
    ];
    expect(mergeRanges(ranges, 3)).toEqual([
      [0, 20],
      [50, 70],
      [200, 210],
    ]);
    expect(mergeRanges(ranges, 1)).toEqual([[0, 210]]);
  });

  it('give the same in any order and repeated', () => {
    const ranges: Range[] = Array.from({ length: 700 }, (_, index) => [
      index * 10,
      index * 10 + (index % 7) + 1,
    ]);
    const merged = mergeRanges(ranges);
    expect(merged).toHaveLength(500);
    expect(mergeRanges([...ranges.toReversed(), ...merged])).toEqual(merged);
    expect(lengthOf(merged)).toBeGreaterThanOrEqual(lengthOf(ranges));
  });
});
