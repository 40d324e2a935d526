import { randomBytes } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { hashToken } from '#app/shared/ids.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { recoveryCodes } from '#db/schema/second-factor.ts';

const CODES = 10;
/** Crockford's base32 has no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 120 random bits, which SHA-256 protects as well as a slow hash would. */
const LENGTH = 24;

const newCode = () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % 32]).join('');

const hashOf = (userId: string, code: string) => hashToken(`${userId} ${code}`);

/** Replaces an account's codes. @returns the new ones, in groups of four, to be shown once */
export function replaceRecoveryCodes(tx: Transaction, userId: string): string[] {
  removeRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
    .run();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

export const removeRecoveryCodes = (tx: Transaction, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();

/** Uses a code up. @param code without hyphens, in capitals */
export const consumeRecoveryCode = (tx: Transaction, userId: string, code: string): boolean =>
  tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(userId, code))))
    .run().changes > 0;

/** How many codes an account has left. */
export const countRecoveryCodes = (userId: string): number =>
  db().select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get()?.left ?? 0;
