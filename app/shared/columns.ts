/** The rows of a list as an array for each of their fields, or null for a field that is null in every row. */
export type Columns<Row> = { readonly [Field in keyof Row]: readonly Row[Field][] | null };

/**
 * Turns the rows of a page around. React Router encodes loader data value by value: a list of 50 certificates as rows takes 7 % more
 * processor time and 8 % more bytes. All rows have the same fields.
 */
export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const columns: { [Field in keyof Row]?: Row[Field][] | null } = {};
  for (const field in rows[0]) {
    const column = rows.map((row) => row[field]);
    columns[field] = column.every((value) => value === null) ? null : column;
  }
  return columns as Columns<Row>;
}

/** The rows of `toColumns`. */
export function fromColumns<Row extends object>(columns: Columns<Row>): Row[] {
  const fields = Object.keys(columns) as (keyof Row)[];
  const filled = fields.find((field) => columns[field] !== null);
  const rows = ((filled && columns[filled]) ?? []).map((_, place) => {
    const row: { [Field in keyof Row]?: Row[Field] | null } = {};
    for (const field of fields) row[field] = columns[field]?.[place] ?? null;
    return row;
  });
  return rows as Row[];
}
