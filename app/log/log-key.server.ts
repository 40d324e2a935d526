import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NoteSigner, privateKeyFromSeed, verifierKeyOf } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { errorCodeOf, makePrivateFolder, syncFolder, syncFolderNow } from '#db/files.ts';
import { t } from '#messages';

export const MASTER_KEY = 'master.key';

/** A file in KEYS_DIR. */
export const keyPath = (name: string) => join(env().KEYS_DIR, name);
let known: { path: string; key: Buffer } | undefined;

/** Creates KEYS_DIR, readable by this user only. */
export const makeKeyFolder = () => makePrivateFolder(env().KEYS_DIR);

/**
 * Runs a write to KEYS_DIR that must succeed before a commit.
 * @throws AppError busy when the folder cannot be written; Error with the code ENOSPC when its disk is full
 */
export function writeKeyFolder(write: () => void) {
  try {
    write();
  } catch (error) {
    if (isDiskFull(error)) throw error;
    log.error({ err: error }, 'KEYS_DIR cannot be written');
    throw new AppError('busy', t('logState.makeTheKeysWritable'), { cause: error });
  }
}

/**
 * The 256 secret bits in a file of KEYS_DIR, or null without the file.
 * @throws Error when the file is damaged
 */
export function readSecret(name: string): Buffer | null {
  const path = keyPath(name);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`KEYS_DIR: ${path} is damaged`);
  return Buffer.from(text, 'hex');
}

/** As `readSecret` for the master key, which is cached because it never changes. */
export function readMasterKey(): Buffer | null {
  const path = keyPath(MASTER_KEY);
  if (known?.path === path) return known.key;
  const key = readSecret(MASTER_KEY);
  if (key) known = { path, key };
  return key;
}

/** Renames a file unless the name is taken by another process. Works on file systems without hard links. */
function nameOnce(from: string, to: string) {
  try {
    linkSync(from, to);
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    if (code === 'EEXIST') return;
    if (!['EPERM', 'ENOSYS', 'ENOTSUP'].includes(code)) throw error;
    renameSync(from, to);
  }
}

/**
 * Writes 256 random bits to a file of KEYS_DIR, first under a temporary name, so that nobody reads half a key. When two processes
 * create one, both use the first.
 * @throws as `writeKeyFolder`
 */
export const createSecret = (name: string) =>
  writeKeyFolder(() => {
    makeKeyFolder();
    const path = keyPath(name);
    const made = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
      nameOnce(made, path);
    } finally {
      rmSync(made, { force: true });
    }
    syncFolderNow(env().KEYS_DIR);
  });

/** The master key, created on first use. @throws as `writeKeyFolder` */
export function masterKey(): Buffer {
  const existing = readMasterKey();
  if (existing) return existing;
  createSecret(MASTER_KEY);
  return masterKey();
}

/** A private key for one purpose, derived from a secret (RFC 5869). */
const derivePrivateKey = (secret: Uint8Array, purpose: string) =>
  privateKeyFromSeed(Buffer.from(hkdfSync('sha256', secret, 'certrace', purpose, 32)));

/** The private key of an issuer, or of `installation`. */
export const issuerPrivateKey = (master: Uint8Array, owner: string, version: number): KeyObject =>
  derivePrivateKey(master, `credentials ${owner} ${version}`);

/** The private key of a log with this origin, from a secret of KEYS_DIR. */
export const logPrivateKey = (secret: Uint8Array, origin: string): KeyObject =>
  derivePrivateKey(secret, `log ${origin}`);

/** This site as a witness of other logs (C2SP tlog-witness). */
export function witnessSigner(master: Uint8Array, host: string): NoteSigner {
  const name = `${host}/witness`;
  return { name, privateKey: derivePrivateKey(master, `witness ${name}`) };
}

// A restore creates this file in KEYS_DIR when the database and the keys come from the same backup. The site then does not know
// which entries it signed after the backup. If it continued the log, the log could fork.

const restoredMark = () => join(env().KEYS_DIR, 'restored');

export async function markAsRestored() {
  await writeFile(restoredMark(), '', { mode: 0o600, flush: true });
  await syncFolder(env().KEYS_DIR);
}

export const isMarkedAsRestored = () => existsSync(restoredMark());

export const removeRestoredMark = () => rmSync(restoredMark(), { force: true });

// The log's key has its own file, so that the master key alone signs no checkpoint.

export const LOG_KEY = 'log.key';
/** The key of a new log until its first entry is committed. The key of the log before stays in its file until then. */
const NEXT_LOG_KEY = 'log.key.next';

type Keyed = { origin: string; verifierKey: string };
type LogKey = { folder: string; verifierKey: string; file: string; privateKey: KeyObject };

/** Cached, because every commit needs it. */
let knownKey: LogKey | undefined;

/** @throws Error when the file is damaged */
function keyInFile(file: string, { origin, verifierKey }: Keyed): KeyObject | null {
  const secret = readSecret(file);
  const privateKey = secret && logPrivateKey(secret, origin);
  return privateKey && verifierKeyOf({ name: origin, privateKey }) === verifierKey ? privateKey : null;
}

/** @throws Error when a file is damaged */
function findLogKey(log: Keyed): LogKey | null {
  const [folder, { verifierKey }] = [env().KEYS_DIR, log];
  if (knownKey?.folder === folder && knownKey.verifierKey === verifierKey) return knownKey;
  for (const file of [LOG_KEY, NEXT_LOG_KEY]) {
    const privateKey = keyInFile(file, log);
    if (privateKey) {
      knownKey = { folder, verifierKey, file, privateKey };
      return knownKey;
    }
  }
  return null;
}

/**
 * The private key of a log, or null when KEYS_DIR does not have it.
 * @throws Error when a file is damaged
 */
export const privateKeyOf = (log: Keyed): KeyObject | null => findLogKey(log)?.privateKey ?? null;

/**
 * The verifier key of a log that begins in this transaction. The first log takes an existing `log.key`, which another database may
 * need. Every later log gets a new key.
 * @throws as `writeKeyFolder`
 */
export function verifierKeyOfNewLog(origin: string, isFirst: boolean): string {
  const file = isFirst ? LOG_KEY : NEXT_LOG_KEY;
  // A later log that was never committed may have left one.
  if (!isFirst) writeKeyFolder(() => rmSync(keyPath(file), { force: true }));
  const secret = readSecret(file);
  if (!secret) createSecret(file);
  const made = secret ?? readSecret(file);
  if (!made) throw new Error(`KEYS_DIR has no ${file}`);
  return verifierKeyOf({ name: origin, privateKey: logPrivateKey(made, origin) });
}

/**
 * Moves the key of a new log to its place, once the log is committed. Call it under the database's write lock, so that no other log
 * begins meanwhile.
 */
export function placeLogKey(log: Keyed) {
  const key = findLogKey(log);
  if (key?.file !== NEXT_LOG_KEY) return;
  // Another process may have moved it, and begun another log.
  if (keyInFile(NEXT_LOG_KEY, log)) {
    renameSync(keyPath(NEXT_LOG_KEY), keyPath(LOG_KEY));
    syncFolderNow(key.folder);
  }
  knownKey = { ...key, file: LOG_KEY };
}
