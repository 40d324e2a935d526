import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, hash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { withLock } from '#app/processes/other-processes.server.ts';
import { addToCommits, deleteSome, preparedSql, type Transaction, transaction } from '#db/client.ts';
import { rememberedAnswers } from '#db/schema/events.ts';
import { t } from '#messages';
import { now } from './clock.server.ts';
import { AppError } from './errors.server.ts';
import { requireKeyFormat } from './idempotency.server.ts';
import { deriveKey } from './ids.server.ts';
import { open, seal } from './sealed.server.ts';

const KEEP_MS = 24 * 3_600_000;
const PURPOSE = 'remembered answer';
/** Marks hashes of a form's content. Version 0.4 hashed the bytes of forms and batches. */
const BY_CONTENT = 'content ';

/** Who makes a call with an Idempotency-Key, and a hash that is the same for the same path and body. */
type KeyedCall = { key: string; userId: string; requestHash: string };

/** The answer to a repeated call. */
export type RememberedAnswer = { status: number; body: string };

type Row = { requestHash: string; status: number; sealedBody: string | null; createdAt: number };

const find = preparedSql<Row>(
  `select request_hash as requestHash, status, sealed_body as sealedBody, created_at as createdAt
   from remembered_answers where key = ?`,
);
const insert = preparedSql(
  `insert into remembered_answers (key, user_id, request_hash, status, sealed_body, created_at)
   values (@key, @userId, @requestHash, @status, @sealedBody, @at)
   on conflict (key) do update set request_hash = excluded.request_hash, status = excluded.status, sealed_body = excluded.sealed_body,
     created_at = excluded.created_at
   where remembered_answers.sealed_body is null`,
);
const remove = preparedSql('delete from remembered_answers where key = ?');
const clear = preparedSql('update remembered_answers set sealed_body = null where user_id = ?');

/**
 * Reads an Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header).
 * @returns the key of the account
 * @throws AppError invalid for a key that is empty, too long or not printable ASCII
 */
export function accountKeyOf(userId: string, header: string): string {
  requireKeyFormat(header);
  return hash('sha256', `${userId}\0${header}`, 'hex');
}

/**
 * A hash of requests, to compare them. It is an HMAC with a key outside the database, because a plain hash of a card number or a
 * password could be reversed by trying all.
 */
export const requestHmac = () => createHmac('sha256', deriveKey('idempotency'));

/**
 * The answer of an earlier call with this key in the last 24 hours, or null.
 * @param requestHash computed only if there is one
 * @throws AppError unprocessable with the code 'idempotency_mismatch' when the path or the body differs; conflict with
 *   'idempotency_interrupted' when the call was made and its answer is not known, or when version 0.4 may have hashed its body otherwise
 */
async function answeredBefore(
  key: string,
  requestHash: () => Promise<string>,
): Promise<RememberedAnswer | null> {
  const row = find().get(key);
  if (!row || row.createdAt < now() - KEEP_MS) return null;
  const isSame = row.requestHash.replace(BY_CONTENT, '') === (await requestHash());
  if (!isSame && row.requestHash.startsWith(BY_CONTENT)) {
    throw new AppError('unprocessable', t('rememberedAnswers.thisIdempotencyKeyWasUsed'), {
      details: { code: 'idempotency_mismatch' },
    });
  }
  const body = row.sealedBody === null || !isSame ? null : open(PURPOSE, row.sealedBody);
  if (body === null) {
    const message = t('rememberedAnswers.aCallWithThisIdempotencyKeyWasMade');
    throw new AppError('conflict', message, { details: { code: 'idempotency_interrupted' } });
  }
  return { status: row.status, body };
}

/** Stores an answer, or marks a call as made whose answer is not known yet. A known answer stays. */
function store(_tx: Transaction, { key, userId, requestHash }: KeyedCall, answer: RememberedAnswer | null) {
  const sealedBody = answer && seal(PURPOSE, answer.body);
  const values = { key, userId, requestHash: BY_CONTENT + requestHash, sealedBody, at: now() };
  insert().run({ ...values, status: answer?.status ?? 0 });
}

const storing = new AsyncLocalStorage<(tx: Transaction, result: unknown) => void>();

/**
 * Stores the answer to the present call of the API in the transaction of its act, if the call has an Idempotency-Key.
 * @param result that the domain function will return; the call's `answer` makes the answer from it
 * @returns the same
 */
export function storeAnswer<Result>(tx: Transaction, result?: Result): Result {
  storing.getStore()?.(tx, result);
  return result as Result;
}

/** A call with an Idempotency-Key. */
export type Request<Result> = {
  key: string;
  userId: string;
  /** Hash of path and body. Reads the rest of the body. */
  requestHash: () => Promise<string>;
  /** The same, of the part of the body that the call has read. */
  hashSoFar: () => string;
  /** Where the call calls `storeAnswer`, if it does. What precedes the only transaction of an act may be done again. */
  stores: 'in one transaction' | 'in steps' | undefined;
  perform: () => Promise<Result> | Result;
  /** The answer to remember, or null for one that is not final. */
  answerOf: (result: Result) => RememberedAnswer | null;
  /** Whether the call has no pause. */
  isWhole: boolean;
  /** Whether the domain recognizes a repeated call itself, so that one that was interrupted is made again. */
  hasOwnKey: boolean;
};

const isPending = <Result>(result: Promise<Result> | Result): result is Promise<Result> =>
  result instanceof Promise;

/**
 * Makes a call once for its Idempotency-Key. Calls with the same key run one after the other. A call without a pause commits together
 * with its answer. So does one that calls `storeAnswer` in its transaction. Any other one is marked as made in each of its
 * transactions, so that a crash before its answer is stored does not let it be made twice. A call that fails does not use its key up.
 * @returns the remembered answer of an earlier call, or null if this one was made
 * @throws AppError as `answeredBefore`, and errors of `perform`
 */
export function performOnce<Result>(request: Request<Result>): Promise<RememberedAnswer | null> {
  const { key, userId, requestHash, hashSoFar, stores, perform, answerOf, isWhole, hasOwnKey } = request;
  return withLock(`idempotency ${key}`, async () => {
    const replay = await answeredBefore(key, requestHash);
    if (replay) return replay;
    let isKnown = false;
    let isOver = false;
    const keyed = () => ({ key, userId, requestHash: hashSoFar() });
    const remember = (tx: Transaction, result: Result) => {
      const answer = isOver ? null : answerOf(result);
      if (!answer) return;
      store(tx, keyed(), answer);
      isKnown = true;
    };
    const mark = (tx: Transaction) => {
      if (!isKnown && stores !== 'in one transaction') store(tx, keyed(), null);
    };
    const performWhole = () =>
      transaction((tx) => {
        const result = perform();
        if (!isPending(result)) remember(tx, result);
        return result;
      });
    const performStoring = () => storing.run((tx, result) => remember(tx, result as Result), perform);
    const begin = isWhole ? performWhole : stores ? performStoring : perform;
    try {
      const result = await (hasOwnKey ? perform() : addToCommits(mark, begin));
      if (!isKnown) transaction((tx) => remember(tx, result));
      if (!isKnown) remove().run(key);
      return null;
    } catch (error) {
      remove().run(key);
      throw error;
    } finally {
      // Work that the call started, such as a drawing, may outlive it.
      isOver = true;
    }
  });
}

/** Clears the answers of an account, in the transaction that erases data that they may contain. Their keys cannot be used again. */
export const clearAnswers = (_tx: Transaction, userId: string) => clear().run(userId);

/** Deletes answers after 24 hours. */
export const sweepRememberedAnswers = (limit: number) =>
  deleteSome(rememberedAnswers, lt(rememberedAnswers.createdAt, now() - KEEP_MS), limit);
