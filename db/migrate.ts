import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { db, sqlite } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Applies pending migrations. Foreign keys are off meanwhile: migrate() opens a transaction, in which the pragma has no
 * effect, and rebuilding a table would cascade deletes. References are checked before foreign keys are on again.
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
