import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { invalid } from '#app/shared/errors.server.ts';

// KEYS_DIR encrypted for a backup: format, salt, nonce, tag, then AES-256-GCM of a JSON object of files. scrypt (RFC 7914)
// derives the key from the passphrase.

const FORMAT = Buffer.from('certrace-keys-1\n');
const [SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [16, 12, 16];
/** 128 MB and about half a second per guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_048_576 };
const PASSPHRASE_MIN = 12;

/** Copies of the log, which are recreated from the database. */
const IS_LOG_COPY = /\.log-\d+\.(?:entries|checkpoints)$/;
const FILE_NAME = /^\w[\w.-]{0,199}$/;

const filesSchema = z.record(z.string().regex(FILE_NAME), z.base64());

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFC'), salt, 32, SCRYPT);

/** @throws AppError invalid when the passphrase is too short to protect keys */
export function requirePassphrase(passphrase: string): string {
  if (passphrase.length >= PASSPHRASE_MIN) return passphrase;
  throw invalid(`The passphrase must have at least ${PASSPHRASE_MIN} characters.`);
}

/**
 * Encrypts the files of a key folder, except its copies of the log.
 * @throws AppError invalid when it has no master key
 */
export function sealKeys(folder: string, passphrase: string): Buffer {
  const names = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && FILE_NAME.test(entry.name) && !IS_LOG_COPY.test(entry.name))
        .map(({ name }) => name)
    : [];
  if (!names.includes('master.key')) throw invalid(`KEYS_DIR: ${folder} has no master key.`);
  const files = names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce).setAAD(FORMAT);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(files))), cipher.final()]);
  return Buffer.concat([FORMAT, salt, nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts the result of `sealKeys`.
 * @returns contents by file name
 * @throws AppError invalid when the passphrase is wrong or the bytes are damaged
 */
export function openSealedKeys(sealed: Buffer, passphrase: string): Map<string, Buffer> {
  let at = 0;
  const take = (bytes?: number) => {
    const taken = sealed.subarray(at, bytes && at + bytes);
    at += taken.length;
    return taken;
  };
  try {
    if (!take(FORMAT.length).equals(FORMAT)) throw new Error('another format');
    const key = keyOf(passphrase, take(SALT_BYTES));
    const decipher = createDecipheriv('aes-256-gcm', key, take(NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(FORMAT).setAuthTag(take(TAG_BYTES));
    const text = Buffer.concat([decipher.update(take()), decipher.final()]).toString('utf8');
    const files = Object.entries(filesSchema.parse(JSON.parse(text)));
    return new Map(files.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
  } catch {
    throw invalid('The passphrase is wrong, or the keys in the backup are damaged.');
  }
}
