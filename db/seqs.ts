import { type Column, type SQL, sql } from 'drizzle-orm';
import { db } from './client.ts';

/** The `seq`s that a query returns, in its order. */
export const seqsOf = (query: SQL): number[] =>
  db()
    .all<{ seq: number }>(query)
    .map(({ seq }) => seq);

/** SQL condition that a column has one of these values. One parameter, whatever their number. */
export const isOneOf = (column: Column, values: number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
