import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NoteSigner, privateKeyFromSeed } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { errorCodeOf, makePrivateFolder, syncFolder } from '#db/files.ts';

const masterKeyPath = () => join(env().KEYS_DIR, 'master.key');
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
    throw new AppError(
      'busy',
      'This site cannot issue, revoke or settle anything at the moment. Its operator must make KEYS_DIR writable.',
      { cause: error },
    );
  }
}

/**
 * The master key, or null when KEYS_DIR has none.
 * @throws Error when the file is damaged
 */
export function readMasterKey(): Buffer | null {
  const path = masterKeyPath();
  if (known?.path === path) return known.key;
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`KEYS_DIR: ${path} is damaged`);
  known = { path, key: Buffer.from(text, 'hex') };
  return known.key;
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
 * Creates the master key under a temporary name, so that nobody reads half a key. When two processes create one, both use the
 * first.
 */
function createMasterKey() {
  makeKeyFolder();
  const path = masterKeyPath();
  const made = `${path}.${process.pid}.new`;
  try {
    writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    nameOnce(made, path);
  } finally {
    rmSync(made, { force: true });
  }
}

/** The master key, created on first use. @throws as `writeKeyFolder` */
export function masterKey(): Buffer {
  const existing = readMasterKey();
  if (existing) return existing;
  writeKeyFolder(createMasterKey);
  return masterKey();
}

/** A private key for one purpose, derived from the master key (RFC 5869). */
export const derivePrivateKey = (master: Uint8Array, purpose: string) =>
  privateKeyFromSeed(Buffer.from(hkdfSync('sha256', master, 'certrace', purpose, 32)));

let lastLogKey: { master: Uint8Array; origin: string; key: KeyObject } | undefined;

/** The log's private key for one origin. Cached, because every commit needs it. */
export function logPrivateKey(master: Uint8Array, origin: string): KeyObject {
  if (lastLogKey?.master !== master || lastLogKey.origin !== origin) {
    lastLogKey = { master, origin, key: derivePrivateKey(master, `log ${origin}`) };
  }
  return lastLogKey.key;
}

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
