import type { JsonObject } from '@certrace/verify';
import { decisionWords } from '#app/accounts/decision-words.ts';
import type { ActiveIssuer, IssuerDecision } from '#app/accounts/issuers.server.ts';
import { decisionsAfter, issuersAsOf, lastDecision } from '#app/accounts/issuers.server.ts';
import { env } from '#app/config/env.server.ts';
import { appendDigest, digestOf } from '#app/log/append-entry.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { proveEntry } from '#app/log/prove-entry.server.ts';
import { createPatientLoop, startPeriodic, workInSteps } from '#app/shared/background-work.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { prepared, preparedSql, preparedValue, transaction } from '#db/client.ts';
import type { logEntries } from '#db/schema/log.ts';
import { t } from '#messages';
import {
  currentIssuerKey,
  INSTALLATION,
  publicKeysOf,
  requireCurrentKey,
  timestamp,
} from './issuer-keys.server.ts';
import type { Listed, ListResult, ListTask } from './issuer-list-worker.server.ts';
import { hashOfContent, signOrRead } from './issuer-list-worker.server.ts';
import { publishedDidDocument } from './published-documents.server.ts';

/** `log_entries.subject` of all lists, so that the index finds the newest one. */
const SUBJECT = 0;
/** Issuers per step, between which requests are served. */
const STEP_ISSUERS = 100;
const LOOK_EVERY_MS = 1_000;

type EntryRow = typeof logEntries.$inferSelect;

const newestEntry = preparedSql<EntryRow>(
  `select * from log_entries where subject = ${SUBJECT} and type = 'issuers' order by seq desc limit 1`,
);
const forgetOlder = preparedSql(
  `update log_entries set document = null where subject = ${SUBJECT} and type = 'issuers' and document is not null`,
);

/** Changes with everything that the list shows: decisions, names and keys. */
const stateOfIssuers = preparedValue<string>(
  `select (select coalesce(max(seq), 0) from issuer_decisions)
     || ' ' || (select coalesce(max(decided_at), 0) from issuer_name_changes)
     || ' ' || (select count(*) || ' ' || coalesce(max(retired_at), 0) from issuer_keys)`,
);

const pool = createWorkerPool<ListTask, ListResult>({
  file: new URL('./issuer-list-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 10,
  busyMessage: () => t('signTogether.tooManyAreBeingSigned'),
  idleTimeout: 60_000,
  timeoutMs: 60_000,
  retries: false,
});

/** Size of a list from which the worker thread is worth using. */
const LARGE_BYTES = 64 * 1_024;

/** Signs or reads a list: a large one in the thread. */
async function run(task: ListTask): Promise<ListResult> {
  const { length } = 'signed' in task ? task.signed : task.content;
  return length < LARGE_BYTES ? signOrRead(task) : await pool.run(task);
}

/** Stops the thread that signs lists after its current task. */
export const closeListSigner = () => pool.close();

/** An issuer that fails is left out after the third time, so that the others are listed. */
const forEachIssuer = createPatientLoop('listed issuers');

/** The DIDs and DID documents that one run has read. */
type Read = Map<string, { did: string; document: JsonObject }>;

/** The DID of an issuer and its document. Creates its key if it has none. */
function didOf(issuerId: string, read: Read) {
  const { did } = currentIssuerKey(issuerId);
  const known = read.get(issuerId) ?? { did, document: publishedDidDocument(issuerId) };
  read.set(issuerId, known);
  return known;
}

function entryOf(issuer: ActiveIssuer, read: Read): JsonObject {
  const { did, document } = didOf(issuer.issuerId, read);
  return {
    did,
    name: issuer.name,
    username: issuer.username,
    since: timestamp(issuer.since),
    decision: decisionWords(issuer.decision, issuer.isReviewed),
    decidedAt: timestamp(issuer.decidedAt),
    document,
  };
}

/** The list after a decision, as JSON. Reads the issuers in steps, because there may be thousands. */
async function contentAsOf(decision: number, read: Read): Promise<string> {
  const issuers = issuersAsOf(decision);
  const entries: string[] = [];
  let at = 0;
  await workInSteps(STEP_ISSUERS, (count) => {
    forEachIssuer(
      issuers.slice(at, at + count),
      ({ issuerId }) => issuerId,
      (issuer) => entries.push(JSON.stringify(entryOf(issuer, read))),
    );
    at += count;
    return at < issuers.length;
  });
  const [site, approval] = [env().APP_URL, env().ISSUER_APPROVAL].map((value) => JSON.stringify(value));
  return `{"site":${site},"approval":${approval},"issuers":[${entries.join(',')}]}`;
}

const changeOf = (decision: IssuerDecision) => ({
  issuer: currentIssuerKey(decision.issuerId).did,
  decision: decisionWords(decision.decision, decision.isReviewed),
  time: timestamp(decision.decidedAt),
});

/** The newest list that was read, by the number of its entry. */
const kept = prepared(() => new Map<number, Listed>());

function keep(seq: number, listed: Listed) {
  kept().clear();
  kept().set(seq, listed);
  return listed;
}

async function newestList(): Promise<Listed | undefined> {
  const { seq, document } = newestEntry().get() ?? {};
  if (seq === undefined || !document) return undefined;
  const known = kept().get(seq);
  if (known) return known;
  const signed = await run({ signed: document });
  return signed ? keep(seq, signed.listed) : undefined;
}

/** Signs a list and adds it to the log. Only the newest list keeps its document; the log has the digests of all. */
async function publish(content: string, decision: number, change: JsonObject | null) {
  const key = currentIssuerKey(INSTALLATION);
  const signed = await run({ content, decision, change, key, time: timestamp() });
  if (!signed) return;
  const digest = digestOf(signed.bytes);
  transaction((tx) => {
    requireCurrentKey(INSTALLATION, key.multikey);
    forgetOlder().run();
    appendDigest(tx, 'issuers', digest, SUBJECT, signed.bytes);
  });
  const { seq } = newestEntry().get() ?? {};
  if (seq !== undefined) keep(seq, signed.listed);
}

/** Whether a list says this, and is signed with the site's current key. */
const isSame = (content: string, listed: Listed | undefined) =>
  listed?.method === currentIssuerKey(INSTALLATION).verificationMethod &&
  listed.contentHash === hashOfContent(content);

/**
 * Publishes the list of approved issuers, once for each decision since the last one, and once more when a name or a key changed.
 * Nothing is published before the site has made a signature or a decision.
 * @param stop ends it after the list that is being published
 * @throws AppError busy when the log cannot be continued
 */
export async function publishIssuers(stop?: AbortSignal): Promise<void> {
  const newest = await newestList();
  const last = lastDecision().get() ?? 0;
  if (!newest && last === 0 && publicKeysOf(INSTALLATION).length === 0) return;
  const read: Read = new Map();
  if (!newest) return publish(await contentAsOf(last, read), last, null);
  // A restored database may have fewer decisions than its list.
  const done = Math.min(newest.decision, last);
  for (const decision of decisionsAfter(done)) {
    await publish(await contentAsOf(decision.seq, read), decision.seq, changeOf(decision));
    if (stop?.aborted) return;
  }
  const content = await contentAsOf(last, read);
  if (!isSame(content, await newestList())) await publish(content, last, null);
}

/** Publishes each change of the approved issuers within seconds. */
export function startPublishingIssuers() {
  let published = '';
  return startPeriodic('list of issuers', async (stop) => {
    const state = stateOfIssuers().get() ?? '';
    if (state === published || logState().kind !== 'ok') return LOOK_EVERY_MS;
    await publishIssuers(stop);
    // Changes during this run are published in the next one.
    published = state;
    return LOOK_EVERY_MS;
  });
}

/**
 * The signed list of approved issuers, as it is in the log.
 * @throws AppError not-found before the first one
 */
export function publishedIssuerList(): Buffer {
  const document = newestEntry().get()?.document;
  if (!document) throw notFound();
  return document;
}

/**
 * The log proof of `publishedIssuerList`.
 * @throws AppError not-found before the first one
 */
export function issuerListProof(): string {
  const newest = newestEntry().get();
  const proof = newest?.document && proveEntry(newest);
  if (!proof) throw notFound();
  return proof;
}
