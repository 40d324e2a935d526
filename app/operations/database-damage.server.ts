import type Database from 'better-sqlite3';
import { sqlite } from '#db/client.ts';

/**
 * The first damage that a database has, or null. Backups and restores ask the same, so that every backup that succeeds can be
 * restored.
 */
export function findDamage(database: Database.Database): string | null {
  const integrity = database.pragma('integrity_check(1)', { simple: true });
  if (integrity !== 'ok') return String(integrity);
  const dangling = database.prepare('pragma foreign_key_check').all();
  return dangling.length > 0 ? `${dangling.length} references to rows that do not exist` : null;
}

/** Describes each row that a query for wrong rows finds, on one line. */
export const findProblems = (
  query: string,
  describe: (row: Record<string, string | number | null>) => string | string[],
): string[] => sqlite().prepare<[], Parameters<typeof describe>[0]>(query).all().flatMap(describe);
