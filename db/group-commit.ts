import { prepared, sqlite, type Transaction, transaction } from './client.ts';

type Waiting = {
  work: (tx: Transaction) => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

const waiting: Waiting[] = [];
/** What one commit takes at most, so that nobody waits long for the others' work. */
const MOST_AT_ONCE = 64;

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** The driver's transaction, which is a savepoint within another one; made once, since making it takes as long as using it. */
const inSavepoint = prepared(() => sqlite.transaction((work: Waiting['work'], tx: Transaction) => work(tx)));

function runOne(tx: Transaction, { work }: Waiting): Outcome {
  try {
    // A savepoint: what one caller's failure undoes is its own. The driver's, since Drizzle's hides the failure
    // behind its own when the savepoint is gone already.
    return { ok: true, value: inSavepoint()(work, tx) };
  } catch (error) {
    // Some failures, a full disk among them, end the whole transaction: then nobody's work is left to commit.
    if (!sqlite.inTransaction) throw error;
    return { ok: false, error };
  }
}

/** How much waited a turn ago. */
let waitedBefore = 0;

function commitTogether() {
  // As long as every turn brings more, the next one may: commits are what takes the time, and there are fewer then.
  if (waiting.length > waitedBefore && waiting.length < MOST_AT_ONCE) {
    waitedBefore = waiting.length;
    setImmediate(commitTogether);
    return;
  }
  waitedBefore = 0;
  const together = waiting.splice(0, MOST_AT_ONCE);
  if (waiting.length > 0) setImmediate(commitTogether);
  let outcomes: Outcome[];
  try {
    outcomes = transaction((tx) => together.map((item) => runOne(tx, item)));
  } catch (error) {
    for (const { reject } of together) reject(error);
    return;
  }
  for (const [index, { resolve, reject }] of together.entries()) {
    const outcome = outcomes[index];
    if (outcome?.ok) resolve(outcome.value as never);
    else reject(outcome?.error);
  }
}

/**
 * As `transaction`, for work that many callers ask for at once: whatever waits when a turn of the event loop brings nothing
 * more shares one commit, and so one wait for the disk. Each caller has its own savepoint, and its promise settles only
 * after the commit: what it acknowledges is durable. See docs/decisions/0007-group-commit.md.
 * @param work synchronous, as in `transaction`
 */
export function groupCommit<Result>(work: (tx: Transaction) => Result): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    waiting.push({ work, resolve, reject } as Waiting);
    if (waiting.length === 1) setImmediate(commitTogether);
  });
}
