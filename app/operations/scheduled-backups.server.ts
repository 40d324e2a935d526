import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from '#app/config/env.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { messageOf } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { syncFolderNow } from '#db/files.ts';
import { clearAlert, raiseAlert } from './alerts.server.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/backup.ts', import.meta.url));
const NAME = /^certrace-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.incomplete)?\.tar$/;
const CHECK_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 15 * 60_000;
const ERROR_MAX = 2_000;

const nameAt = (time: number) => `certrace-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;

type ScheduledBackup = {
  name: string;
  madeAt: number;
  /** Whether it has all uploads of its database. */
  isComplete: boolean;
};

/** Scheduled backups, newest first. Ignores those from the future, which were made while the clock was wrong. */
export function listBackups(): ScheduledBackup[] {
  const found = readdirSync(env().BACKUP_DIR).flatMap((name) => {
    const match = NAME.exec(name);
    if (!match) return [];
    const [year = 0, month = 1, day, hour, minute, second] = match.slice(1, 7).map(Number);
    const madeAt = Date.UTC(year, month - 1, day, hour, minute, second);
    return [{ name, madeAt, isComplete: match[7] === undefined }];
  });
  return found.filter(({ madeAt }) => madeAt <= now()).sort((a, b) => b.madeAt - a.madeAt);
}

const completeBackups = () => listBackups().filter(({ isComplete }) => isComplete);

/** When the newest complete scheduled backup was made, in ms UTC, or null. */
export const lastBackupAt = () =>
  existsSync(env().BACKUP_DIR) ? (completeBackups()[0]?.madeAt ?? null) : null;

const failures = counter({ name: 'backup_failures', help: 'Scheduled backups that failed since the start.' });

function recordFailure(problem: string) {
  failures.inc();
  log.error({ problem }, 'backup failed');
  raiseAlert('backup', problem);
}

const remove = ({ name }: ScheduledBackup) => rmSync(join(env().BACKUP_DIR, name));

/** After a complete backup, removes those beyond BACKUP_KEEP, and the incomplete one. */
function prune() {
  for (const backup of completeBackups().slice(env().BACKUP_KEEP)) remove(backup);
  for (const backup of listBackups()) if (!backup.isComplete) remove(backup);
}

/**
 * Marks a backup that lacks uploads, which is better than none. It replaces the last incomplete one, and no complete one, so that
 * backups use no more and more space until the operator mends the site.
 */
function keepIncomplete(file: string) {
  for (const backup of listBackups()) if (!backup.isComplete) remove(backup);
  renameSync(file, file.replace(/\.tar$/, '.incomplete.tar'));
  syncFolderNow(env().BACKUP_DIR);
}

/** Starts the backup in a child process with a low priority. It ends when its channel to this process closes. */
function spawnBackup(file: string): ChildProcess {
  const { DATABASE_FILE, UPLOADS_DIR, KEYS_DIR } = env();
  const { STORAGE, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env();
  const storage = { STORAGE, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const child = spawn(process.execPath, [SCRIPT, file], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { DATABASE_FILE, UPLOADS_DIR, KEYS_DIR, ...storage },
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}

type Ending = { code: number | null; signal: NodeJS.Signals | null; errors: string };

async function endOf(child: ChildProcess): Promise<Ending> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-ERROR_MAX);
  });
  try {
    const [code, signal] = await once(child, 'close');
    return { code, signal, errors };
  } catch (error) {
    return { code: null, signal: null, errors: `It could not be started: ${messageOf(error)}` };
  }
}

async function outcomeOf(child: ChildProcess, file: string): Promise<'done' | 'failed' | 'stopped'> {
  const { code, signal, errors } = await endOf(child);
  if (signal === 'SIGTERM') return 'stopped';
  if (code === 0) {
    prune();
    clearAlert('backup');
    log.info('backup written');
    return 'done';
  }
  recordFailure(errors.trim() || `It ended with ${signal ?? code}.`);
  if (existsSync(file)) keepIncomplete(file);
  return 'failed';
}

/** Makes a backup every BACKUP_EVERY, counted from the newest one in BACKUP_DIR. Returns a function that stops it. */
export function startBackups(): () => Promise<void> {
  const every = env().backupEveryMs;
  if (every === null) return async () => {};
  let running: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  let notBefore = 0;

  function begin() {
    const file = join(env().BACKUP_DIR, nameAt(now()));
    const child = spawnBackup(file);
    const ended = outcomeOf(child, file)
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
      mkdirSync(env().BACKUP_DIR, { recursive: true, mode: 0o700 });
      const newest = listBackups()[0]?.madeAt ?? 0;
      if (!running && now() >= Math.max(newest + every, notBefore)) begin();
    } catch (error) {
      recordFailure(`BACKUP_DIR: ${messageOf(error)}`);
    }
    return CHECK_EVERY_MS;
  });
  return async () => {
    await stopChecking();
    running?.child.kill('SIGTERM');
    await running?.ended;
  };
}
