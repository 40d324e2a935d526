import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { FAST_START } from './server.ts';
import { testEnvironment } from './setup.ts';

/** The configuration of a site's files in a folder, as `startServer({ folder })` sets it. */
export const placesIn = (folder: string) => ({
  DATABASE_FILE: join(folder, 'certrace.sqlite'),
  UPLOADS_DIR: join(folder, 'uploads'),
  KEYS_DIR: join(folder, 'keys'),
});

/** Creates temporary folders that are removed together. */
export function temporaryFolders() {
  const folders: string[] = [];
  return {
    make() {
      const folder = mkdtempSync(join(tmpdir(), 'certrace-backup-test-'));
      folders.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Configures this process for a site in a folder and creates its database. */
export function openSite(folder: string) {
  sqlite().close();
  testEnvironment(placesIn(folder));
  openDatabase(placesIn(folder).DATABASE_FILE);
  migrateDatabase();
}

/** Inserts a row that breaks a constraint, which SQLite's integrity check reports. Needs a course. */
export function damageDatabase(database: Database.Database) {
  database.pragma('ignore_check_constraints = ON');
  database.exec('insert into ratings select c.id, u.id, 9, 0 from courses c, users u limit 1');
  database.pragma('ignore_check_constraints = OFF');
}

/** What the integrity check reports about `damageDatabase`. */
export const DAMAGE = 'CHECK constraint failed in ratings';

/** Runs a script of the project on the site in a folder, in a process of its own. */
export async function runScript(
  folder: string,
  script: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [...FAST_START.options, `scripts/${script}.ts`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...FAST_START.env, ...placesIn(folder), ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(output).toString() };
}
