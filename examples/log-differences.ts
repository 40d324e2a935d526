/** Names what happened to the entries of a log between two audits. */

/** An entry that both audits have: where it was, and where it is. */
type Kept = { was: number; is: number };

const keyOf = (entry: Uint8Array) => Buffer.from(entry).toString('base64');

/** The entries that both audits have, in their old order. An entry that occurs twice is matched twice. */
function keptEntries(before: Uint8Array[], now: Uint8Array[]): Kept[] {
  // The places of each entry, the first one last.
  const places = new Map<string, number[]>();
  for (let is = now.length - 1; is >= 0; is -= 1) {
    const key = keyOf(now[is] as Uint8Array);
    const known = places.get(key);
    if (known) known.push(is);
    else places.set(key, [is]);
  }
  return before.flatMap((entry, was) => {
    const is = places.get(keyOf(entry))?.pop();
    return is === undefined ? [] : [{ was, is }];
  });
}

/** Splits off pairs of entries of which each is in the place of the other. */
function splitSwapped(kept: Kept[]): { swapped: [number, number][]; others: Kept[] } {
  const rankOf = new Map([...kept].sort((one, other) => one.is - other.is).map(({ is }, rank) => [is, rank]));
  const ranks = kept.map(({ is }) => rankOf.get(is) ?? 0);
  const isSwapped = (rank: number) => ranks[rank] !== rank && ranks[ranks[rank] ?? 0] === rank;
  const swapped = kept.flatMap(({ was }, rank): [number, number][] => {
    const other = kept[ranks[rank] ?? 0];
    return other && isSwapped(rank) && other.was > was ? [[was, other.was]] : [];
  });
  return { swapped, others: kept.filter((_, rank) => !isSwapped(rank)) };
}

/** The largest part of some entries that is still in order. */
function inOrder(kept: Kept[]): Set<Kept> {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { is }] of kept.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((kept[ends[middle] ?? 0]?.is ?? 0) < is) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const found = new Set<Kept>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.add(kept[at] as Kept);
  return found;
}

/** How many of some ascending numbers are below another. */
function countBelow(numbers: number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups indexes by the number of fixed entries before each. */
function byGap(indexes: number[], fixed: number[]): Map<number, number[]> {
  const gaps = new Map<number, number[]>();
  for (const index of indexes) {
    const gap = countBelow(fixed, index);
    const known = gaps.get(gap);
    if (known) known.push(index);
    else gaps.set(gap, [index]);
  }
  return gaps;
}

/** Sorts into changed, removed and inserted what is between two fixed entries. New entries after the last one are the log's growth. */
function compareGaps(gone: number[], added: number[], fixed: Kept[]) {
  const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other);
  const [goneIn, addedIn] = [
    byGap(gone, sorted(fixed.map(({ was }) => was))),
    byGap(added, sorted(fixed.map(({ is }) => is))),
  ];
  const gaps = [...new Set([...goneIn.keys(), ...addedIn.keys()])].map((gap) => ({
    isLast: gap === fixed.length,
    missing: goneIn.get(gap) ?? [],
    extra: addedIn.get(gap) ?? [],
  }));
  return {
    changed: sorted(gaps.flatMap(({ missing, extra }) => missing.slice(0, extra.length))),
    removed: sorted(gaps.flatMap(({ missing, extra }) => missing.slice(extra.length))),
    inserted: sorted(
      gaps.flatMap(({ isLast, missing, extra }) => (isLast ? [] : extra.slice(missing.length))),
    ),
  };
}

/** Sentences such as 'Entries 5 to 7 were removed.', for each run of numbers. */
function sentences(indexes: number[], what: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < indexes.length; ) {
    let end = start + 1;
    while (end < indexes.length && indexes[end] === (indexes[end - 1] ?? 0) + 1) end += 1;
    const [first, last] = [indexes[start], indexes[end - 1]];
    found.push(first === last ? `Entry ${first} was ${what}.` : `Entries ${first} to ${last} were ${what}.`);
    start = end;
  }
  return found;
}

const absentFrom = (length: number, present: number[]) => {
  const known = new Set(present);
  return Array.from({ length }, (_, index) => index).filter((index) => !known.has(index));
};

/**
 * What was changed, removed, inserted, swapped or reordered, one sentence each. Empty if the log only grew.
 * @param before the entries at the last audit
 * @param now the entries now
 */
export function logDifferences(before: Uint8Array[], now: Uint8Array[]): string[] {
  const kept = keptEntries(before, now);
  const { swapped, others } = splitSwapped(kept);
  const ordered = inOrder(others);
  const moved = new Set(others.filter((each) => !ordered.has(each)));
  // Swapped entries have the places of each other, so these are fixed too.
  const fixed = kept.filter((each) => !moved.has(each));
  const gone = absentFrom(
    before.length,
    kept.map(({ was }) => was),
  );
  const added = absentFrom(
    now.length,
    kept.map(({ is }) => is),
  );
  const { changed, removed, inserted } = compareGaps(gone, added, fixed);
  return [
    ...sentences(changed, 'changed'),
    ...sentences(removed, 'removed'),
    ...sentences(inserted, 'inserted, by the places now'),
    ...swapped.map(([one, other]) => `Entries ${one} and ${other} were swapped.`),
    ...[...moved].map(({ was, is }) => `Entry ${was} was reordered: it is now entry ${is}.`),
  ];
}
