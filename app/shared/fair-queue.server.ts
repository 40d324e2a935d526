import { AppError } from './errors.server.ts';
import type { LazyText } from './reader-texts.ts';

const RETRY_AFTER_SECONDS = 5;

/** The client that a task is for. */
export type Client = {
  /** Its account, or a visitor's address. */
  account: string;
  /** Aborts when the client no longer waits for the result. */
  signal?: AbortSignal | undefined;
};

/** How long somebody waits for work that others delay, before they should ask again. */
const LONGEST_WAIT_MS = 15_000;

/** The client, which leaves when it has waited too long. */
export const patientFor = ({ account, signal }: Client, ms = LONGEST_WAIT_MS): Client => ({
  account,
  signal: AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]),
});

/** The client of tasks that the site needs itself. Only the limit for all accounts applies to it. */
export const SITE: Client = { account: 'site' };

type Priority = 'normal' | 'low';

type Account = {
  running: number;
  waiting: Record<Priority, Set<() => void>>;
  /** Milliseconds of work, on the scale of `level`. */
  used: number;
};

/** How many accounts without tasks the queue remembers. */
const MOST_IDLE = 1_000;

type Rules = {
  /** The most concurrent tasks, of all accounts and of each. */
  concurrent: number;
  concurrentPerAccount?: number | undefined;
  /** The most concurrent low-priority tasks. */
  concurrentLow?: number | undefined;
  /** How many tasks wait, of all accounts and of each. As many places again are for accounts without a waiting task. */
  waiting: number;
  waitingPerAccount?: number | undefined;
  /** The message of the error when too many wait. */
  message: LazyText;
};

const waitingOf = ({ waiting }: Account) => waiting.normal.size + waiting.low.size;
const isIdle = (account: Account) => account.running === 0 && waitingOf(account) === 0;

/** The accounts of a queue: those with tasks, and some that had tasks. */
function createAccounts() {
  /** The one whose last turn is longest ago is first. */
  const accounts = new Map<string, Account>();
  /** The work done for the account of the task that started last. */
  let level = 0;

  function accountOf(name: string): Account {
    const account = accounts.get(name) ?? {
      running: 0,
      waiting: { normal: new Set(), low: new Set() },
      used: 0,
    };
    account.used = Math.max(account.used, level);
    accounts.set(name, account);
    return account;
  }

  return {
    accountOf,
    known: (name: string) => accounts.get(name),
    /** Forgets accounts without tasks: those whose work no longer matters, and the oldest ones of too many. */
    forgetIdle() {
      let tooMany = accounts.size - MOST_IDLE;
      for (const [name, account] of accounts) {
        if (!isIdle(account) || (account.used > level && tooMany <= 0)) continue;
        accounts.delete(name);
        tooMany -= 1;
      }
    },
    /** The account whose turn it is, of those with a task that may start. */
    next(startable: (account: Account) => boolean): Account | undefined {
      let next: Account | undefined;
      for (const account of accounts.values()) {
        if (!startable(account)) continue;
        const isBefore =
          !next ||
          account.running < next.running ||
          (account.running === next.running && account.used < next.used);
        if (isBefore) next = account;
      }
      if (next) level = Math.max(level, next.used);
      return next;
    },
    /** Notes that a task of an account has ended. */
    endTurn(name: string, ms: number) {
      const account = accountOf(name);
      account.running -= 1;
      account.used += Math.max(1, Math.round(ms));
      accounts.delete(name);
      accounts.set(name, account);
    },
  };
}

/** How many tasks of a queue run and wait, and whether its rules allow more. */
function createLimits({ concurrent, waiting: maxWaiting, ...perAccount }: Rules) {
  const { concurrentPerAccount = concurrent, waitingPerAccount = maxWaiting } = perAccount;
  const { concurrentLow = concurrent } = perAccount;
  const counts = { running: 0, runningLow: 0, waiting: 0 };
  return {
    counts,
    mayStart: () => counts.running < concurrent && counts.waiting > 0,
    /** The first task of an account that may start. */
    startable({ running: own, waiting: { normal, low } }: Account): (() => void) | undefined {
      if (own >= concurrentPerAccount) return undefined;
      const [start] = normal.size > 0 || counts.runningLow >= concurrentLow ? normal : low;
      return start;
    },

    mustWait(account: Account | undefined, priority: Priority) {
      if (priority === 'low' && counts.runningLow >= concurrentLow) return true;
      return counts.running >= concurrent || (account?.running ?? 0) >= concurrentPerAccount;
    },

    isFull(client: Client, account: Account | undefined): boolean {
      if (client === SITE) return counts.waiting >= maxWaiting;
      const own = account ? waitingOf(account) : 0;
      return own >= waitingPerAccount || counts.waiting >= (own > 0 ? maxWaiting : 2 * maxWaiting);
    },
  };
}

/**
 * A queue in which accounts take turns: the next task is one of the account with the fewest running tasks, and of these with the
 * least work done for it, so that an account delays only itself. Work is measured as in start-time fair queuing: an account
 * that comes or comes back starts at the level of the others, and so is served next. An account's low-priority tasks wait until
 * none of its other tasks is waiting.
 * @returns a function that runs a task in its turn, and throws AppError busy: when too many tasks are waiting, or when the
 *   client leaves while its task waits
 */
export function createFairQueue(rules: Rules) {
  const { counts, mayStart, startable, mustWait, isFull } = createLimits(rules);
  const { accountOf, known, next, forgetIdle, endTurn } = createAccounts();
  const busy = () => new AppError('busy', rules.message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

  function startNext() {
    const account = mayStart() ? next((one) => startable(one) !== undefined) : undefined;
    if (account) startable(account)?.();
  }

  function turn({ account: name, signal }: Client, priority: Priority): Promise<void> {
    const account = accountOf(name);
    return new Promise((resolve, reject) => {
      const queue = account.waiting[priority];
      const stopWaiting = () => {
        queue.delete(start);
        counts.waiting -= 1;
        signal?.removeEventListener('abort', leave);
      };
      const start = () => {
        stopWaiting();
        counts.running += 1;
        account.running += 1;
        if (priority === 'low') counts.runningLow += 1;
        resolve();
      };
      const leave = () => {
        stopWaiting();
        // The end of the task that it waited for forgets its account. A search through all accounts for each
        // of thousands that leave together would take seconds.
        reject(busy());
      };
      queue.add(start);
      counts.waiting += 1;
      signal?.addEventListener('abort', leave);
      startNext();
    });
  }

  return async function run<Result>(
    client: Client,
    work: () => Promise<Result>,
    priority: Priority = 'normal',
  ) {
    const account = known(client.account);
    if (client.signal?.aborted || (mustWait(account, priority) && isFull(client, account))) throw busy();
    await turn(client, priority);
    const startedAt = performance.now();
    try {
      // The client may have left since its turn came.
      if (client.signal?.aborted) throw busy();
      return await work();
    } finally {
      counts.running -= 1;
      if (priority === 'low') counts.runningLow -= 1;
      endTurn(client.account, performance.now() - startedAt);
      startNext();
      forgetIdle();
    }
  };
}

type SlotRules = {
  /** Slots per holder, and the error message beyond that. */
  perHolder: number;
  takenMessage: LazyText;
  /** The same per group of holders. */
  perGroup: number;
  groupTakenMessage: LazyText;
  /** Slots in total, and the error message beyond that. */
  inAll?: number;
  busyMessage?: LazyText;
  /** Further slots for holders without any. */
  forFirst?: number;
  retryAfterSeconds: number;
};

/** @param isReserved whether this holder's slots are reserved, and so do not count towards the total */
type Holder = { holder: string; group?: string | undefined; isReserved?: boolean };

/** Limits concurrent work, per holder, per group of holders and in total. */
export function createSlots({ perHolder, perGroup, retryAfterSeconds, ...rules }: SlotRules) {
  const { inAll = Number.POSITIVE_INFINITY, forFirst = 0, busyMessage = '' } = rules;
  const taken = new Map<string, number>();
  let total = 0;
  const count = (key: string, change: number) => {
    const now = (taken.get(key) ?? 0) + change;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  };
  return {
    /**
     * Takes a slot. Call the returned function to free it.
     * @throws AppError rate-limited when the holder or its group has all of its slots; busy when none is free
     */
    take({ holder, group, isReserved = false }: Holder): () => void {
      const keys = [`holder ${holder}`, ...(group === undefined ? [] : [`group ${group}`])];
      const [own = 0, ofGroup = 0] = keys.map((key) => taken.get(key) ?? 0);
      if (own >= perHolder) throw new AppError('rate-limited', rules.takenMessage, { retryAfterSeconds });
      if (ofGroup >= perGroup)
        throw new AppError('rate-limited', rules.groupTakenMessage, { retryAfterSeconds });
      if (!isReserved && total >= (own === 0 ? inAll + forFirst : inAll)) {
        throw new AppError('busy', busyMessage, { retryAfterSeconds });
      }
      const counted = isReserved ? 0 : 1;
      for (const key of keys) count(key, 1);
      total += counted;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        total -= counted;
        for (const key of keys) count(key, -1);
      };
    },
  };
}
