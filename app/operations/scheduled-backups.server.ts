import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { clearAlert, raiseAlert } from './alerts.server.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/backup.ts', import.meta.url));
const DRIZZLE_IMPORTS = new URL('drizzle-imports.server.ts', import.meta.url).href;
const NAME = /^certrace-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const LEFTOVER = /^\.certrace-backup-/;
const LEFTOVER_AFTER_MS = 86_400_000;
const CHECK_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 15 * 60_000;
const ERROR_MAX = 2_000;

const nameAt = (time: number) => `certrace-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;

export type ScheduledBackup = { name: string; madeAt: number; bytes: number };

/** Scheduled backups, newest first. */
export function listBackups(): ScheduledBackup[] {
  const found = readdirSync(env.BACKUP_DIR, { withFileTypes: true }).flatMap(({ name }) => {
    const [, ...parts] = NAME.exec(name) ?? [];
    const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number);
    if (parts.length === 0) return [];
    const { size } = statSync(join(env.BACKUP_DIR, name));
    return [{ name, madeAt: Date.UTC(year, month - 1, day, hour, minute, second), bytes: size }];
  });
  return found.sort((a, b) => b.madeAt - a.madeAt);
}

/** When the newest scheduled backup was made, in ms UTC, or null. */
export const lastBackupAt = () => (existsSync(env.BACKUP_DIR) ? (listBackups()[0]?.madeAt ?? null) : null);

const failures = counter({ name: 'backup_failures', help: 'Scheduled backups that failed since the start.' });

/** Tells the operator that a backup failed. */
function recordFailure(problem: string) {
  failures.inc();
  log.error({ problem }, 'backup failed');
  raiseAlert('backup', problem);
}

/** Removes backups beyond BACKUP_KEEP, and the remains of interrupted ones. */
function prune() {
  for (const { name } of listBackups().slice(env.BACKUP_KEEP)) rmSync(join(env.BACKUP_DIR, name));
  for (const name of readdirSync(env.BACKUP_DIR).filter((name) => LEFTOVER.test(name))) {
    const path = join(env.BACKUP_DIR, name);
    if (statSync(path).mtimeMs < Date.now() - LEFTOVER_AFTER_MS) rmSync(path, { recursive: true });
  }
}

/** Starts the backup in a child process with a low priority. It ends when its channel to this process closes. */
function spawnBackup(): ChildProcess {
  const { DATABASE_FILE, UPLOADS_DIR, KEYS_DIR, BACKUP_DIR } = env;
  const { STORAGE, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const storage = { STORAGE, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const args = ['--import', DRIZZLE_IMPORTS, SCRIPT, join(BACKUP_DIR, nameAt(now()))];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { DATABASE_FILE, UPLOADS_DIR, KEYS_DIR, ...storage },
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}

/** Waits for a backup to end, and alerts the operator if it failed. */
async function outcomeOf(child: ChildProcess): Promise<'done' | 'failed' | 'stopped'> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-ERROR_MAX);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGTERM') return 'stopped';
  if (code === 0) {
    prune();
    clearAlert('backup');
    log.info('backup written');
    return 'done';
  }
  recordFailure(errors.trim() || `It ended with ${signal ?? code}.`);
  return 'failed';
}

/** Makes a backup every BACKUP_EVERY, counted from the newest one in BACKUP_DIR. Returns a function that stops it. */
export function startBackups(): () => Promise<void> {
  const every = env.backupEveryMs;
  if (every === null) return async () => {};
  let running: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  let notBefore = 0;

  function begin() {
    const child = spawnBackup();
    const ended = outcomeOf(child)
      .then((outcome) => {
        if (outcome === 'failed') notBefore = now() + Math.min(RETRY_AFTER_MS, every ?? 0);
      })
      .catch((error: unknown) => log.error({ err: error }, 'outcome of the backup not recorded'))
      .finally(() => {
        running = undefined;
      });
    running = { child, ended };
  }

  const stopChecking = startPeriodic('backups', () => {
    try {
      mkdirSync(env.BACKUP_DIR, { recursive: true, mode: 0o700 });
      const newest = listBackups()[0]?.madeAt ?? 0;
      if (!running && now() >= Math.max(newest + every, notBefore)) begin();
    } catch (error) {
      recordFailure(`BACKUP_DIR: ${(error as Error).message}`);
    }
    return CHECK_EVERY_MS;
  });
  return async () => {
    stopChecking();
    running?.child.kill('SIGTERM');
    await running?.ended;
  };
}
