/** The groups of every list by day, in the order in which they are shown. */
const ORDER = ['Today', 'Yesterday', 'Earlier'] as const;

/** Rows that carry their day's group, as one list a group; groups without rows are left out. */
export const grouped = <Row extends { group: (typeof ORDER)[number] }>(rows: readonly Row[]) =>
  ORDER.map((heading) => ({ heading, rows: rows.filter(({ group }) => group === heading) })).filter(
    (group) => group.rows.length > 0,
  );
