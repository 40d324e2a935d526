/** A part of a video in milliseconds of the file. */
export type Range = readonly [from: number, to: number];

/** Most separate ranges of a lesson that are kept, and that a report may have. */
export const MOST_RANGES = 500;

/** Fills the smallest gaps, so that few enough ranges are left and nothing that was watched is lost. */
function withoutSmallestGaps(ranges: Range[], most: number): Range[] {
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? 0));
  const widest = gaps
    .map((gap, index) => ({ gap, index }))
    .sort((one, other) => other.gap - one.gap || one.index - other.index)
    .slice(0, most - 1);
  const kept = new Set(widest.map(({ index }) => index));
  const result: [number, number][] = [];
  for (const [index, [from, to]] of ranges.entries()) {
    const last = result.at(-1);
    if (last && !kept.has(index - 1)) last[1] = to;
    else result.push([from, to]);
  }
  return result;
}

/** The union of ranges, in order and apart from each other. */
export function mergeRanges(ranges: readonly Range[], most = MOST_RANGES): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged.length > most ? withoutSmallestGaps(merged, most) : merged;
}

/** The sum of ranges that are apart from each other. */
export const lengthOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);
