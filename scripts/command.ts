import { existsSync } from 'node:fs';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import type { Check } from '#app/operations/check-storage.server.ts';
import { migrateSite } from '#app/operations/migrate-site.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { describeDatabaseError, requireOneName } from '#app/start/require-storage.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { lockDatabase, unlockDatabase } from '#db/lock.ts';
import { needsMigration } from '#db/migrate.ts';
import { answerHelp } from './help.ts';

/** Aborts on a signal to end, and when the server that started this command is gone. */
export function stopSignal(message: string) {
  const stop = new AbortController();
  const abort = () => stop.abort(invalid(message));
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, abort);
  process.channel?.unref();
  return stop.signal;
}

/** Runs a command with the configuration. Expected errors are printed as one line. */
export async function runCommand(work: () => Promise<string> | string, failureCode = 1) {
  answerHelp();
  try {
    // Commands don't use SESSION_SECRET, so they run without it.
    loadEnvironment({ SESSION_SECRET: newToken() });
    console.log(await work());
  } catch (error) {
    const isExpected =
      error instanceof TypeError ||
      (error instanceof Error && ['AppError', 'ConfigurationError'].includes(error.name));
    console.error(isExpected ? error.message : (describeDatabaseError(error) ?? error));
    process.exit(failureCode);
  }
}

/**
 * Migrates the open database, as the next start of the server would.
 * @throws ConfigurationError as `migrateSite`, and while a server runs, whose version does not know the new schema
 */
export function migrateAlone() {
  if (needsMigration() && !lockDatabase(env().DATABASE_FILE)) {
    throw new ConfigurationError(
      `DATABASE_FILE: a server of an older version is running on ${env().DATABASE_FILE}. Stop it, or run this command in its version`,
    );
  }
  try {
    migrateSite();
  } finally {
    unlockDatabase();
  }
}

/** Runs a command on the migrated database. Creates none, because that would prevent a restore to its place. */
export const runOnDatabase = (work: () => Promise<string> | string, failureCode = 1) =>
  runCommand(async () => {
    if (!existsSync(env().DATABASE_FILE)) {
      throw new ConfigurationError(`DATABASE_FILE: there is no ${env().DATABASE_FILE}`);
    }
    requireOneName(env().DATABASE_FILE);
    connectDomains();
    openDatabase(env().DATABASE_FILE);
    migrateAlone();
    const result = await work();
    sqlite().close();
    return result;
  }, failureCode);

const verdict = (problems: number) =>
  problems === 0 ? 'ok' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`;

/** The lines of a report, one for each part and problem. Sets the exit code: 0 without problems, else 1. */
export function reportChecks(checks: Check[]): string {
  process.exitCode = checks.some(({ problems }) => problems.length > 0) ? 1 : 0;
  return checks
    .flatMap(({ part, checked, problems }) => [
      `${part.padEnd(9)} ${verdict(problems.length)}: ${checked}`,
      ...problems.map((line) => `  ${line}`),
    ])
    .join('\n');
}
