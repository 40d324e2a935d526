type Parameters = Record<string, unknown>;

type PreparedQuery<Row> = {
  all: (parameters: Parameters) => Row[];
  values: (parameters: Parameters) => unknown[][];
};

/**
 * Returns a function that reads the rows of a prepared query without Drizzle's decoding, which takes longer than the query
 * itself. For columns of text and numbers, which need none. The fields of a row read the values that SQLite returned, because
 * copying them takes longer than using the few that a caller needs. So a spread or JSON of a row has no fields.
 * @param columns the selected columns; none is a group of columns
 */
export function plainRows(columns: object) {
  class PlainRow {
    readonly #values: unknown[];
    constructor(values: unknown[]) {
      this.#values = values;
    }
    static {
      Object.keys(columns).forEach((name, place) => {
        Object.defineProperty(PlainRow.prototype, name, {
          get(this: PlainRow) {
            return this.#values[place];
          },
        });
      });
    }
  }
  return <Row>(query: PreparedQuery<Row>, parameters: Parameters) =>
    query.values(parameters).map((values) => new PlainRow(values) as object as Readonly<Row>);
}

/** The values of a prepared query's first column. It must be text or a number. */
export const firstColumn = <Value>(query: PreparedQuery<unknown>, parameters: Parameters) =>
  query.values(parameters).map(([value]) => value as Value);
