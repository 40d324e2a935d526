import { ConfigurationError, loadEnvironment } from '#app/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

/** Runs a command on the migrated database; an expected failure is one line and exit code 1. */
export async function runOnDatabase(work: () => Promise<string> | string) {
  try {
    // No command uses the server's secret, so each runs without it.
    const { DATABASE_FILE } = loadEnvironment({ SESSION_SECRET: process.env.SESSION_SECRET ?? newToken() });
    openDatabase(DATABASE_FILE);
    migrateDatabase();
    console.log(await work());
    sqlite.close();
  } catch (error) {
    const expected =
      error instanceof AppError || error instanceof ConfigurationError || error instanceof TypeError;
    console.error(expected ? error.message : error);
    process.exit(1);
  }
}
