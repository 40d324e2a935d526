/** The groups of lists by day, in order. */
const ORDER = ['Today', 'Yesterday', 'Earlier'] as const;

/** Splits rows by group; leaves out empty groups. */
export const grouped = <Row extends { group: (typeof ORDER)[number] }>(rows: readonly Row[]) =>
  ORDER.map((heading) => ({ heading, rows: rows.filter(({ group }) => group === heading) })).filter(
    (group) => group.rows.length > 0,
  );
