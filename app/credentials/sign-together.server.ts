import { digestOf } from '#app/log/append-entry.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import { signBadge, signBadgeHere } from './badge.server.ts';
import type { SignedBadge, SignTask } from './sign-worker.server.ts';

type Waiting = {
  task: SignTask;
  resolve: (signed: SignedBadge) => void;
  reject: (error: unknown) => void;
};

/** Number of waiting credentials from which the worker thread is worth using. */
const ENOUGH_FOR_THREAD = 4;
/** How long the worker thread signs every credential after many were waiting, so that this one has time for the rest of issuing them. */
const RUSH_MS = 1_000;
/** Credentials per message to the thread, at most: the rows of a batch that are signed together (issue-batches.server.ts). */
const MOST_AT_ONCE = 64;

const pool = createWorkerPool<SignTask[], SignedBadge[]>({
  file: new URL('./sign-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 1,
  busyMessage: () => t('signTogether.tooManyAreBeingSigned'),
  idleTimeout: 60_000,
  timeoutMs: 10_000,
  retries: false,
});

const waiting: Waiting[] = [];
let isThreadBusy = false;
let signingHere = 0;
let rushUntil = 0;

async function signHere({ task: { badge, key, created }, resolve, reject }: Waiting) {
  signingHere += 1;
  try {
    const bytes = await signBadge(badge, key, created);
    resolve({ bytes, digest: digestOf(bytes) });
  } catch (error) {
    reject(error);
  } finally {
    signingHere -= 1;
  }
}

async function signInThread(together: Waiting[]) {
  isThreadBusy = true;
  try {
    const signed = await pool.run(together.map(({ task }) => task));
    for (const badge of signed) together.shift()?.resolve(badge);
  } catch {
    // The pool has logged the error. Sign each credential alone, so that only the invalid one fails.
    for (const one of together) void signHere(one);
  }
  isThreadBusy = false;
  if (waiting.length > 0) signWaiting();
}

function signWaiting() {
  if (isThreadBusy) return;
  const now = performance.now();
  if (waiting.length + signingHere >= ENOUGH_FOR_THREAD) rushUntil = now + RUSH_MS;
  if (now < rushUntil) {
    void signInThread(waiting.splice(0, MOST_AT_ONCE));
  } else {
    for (const one of waiting.splice(0)) void signHere(one);
  }
}

/**
 * Signs a credential together with others that are requested in the same turn of the event loop or while others are being
 * signed. Many are signed in a worker thread, few on this one.
 */
export const signTogether = (task: SignTask): Promise<SignedBadge> =>
  new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject });
    if (waiting.length === 1 && !isThreadBusy) setImmediate(signWaiting);
  });

/** Signs a credential on this thread, for a transaction that knows its content only then. It takes 0.2 ms. */
export function signAtOnce({ badge, key, created }: SignTask): SignedBadge {
  const bytes = signBadgeHere(badge, key, created);
  return { bytes, digest: digestOf(bytes) };
}

/** Stops the worker thread after its current task. */
export const closeSigner = () => pool.close();
