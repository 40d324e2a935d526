import { existsSync } from 'node:fs';
import { ConfigurationError, env, loadEnvironment } from '#app/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

/** Runs a command with the configuration. Expected errors are printed as one line. */
export async function runCommand(work: () => Promise<string> | string, failureCode = 1) {
  try {
    // Commands don't use SESSION_SECRET, so they run without it.
    loadEnvironment({ SESSION_SECRET: process.env.SESSION_SECRET ?? newToken() });
    console.log(await work());
  } catch (error) {
    const expected =
      error instanceof AppError ||
      error instanceof TypeError ||
      (error as Error).name === 'ConfigurationError';
    console.error(expected ? (error as Error).message : error);
    process.exit(failureCode);
  }
}

/** Runs a command on the migrated database. Creates none, because that would prevent a restore to its place. */
export const runOnDatabase = (work: () => Promise<string> | string, failureCode = 1) =>
  runCommand(async () => {
    if (!existsSync(env.DATABASE_FILE)) {
      throw new ConfigurationError(`DATABASE_FILE: there is no ${env.DATABASE_FILE}`);
    }
    openDatabase(env.DATABASE_FILE);
    migrateDatabase();
    const result = await work();
    sqlite.close();
    return result;
  }, failureCode);
