import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#app/config/env.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { startServer } from './server.ts';

/** Makes a program end itself with SIGKILL at the point that the file names (crash-points.ts). */
export const crashPoints = (CRASH_FILE: string) => ({
  CRASH_FILE,
  NODE_OPTIONS: `--import ${new URL('./crash-points.ts', import.meta.url).href}`,
});

/** A folder for a site whose server a test kills at points of its code. The test deletes it. */
export function killedSite(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `certrace-killed-${name}-`));
  const CRASH_FILE = join(folder, 'crash');
  const DATABASE_FILE = join(folder, 'certrace.sqlite');
  return {
    folder,
    CRASH_FILE,
    DATABASE_FILE,
    /** Opens a new database, for the test to fill. Close it before the server starts. */
    openNewDatabase(variables: Record<string, string> = {}) {
      const folders = { UPLOADS_DIR: join(folder, 'uploads'), KEYS_DIR: join(folder, 'keys') };
      loadEnvironment({ NODE_ENV: 'test', DATABASE_FILE, ...folders, LOG_LEVEL: 'silent', ...variables });
      configureLog();
      openDatabase(DATABASE_FILE);
      migrateDatabase();
    },
    start: (variables: Record<string, string> = {}) =>
      startServer({ folder, env: { ...crashPoints(CRASH_FILE), ...variables } }),
  };
}
