/** Rows that carry a group, as one list a group, in the order in which the groups first come. */
export function grouped<Row extends { group: string }>(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.group);
    if (group) group.push(row);
    else groups.set(row.group, [row]);
  }
  return [...groups].map(([heading, members]) => ({ heading, rows: members }));
}
