import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { db, sqlite } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Applies the migrations that the open database lacks. Foreign keys are off meanwhile, since migrate() opens a
 * transaction in which the pragma does nothing and a rebuilt table would cascade its deletes; what the
 * migrations left is checked before they are on again.
 * @throws Error when a migration fails or leaves a dangling reference
 */
export function migrateDatabase() {
  sqlite.pragma('foreign_keys = OFF');
  try {
    migrate(db, { migrationsFolder: MIGRATIONS });
    const dangling = sqlite.pragma('foreign_key_check') as unknown[];
    if (dangling.length > 0) throw new Error(`Migration left ${dangling.length} dangling references`);
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
