import { randomBytes } from 'node:crypto';
import { and, count, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { now } from '#app/shared/clock.server.ts';
import { hashToken } from '#app/shared/ids.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { authenticatorApps, recoveryCodes } from '#db/schema/second-factor.ts';

const ISSUER = 'Certrace';
const SECRET_BYTES = 20;
/** RFC 6238: six digits for each 30 seconds. One step more each way allows for clocks that differ. */
const PERIOD_S = 30;
const DRIFT_STEPS = 1;
const SETUP_MS = 30 * 60_000;
const STORED = 'authenticator app';
const OFFERED = 'authenticator app to add';

const totp = (secret: Secret, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_S, digits: 6, algorithm: 'SHA1' });

/** The time step of a right code, or null. */
function stepOf(secret: string, code: string): number | null {
  const delta = totp(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now(),
    window: DRIFT_STEPS,
  });
  return delta === null ? null : Math.floor(now() / 1_000 / PERIOD_S) + delta;
}

/** An app to add: the URI for the QR code, the secret to type, and the sealed secret for the form. */
export type AppOffer = { uri: string; secret: string; setup: string };

/** A new secret for an app, bound to the account. Nothing is stored until a code proves that the app has it. */
export function offerApp(userId: string, label: string): AppOffer {
  const secret = new Secret({ size: SECRET_BYTES });
  const { base32 } = secret;
  const offer = JSON.stringify({ userId, secret: base32, until: now() + SETUP_MS });
  return { uri: totp(secret, label).toString(), secret: base32, setup: seal(OFFERED, offer) };
}

/** The same offer again, for a form that was refused. Null when it has expired, or was made for another account. */
export function openOffer(userId: string, label: string, setup: string): AppOffer | null {
  const text = open(OFFERED, setup);
  if (text === null) return null;
  const offer: { userId: string; secret: string; until: number } = JSON.parse(text);
  if (offer.userId !== userId || offer.until <= now()) return null;
  const uri = totp(Secret.fromBase32(offer.secret), label).toString();
  return { uri, secret: offer.secret, setup };
}

/** Stores an app whose code proves that it has the secret. @returns false for a wrong code, and when the account has an app */
export function addApp(tx: Transaction, userId: string, { secret }: AppOffer, code: string): boolean {
  const step = stepOf(secret, code);
  if (step === null) return false;
  const { changes } = tx
    .insert(authenticatorApps)
    .values({ userId, sealedSecret: seal(STORED, secret), lastStep: step, createdAt: now() })
    .onConflictDoNothing()
    .run();
  return changes > 0;
}

export const removeApp = (tx: Transaction, userId: string) =>
  tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId)).run().changes > 0;

export const hasApp = (userId: string): boolean =>
  db()
    .select({ createdAt: authenticatorApps.createdAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .get() !== undefined;

/** Uses a code of the app up. @returns false for a wrong code and for one that was used, or is older than one that was used */
export function consumeAppCode(tx: Transaction, userId: string, code: string): boolean {
  const app = tx.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId)).get();
  const secret = app && open(STORED, app.sealedSecret);
  const step = secret ? stepOf(secret, code) : null;
  if (step === null) return false;
  const unused = and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.lastStep, step));
  return tx.update(authenticatorApps).set({ lastStep: step }).where(unused).run().changes > 0;
}

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
