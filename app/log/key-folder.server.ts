import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NoteSigner, privateKeyFromSeed } from '@certrace/verify';
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
