import { letOthersRun } from '#app/shared/background-work.server.ts';
import { openReader } from '#db/client.ts';

/** Whose data: the account, and its proved addresses in lower case. */
export type DataSubject = { userId: string; emails: readonly string[] };

/**
 * Rows of one kind, which are read one by one. So the query must not sort, and must not search long for its next row: a join that may
 * find nothing for many rows is a left join, and a row whose column `_none` is 1 is left out.
 */
export type Kind = {
  /** File name without extension. */
  name: string;
  /** A sentence for the README. */
  about: () => string;
  /** The tables that it covers. A test expects every table that refers to accounts. */
  tables: readonly string[];
  sql: string;
};

/** Columns of one table, of the rows of the account. */
export const own = (
  name: string,
  about: () => string,
  { table, by, columns }: { table: string; by: string; columns: string },
): Kind => ({
  name,
  about,
  tables: [table],
  sql: `select ${columns} from ${table} where ${by} = @user`,
});

/** The organisations that the account owns now. Their data are in its copy. */
export const OWNED = "(select organisation_id from memberships where user_id = @user and role = 'owner')";

export type Row = Record<string, string | number | null>;

/** Times in ms become text in ISO 8601, which people can read. */
const isTime = (column: string) => column === 'at' || column.endsWith('_at');
const readable = ([column, value]: [string, Row[string]]): [string, Row[string]] =>
  isTime(column) && typeof value === 'number' ? [column, new Date(value).toISOString()] : [column, value];

const readableRow = (row: Row): Row => Object.fromEntries(Object.entries(row).map(readable));

/** After this time of reading, others run. */
const TURN_MS = 10;

/** The rows that a query finds for an account, without its column `_none`. */
async function* readInTurns(rows: Iterable<Row & { _none?: number }>): AsyncGenerator<Row> {
  let since = performance.now();
  for (const { _none, ...row } of rows) {
    if (!_none) yield readableRow(row);
    if (performance.now() - since < TURN_MS) continue;
    await letOthersRun();
    since = performance.now();
  }
}

const SCANNED = 2_000;
const MAIL_END = 'select max(seq) as seq from (select seq from outbox where seq > ? order by seq limit ?)';
const MAILS_BETWEEN = `select to_address, subject, created_at, delivered_at, failed_at from outbox
  where seq > ? and seq <= ? and to_address in (select value from json_each(?)) order by seq`;

/**
 * Opens the data about an account on a separate connection, because rows that are read one by one occupy it.
 * Close it: an unfinished read keeps the WAL from being reset.
 */
export function openOwnData({ userId: user, emails: addresses }: DataSubject) {
  const reader = openReader();
  const emails = JSON.stringify(addresses);
  const reading = new Set<IterableIterator<Row>>();

  async function* rowsOf({ sql }: Pick<Kind, 'sql'>): AsyncGenerator<Row> {
    const rows = reader.prepare<unknown[], Row>(sql).iterate({ user, emails });
    reading.add(rows);
    try {
      yield* readInTurns(rows);
    } finally {
      reading.delete(rows);
    }
  }

  /** The mails to the account that are still kept. No index has their recipients, so the outbox is read in parts. */
  async function* mails(): AsyncGenerator<Row> {
    const end = reader.prepare<unknown[], number | null>(MAIL_END).pluck();
    const between = reader.prepare<unknown[], Row>(MAILS_BETWEEN);
    let after = 0;
    for (let seq = end.get(after, SCANNED); seq; seq = end.get(after, SCANNED)) {
      for (const mail of between.all(after, seq, emails)) yield readableRow(mail);
      after = seq;
      await letOthersRun();
    }
  }

  const close = () => {
    for (const rows of reading) rows.return?.();
    reader.close();
  };
  return { rowsOf, mails, close };
}

export type OwnData = ReturnType<typeof openOwnData>;
