import { AppError } from './errors.server.ts';

const RETRY_AFTER_SECONDS = 5;

/** The client that a task is for. */
export type Client = {
  /** Its account, or a visitor's address. */
  account: string;
  /** Aborts when the client no longer waits for the result. */
  signal?: AbortSignal | undefined;
};

/** The client of tasks that the site needs itself. Only the limit for all accounts applies to it. */
export const SITE: Client = { account: 'site' };

type Priority = 'normal' | 'low';

type Account = { running: number; waiting: Record<Priority, Set<() => void>> };

type Rules = {
  /** How many tasks run at once, of all accounts and of each. */
  concurrent: number;
  concurrentPerAccount?: number | undefined;
  /** How many tasks wait, of all accounts and of each. */
  waiting: number;
  waitingPerAccount?: number | undefined;
  message: string;
};

/**
 * A queue in which accounts take turns: the next task is one of the account with the fewest running tasks, so that an account
 * delays only itself. An account's low-priority tasks wait until none of its other tasks is waiting.
 * @returns a function that runs a task in its turn, and throws AppError busy: when too many tasks are waiting, or when the
 *   client leaves while its task waits
 */
export function createFairQueue({ concurrent, waiting: maxWaiting, message, ...perAccount }: Rules) {
  const { concurrentPerAccount = concurrent, waitingPerAccount = maxWaiting } = perAccount;
  /** Accounts with tasks. The one whose last turn is longest ago is first. */
  const accounts = new Map<string, Account>();
  let running = 0;
  let waiting = 0;
  const busy = () => new AppError('busy', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

  function accountOf(name: string): Account {
    const account = accounts.get(name) ?? { running: 0, waiting: { normal: new Set(), low: new Set() } };
    accounts.set(name, account);
    return account;
  }

  const waitingOf = (account: Account) => account.waiting.normal.size + account.waiting.low.size;

  function startNext() {
    if (running >= concurrent) return;
    let next: [string, Account] | undefined;
    for (const entry of accounts) {
      const [, account] = entry;
      if (waitingOf(account) === 0 || account.running >= concurrentPerAccount) continue;
      if (!next || account.running < next[1].running) next = entry;
    }
    if (!next) return;
    const [, account] = next;
    const { normal, low } = account.waiting;
    const [start] = normal.size > 0 ? normal : low;
    start?.();
  }

  function turn({ account: name, signal }: Client, priority: Priority): Promise<void> {
    const account = accountOf(name);
    return new Promise((resolve, reject) => {
      const queue = account.waiting[priority];
      const stopWaiting = () => {
        queue.delete(start);
        waiting -= 1;
        signal?.removeEventListener('abort', leave);
      };
      const start = () => {
        stopWaiting();
        running += 1;
        account.running += 1;
        resolve();
      };
      const leave = () => {
        stopWaiting();
        if (account.running === 0 && waitingOf(account) === 0) accounts.delete(name);
        reject(busy());
      };
      queue.add(start);
      waiting += 1;
      signal?.addEventListener('abort', leave);
      startNext();
    });
  }

  const mustWait = (account: Account | undefined) =>
    running >= concurrent || (account?.running ?? 0) >= concurrentPerAccount;

  return async function run<Result>(
    client: Client,
    work: () => Promise<Result>,
    priority: Priority = 'normal',
  ): Promise<Result> {
    const known = accounts.get(client.account);
    const ownWaiting = known === undefined || client === SITE ? 0 : waitingOf(known);
    const isFull = waiting >= maxWaiting || ownWaiting >= waitingPerAccount;
    if (client.signal?.aborted || (mustWait(known) && isFull)) throw busy();
    await turn(client, priority);
    try {
      // The client may have left since its turn came.
      if (client.signal?.aborted) throw busy();
      return await work();
    } finally {
      running -= 1;
      const account = accountOf(client.account);
      account.running -= 1;
      accounts.delete(client.account);
      if (account.running > 0 || waitingOf(account) > 0) accounts.set(client.account, account);
      startNext();
    }
  };
}

type SlotRules = {
  /** Slots per holder, and the error message beyond that. */
  perHolder: number;
  takenMessage: string;
  /** Slots in total, and the error message beyond that. */
  inAll?: number;
  busyMessage?: string;
  /** Further slots for holders without any. */
  forFirst?: number;
  retryAfterSeconds: number;
};

/** Limits concurrent work, per holder and in total. */
export function createSlots({ perHolder, takenMessage, retryAfterSeconds, ...rules }: SlotRules) {
  const { inAll = Number.POSITIVE_INFINITY, forFirst = 0, busyMessage = '' } = rules;
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes a slot. Call the returned function to free it.
     * @param isReserved whether this holder's slots are reserved, and so do not count towards the total
     * @throws AppError rate-limited when the holder has all of its slots; busy when none is free
     */
    take(holder: string, { isReserved = false } = {}): () => void {
      const own = taken.get(holder) ?? 0;
      if (own >= perHolder) throw new AppError('rate-limited', takenMessage, { retryAfterSeconds });
      if (!isReserved && total >= (own === 0 ? inAll + forFirst : inAll)) {
        throw new AppError('busy', busyMessage, { retryAfterSeconds });
      }
      const counted = isReserved ? 0 : 1;
      taken.set(holder, own + 1);
      total += counted;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        total -= counted;
        const left = (taken.get(holder) ?? 1) - 1;
        if (left > 0) taken.set(holder, left);
        else taken.delete(holder);
      };
    },
  };
}
