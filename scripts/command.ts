import { ConfigurationError, env, loadEnvironment } from '#app/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

/** Runs a command with the configuration; an expected failure is one line and exit code 1. */
export async function runCommand(work: () => Promise<string> | string) {
  try {
    // No command uses the server's secret, so each runs without it.
    loadEnvironment({ SESSION_SECRET: process.env.SESSION_SECRET ?? newToken() });
    console.log(await work());
  } catch (error) {
    const expected =
      error instanceof AppError || error instanceof ConfigurationError || error instanceof TypeError;
    console.error(expected ? error.message : error);
    process.exit(1);
  }
}

/** Runs a command on the migrated database. */
export const runOnDatabase = (work: () => Promise<string> | string) =>
  runCommand(async () => {
    openDatabase(env.DATABASE_FILE);
    migrateDatabase();
    const result = await work();
    sqlite.close();
    return result;
  });
