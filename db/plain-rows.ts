type Parameters = Record<string, unknown>;

type PreparedQuery<Row> = {
  all: (parameters: Parameters) => Row[];
  values: (parameters: Parameters) => unknown[][];
};

/**
 * Reads the rows of a prepared query without Drizzle's decoding, which takes longer than the query itself. For columns of text
 * and numbers, which need none.
 * @param columns the selected columns; none is a group of columns
 */
export function plainRows<Row>(query: PreparedQuery<Row>, columns: object, parameters: Parameters): Row[] {
  const names = Object.keys(columns);
  return query.values(parameters).map((values) => {
    const row: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column += 1) row[names[column] ?? ''] = values[column];
    return row as Row;
  });
}
