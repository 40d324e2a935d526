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
  const saltAt = FORMAT.length;
  const nonceAt = saltAt + SALT_BYTES;
  const tagAt = nonceAt + NONCE_BYTES;
  const contentAt = tagAt + TAG_BYTES;
  try {
    if (!sealed.subarray(0, FORMAT.length).equals(FORMAT)) throw new Error('another format');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(passphrase, sealed.subarray(saltAt, nonceAt)),
      sealed.subarray(nonceAt, tagAt),
      {
        authTagLength: TAG_BYTES,
      },
    )
      .setAAD(FORMAT)
      .setAuthTag(sealed.subarray(tagAt, contentAt));
    const text = Buffer.concat([decipher.update(sealed.subarray(contentAt)), decipher.final()]).toString(
      'utf8',
    );
    const files = Object.entries(filesSchema.parse(JSON.parse(text)));
    return new Map(files.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
  } catch {
    throw invalid('The passphrase is wrong, or the keys in the backup are damaged.');
  }
}
