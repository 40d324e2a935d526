import { argon2id, hash, verify } from 'argon2';
import { env } from '#app/config/env.server.ts';
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
