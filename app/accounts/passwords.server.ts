import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { argon2id, hash, verify } from 'argon2';
import { env } from '#app/config/env.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { type Client, createFairQueue, SITE } from '#app/shared/fair-queue.server.ts';
import { kept } from '#app/shared/kept.server.ts';
import { t } from '#messages';

// OWASP's first choice for argon2id; about 21 ms a hash, in libuv's threads.
const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** For the tests' thousands of accounts, at 1 ms a hash. `env` refuses NODE_ENV=test for a site that others can reach. */
const TEST_PARAMETERS = { ...PARAMETERS, memoryCost: 1_024 } as const;

const parameters = () => (env().NODE_ENV === 'test' ? TEST_PARAMETERS : PARAMETERS);

/**
 * Limits hashing to four at a time and fifty waiting, so that a flood of logins leaves CPU and memory for others. Clients take
 * turns.
 */
const inTurn = createFairQueue({
  concurrent: 4,
  waiting: 50,
  message: () => t('common.theServerIsBusy'),
});

/** What differs only in how a keyboard writes it is the same password: other spaces and normal forms (RFC 8265 section 4.2.2). */
export const normalizePassword = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/**
 * The forms in which a password may have been hashed. Passwords from before they were normalized were hashed as typed, and keyboards
 * type the two normal forms.
 */
const formsOf = (password: string) => [
  ...new Set([normalizePassword(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];

/**
 * Hashes a password with argon2id into a PHC string.
 * @param client whose turn it takes
 * @throws AppError busy when too many are waiting
 */
export const hashPassword = (password: string, client: Client = SITE) =>
  inTurn(client, () => hash(normalizePassword(password), parameters()));

/** Moving average of how long a check takes, 20 ms before the first one. */
let usualCheckMs = 20;

/** Runs a check and updates the average. The time includes waiting in the queue. */
async function timed<Result>(check: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await check();
  usualCheckMs += (performance.now() - startedAt - usualCheckMs) / 8;
  return result;
}

/**
 * Waits as long as checking these passwords takes at present. A locked account responds after this time, so that timing reveals
 * nothing and a flood of attempts costs no CPU.
 */
export const waitForCheckTime = (passwords: readonly string[]) =>
  new Promise<void>((resolve) => setTimeout(resolve, usualCheckMs * passwords.flatMap(formsOf).length));

const decoy = kept(() => hash('an account that does not exist', parameters()));

/**
 * Whether `password` matches the hash `stored`. Without one (no such account, or one that is closed) it takes the same time and is false.
 * @param client whose turn it takes
 * @throws AppError busy when too many are waiting
 */
export async function checkPassword(
  client: Client,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const against = stored || (await decoy());
  for (const form of formsOf(password)) {
    if (await timed(() => inTurn(client, () => verify(against, form)))) return Boolean(stored);
  }
  return false;
}

/** Common passwords missing from the file: keyboard rows, role names, seasons, and this product's name. */
const ALSO_COMMON = `
  0123456789 87654321 987654321 0987654321 12341234 123123123 12121212 123456780 159753456 qwertz123 abcdefgh
  abc123456 aa12345678 password1234 passw0rd1 p@ssword pass12345 password! password1! qwerty1! !qaz2wsx zaq1zaq1
  loveyou1 lovely123 princess1 batman123 pokemon123 trustno123 whatever1 dragon123 monkey123 master123 shadow123
  daniel123 ashley123 nicole123 hello1234 welcome12 welcome123 letmein123 changeme1 changeme123 default1 secret12
  secret123 administrator admin123 admin1234 admin12345 adminadmin rootroot root1234 toor1234 test12345 guest123
  user1234 temp1234 demo1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
  autumn2026 certrace certrace1 certrace123 certificate`;

let common: string | undefined;

/**
 * Common passwords between single spaces: one text, because a set of so many texts takes 2 MB that every collection of garbage goes
 * through. The file has the 17,948 most common breached passwords of 8 characters and more, most common first, in lower case. Source:
 * passwords.json of @zxcvbn-ts/language-common 4.1.3, MIT licence (common-passwords.LICENSE.txt).
 */
function commonPasswords() {
  common ??= ` ${readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')} ${ALSO_COMMON} `
    .split(/\s+/)
    .join(' ');
  return common;
}

/** Whether a password is one of the most common ones, in any case, or one character repeated. */
export const isCommonPassword = (password: string) =>
  (!/\s/.test(password) && commonPasswords().includes(` ${password.toLowerCase()} `)) ||
  /^(.)\1*$/u.test(password);

const HASH_CHARACTERS = 40;
/** A line is a digest, a colon, a count and a line break. */
const LINE_MOST_BYTES = 64;

/** The first whole line that begins at or after a position, and where it ends. */
async function lineFrom(file: FileHandle, position: number, size: number) {
  // The line that begins right at the position follows the break before it.
  const start = Math.max(0, position - 1);
  const bytes = Buffer.alloc(Math.min(2 * LINE_MOST_BYTES, size - start));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  const text = bytes.toString('latin1', 0, bytesRead);
  const begin = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && begin === 0) return null;
  const line = text.slice(begin).split('\n', 1)[0] ?? '';
  return line === '' ? null : { hash: line.slice(0, HASH_CHARACTERS), end: start + begin + line.length + 1 };
}

/** Searches a file of lines in ascending order, such as Pwned Passwords. It is read in about forty small pieces. */
async function hasHash(file: FileHandle, sought: string): Promise<boolean> {
  const { size } = await file.stat();
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineFrom(file, middle, size);
    if (line?.hash === sought) return true;
    if (line === null || line.hash > sought) high = middle;
    else low = line.end;
  }
  return false;
}

/** Whether a password is in the operator's file of breached passwords. False without a file. */
export async function isBreached(password: string): Promise<boolean> {
  const path = env().breachedPasswords;
  if (path === null) return false;
  const file = await open(path);
  try {
    return await hasHash(file, digest('sha1', password, 'hex').toUpperCase());
  } finally {
    await file.close();
  }
}

/**
 * Refuses a new password that is in the operator's file of breached passwords.
 * @param field the form's field
 * @throws AppError invalid
 */
export async function requireUnbreached(password: string, field: string): Promise<void> {
  if (!(await isBreached(password))) return;
  const message = t('breachedPasswords.thisPasswordWasStolen');
  throw invalid(message, { [field]: [message] });
}
