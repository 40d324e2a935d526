import type { Statement } from 'better-sqlite3';
import { prepared, sqlite } from '#db/client.ts';

type Days = {
  column: 'issue_date' | 'expiry_date';
  /** Null for the certificates of all issuers. */
  issuerId: string | null;
  /** Empty for all courses. */
  course?: string;
  /** Inclusive; empty for no limit. */
  from: string;
  to: string;
  /** Whether to include certificates without the date. */
  orNone?: boolean;
};

/**
 * Merges the certificates of several days, newest first. Within one day the index already has the order of the list. The
 * recursive query is a priority queue with the next certificate of each day. It therefore reads one row per day and one per
 * result. The number of certificates per day does not matter.
 */
const mergeOf = ({ column, issuerId, course, from, to, orNone }: Days) => {
  const mine = `${issuerId === null ? '' : 'issuer_id = @issuerId and'} ${course ? 'course_name = @course and' : ''}`;
  const nextDay = (after: string) =>
    `(select min(${column}) from certificates where ${mine} ${column} ${after} ${to && `and ${column} <= @to`})`;
  const newest = (day: string, before: string) =>
    `(select seq from certificates where ${mine} ${column} ${day} and seq < ${before} order by seq desc limit 1)`;
  return `with recursive days (day) as (
      select ${nextDay(from ? '>= @from' : "> ''")}
      union all select ${nextDay('> day')} from days where day is not null
    ), merged (day, seq) as (
      select day, ${newest('= days.day', '@before')} from days where day is not null
      ${orNone ? `union all select null, ${newest('is null', '@before')}` : ''}
      union all select day, iif(day is null, ${orNone ? newest('is null', 'merged.seq') : 'null'},
        ${newest('= merged.day', 'merged.seq')}) from merged where seq is not null
      order by 2 desc
    ) select seq from merged where seq is not null limit @count`;
};

const statements = prepared(() => new Map<string, Statement>());

/** Reads the `seq`s of certificates on a range of days, newest first. */
export const readByDay = (days: Days) => {
  const source = mergeOf(days);
  const statement = statements().get(source) ?? sqlite().prepare(source).pluck();
  statements().set(source, statement);
  const { issuerId, course, from, to } = days;
  return (before: number, count: number) =>
    statement.all({ issuerId, course, from, to, before, count }) as number[];
};
