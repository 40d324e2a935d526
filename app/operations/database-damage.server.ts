import type Database from 'better-sqlite3';

/**
 * The first damage that a database has, or null. Backups and restores ask the same, so that every backup that succeeds can be
 * restored.
 */
export function findDamage(database: Database.Database): string | null {
  const integrity = database.pragma('integrity_check(1)', { simple: true }) as string;
  if (integrity !== 'ok') return integrity;
  const dangling = database.pragma('foreign_key_check') as unknown[];
  return dangling.length > 0 ? `${dangling.length} references to rows that do not exist` : null;
}
