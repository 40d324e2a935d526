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

type Options = {
  /** Whether to fail instead of creating a database. */
  mustExist?: boolean;
  failureCode?: number;
};

/** Runs a command on the migrated database. */
export const runOnDatabase = (
  work: () => Promise<string> | string,
  { mustExist = false, failureCode = 1 }: Options = {},
) =>
  runCommand(async () => {
    if (mustExist && !existsSync(env.DATABASE_FILE)) {
      throw new ConfigurationError(`DATABASE_FILE: there is no ${env.DATABASE_FILE}`);
    }
    openDatabase(env.DATABASE_FILE);
    migrateDatabase();
    const result = await work();
    sqlite.close();
    return result;
  }, failureCode);
