import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { deriveKey, equalInConstantTime, newId } from '#app/shared/ids.server.ts';
import { prepared, preparedValue, sqlite } from '#db/client.ts';
import { syncFolder } from '#db/files.ts';
import { type Actor, areaOf, type Role } from './actor.server.ts';

/** For whom a form was shown: the account, and the organisation that it acted for. */
export type FormOwner = { userId: string; organisationId: string | null };

/** The field of a form that names its owner. */
export const OWNER_FIELD = 'shownFor';

const MAC_LENGTH = 22;
const sign = (named: string) =>
  createHmac('sha256', deriveKey('form-owner')).update(named).digest('base64url').slice(0, MAC_LENGTH);

/** The value of `OWNER_FIELD`. Signed, so that nobody learns a name by entering an ID. */
export function formOwnerToken({ userId, organisationId }: FormOwner): string {
  const named = `${userId}.${organisationId ?? ''}`;
  return `${named}.${sign(named)}`;
}

/** The owner in a token, or null for other text and after SESSION_SECRET was changed. */
export function readFormOwner(token: string | null | undefined): FormOwner | null {
  const [, named = '', userId = '', organisationId = '', mac = ''] =
    /^(([\w-]{1,64})\.([\w-]{0,64}))\.([\w-]{22})$/.exec(token ?? '') ?? [];
  return userId && equalInConstantTime(mac, sign(named))
    ? { userId, organisationId: organisationId || null }
    : null;
}

/** The owner of the forms that an actor is shown. Null for actors without a session. */
export const formOwnerOf = (actor: Actor): FormOwner | null =>
  actor.kind === 'user' ? { userId: actor.user.id, organisationId: actor.organisation?.id ?? null } : null;

export const isSameOwner = (one: FormOwner, other: FormOwner): boolean =>
  one.userId === other.userId && one.organisationId === other.organisationId;

const roleOf = preparedValue<Role>('select role from users where id = ?');

/** The role whose pages an owner opens. */
export const ownerArea = ({ userId, organisationId }: FormOwner): Role =>
  areaOf({ organisation: organisationId, user: { role: roleOf().get(userId) ?? 'individual' } });

const nameOf = prepared(() => ({
  user: sqlite().prepare<[string], string>('select name from users where id = ?').pluck(),
  organisation: sqlite().prepare<[string], string>('select name from organisations where id = ?').pluck(),
}));

/** Names the organisation of an owner, or the account without one. Both if `other` has another account. */
export function ownerName({ userId, organisationId }: FormOwner, other: FormOwner): string {
  const user = nameOf().user.get(userId) ?? '';
  const organisation = organisationId === null ? user : (nameOf().organisation.get(organisationId) ?? '');
  return userId === other.userId || organisation === user ? organisation : `${organisation} (${user})`;
}

/** The text of a form that was posted when its account could not act: after its session had ended, for example. */
export type KeptForm = {
  /** The value of its `OWNER_FIELD`. */
  owner: string;
  /** Whether the session had ended. */
  isLoggedOut: boolean;
  fields: [name: string, value: string][];
  /** Whether files, or passwords and codes, have to be entered again. */
  hasFiles: boolean;
  hasSecrets: boolean;
};

/** How long a text is kept. */
export const KEPT_MS = 3_600_000;
const MOST_OF_BROWSER = 5;
const MOST_BYTES = 200 * 1_048_576;
/** A file counts as at least this, so that listing all of them is cheap. */
const LEAST_BYTES = 40_960;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Files, not rows: backups and replicas of the database have none of them. */
const folder = () => join(env().UPLOADS_DIR, '.kept-forms');

type Kept = { file: string; browser: string; target: string; at: number; bytes: number };

/** Reads the name of a file: hashes of the browser and the form's target, time and size. Null for other files. */
function toKept(file: string): Kept | null {
  const [, browser = '', target = '', at, bytes] = /^(\w{32})-(\w{32})-(\d+)-(\d+)$/.exec(file) ?? [];
  return browser ? { file, browser, target, at: Number(at), bytes: Number(bytes) } : null;
}

const isKept = (kept: Kept | null): kept is Kept => kept !== null;
const hashed = (...parts: string[]) => hash('sha256', parts.join('\n'), 'hex').slice(0, 32);
/** Only the browser has the key from which the hash and the key of the cipher are made. */
const browserOf = (key: string) => hashed('browser', key);
const targetOf = (key: string, target: string) => hashed('target', key, target);
const cipherKey = (key: string) => Buffer.from(hkdfSync('sha256', key, 'certrace', 'kept-form', 32));

async function all(): Promise<Kept[]> {
  const files = await readdir(folder()).catch(() => []);
  return files.map(toKept).filter(isKept);
}

const remove = ({ file }: Kept) => rm(join(folder(), file), { force: true });

/** The texts that make place for a new one: of the same form, and the oldest beyond the limits. */
function displaced(found: Kept[], { browser, target, bytes }: Kept): Kept[] {
  const gone = new Set(found.filter((kept) => kept.browser === browser && kept.target === target));
  const byAge = found.filter((kept) => !gone.has(kept)).toSorted((a, b) => b.at - a.at);
  const own = byAge.filter((kept) => kept.browser === browser);
  for (const kept of own.slice(MOST_OF_BROWSER - 1)) gone.add(kept);
  let total = Math.max(bytes, LEAST_BYTES);
  for (const kept of byAge) {
    if (gone.has(kept)) continue;
    total += Math.max(kept.bytes, LEAST_BYTES);
    if (total > MOST_BYTES) gone.add(kept);
  }
  return [...gone];
}

/**
 * Keeps the text of a form for an hour, encrypted with a key that only the browser has.
 * @param key random, from the browser's cookie
 * @param target path and query of the form's page
 */
export async function keepForm(key: string, target: string, form: KeptForm): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
  const sealed = [nonce, cipher.update(JSON.stringify(form), 'utf8'), cipher.final(), cipher.getAuthTag()];
  const bytes = Buffer.concat(sealed);
  const [browser, of] = [browserOf(key), targetOf(key, target)];
  const file = `${browser}-${of}-${now()}-${bytes.length}`;
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await Promise.all(
    displaced(await all(), { file, browser, target: of, at: now(), bytes: bytes.length }).map(remove),
  );
  const unfinished = join(folder(), `${newId()}.tmp`);
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, join(folder(), file));
  await syncFolder(folder());
}

const find = async (key: string, target: string) =>
  (await all()).filter(
    (kept) =>
      kept.browser === browserOf(key) && kept.target === targetOf(key, target) && kept.at > now() - KEPT_MS,
  );

/** The kept text of a form, or null. */
export async function keptForm(key: string, target: string): Promise<KeptForm | null> {
  const [newest] = (await find(key, target)).toSorted((a, b) => b.at - a.at);
  const bytes = newest && (await readFile(join(folder(), newest.file)).catch(() => null));
  if (!bytes) return null;
  const decipher = createDecipheriv(CIPHER, cipherKey(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  try {
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(text).toString('utf8')) as KeptForm;
  } catch {
    return null;
  }
}

/** Removes the kept text of a form that was posted again. */
export async function dropKeptForm(key: string, target: string): Promise<void> {
  await Promise.all((await find(key, target)).map(remove));
}

/** Deletes texts that are older than an hour, and incomplete files of a crash. */
export function sweepKeptForms(limit: number): number {
  let files: string[];
  try {
    files = readdirSync(folder());
  } catch {
    return 0;
  }
  const old = files.filter((file) => (toKept(file)?.at ?? 0) <= now() - KEPT_MS).slice(0, limit);
  for (const file of old) unlinkSync(join(folder(), file));
  return old.length;
}
