import { type JsonObject, parseJsonObject, proofOf } from '@certrace/verify';
import { decisionWords } from '#app/accounts/decision-words.ts';
import {
  decisionsAfter,
  type IssuerDecision,
  issuersAsOf,
  lastDecision,
} from '#app/accounts/issuers-as-of.server.ts';
import { env } from '#app/config/env.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { proveEntry } from '#app/log/prove-entry.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import type { logEntries } from '#db/schema/log.ts';
import {
  currentIssuerKey,
  INSTALLATION,
  publicKeysOf,
  signStatement,
  timestamp,
} from './issuer-keys.server.ts';
import { publishedDidDocument } from './published-documents.server.ts';

/** The type of the list, in the document and in `--trust` of the command line. */
const LIST_TYPE = 'ApprovedIssuers';
/** `log_entries.subject` of all lists, so that the index finds the newest one. */
const SUBJECT = 0;
const MAX_LIST_BYTES = 64 * 1_048_576;
const LOOK_EVERY_MS = 1_000;

type EntryRow = typeof logEntries.$inferSelect;

const newestEntry = preparedSql<EntryRow>(
  `select * from log_entries where subject = ${SUBJECT} and type = 'issuers' order by seq desc limit 1`,
);
const forgetOlder = preparedSql(
  `update log_entries set document = null where subject = ${SUBJECT} and type = 'issuers'`,
);

/** Changes with everything that the list shows: decisions, names and keys. */
const stateOfIssuers = preparedValue<string>(
  `select (select coalesce(max(seq), 0) from issuer_decisions)
     || ' ' || (select coalesce(max(decided_at), 0) from issuer_name_changes)
     || ' ' || (select count(*) || ' ' || coalesce(max(retired_at), 0) from issuer_keys)`,
);

type Content = { site: string; approval: string; issuers: JsonObject[] };

/** What the list says after a decision. Creates the keys of issuers that have none. */
function contentAsOf(decision: number): Content {
  const issuers = issuersAsOf(decision).map((issuer) => {
    const { did } = currentIssuerKey(issuer.issuerId);
    return {
      did,
      name: issuer.name,
      username: issuer.username,
      since: timestamp(issuer.since),
      decision: decisionWords(issuer.decision, issuer.isReviewed),
      decidedAt: timestamp(issuer.decidedAt),
      document: publishedDidDocument(issuer.issuerId),
    };
  });
  return { site: env().APP_URL, approval: env().ISSUER_APPROVAL, issuers };
}

/** Whether a list says this, and is signed with the site's current key. */
const isSame = (one: Content, other: JsonObject | undefined) =>
  (other && proofOf(other))?.verificationMethod === currentIssuerKey(INSTALLATION).verificationMethod &&
  JSON.stringify(one) ===
    JSON.stringify({ site: other?.site, approval: other?.approval, issuers: other?.issuers });

const changeOf = (decision: IssuerDecision) => ({
  issuer: currentIssuerKey(decision.issuerId).did,
  decision: decisionWords(decision.decision, decision.isReviewed),
  time: timestamp(decision.decidedAt),
});

/** Signs a list and adds it to the log. Only the newest list keeps its document; the log has the digests of all. */
function publish(content: Content, decision: number, change: JsonObject | null) {
  const key = currentIssuerKey(INSTALLATION);
  const list = { type: LIST_TYPE, issuer: key.did, ...content, decision, change, time: timestamp() };
  const signed = signStatement(list, key);
  transaction((tx) => {
    forgetOlder().run();
    appendEntry(tx, 'issuers', signed, SUBJECT);
  });
}

function newestList(): { row: EntryRow; bytes: Buffer; list: JsonObject } | undefined {
  const row = newestEntry().get();
  const list = row?.document && parseJsonObject(row.document, MAX_LIST_BYTES);
  return row?.document && list && typeof list !== 'string' ? { row, bytes: row.document, list } : undefined;
}

/**
 * Publishes the list of approved issuers, once for each decision since the last one, and once more when a name or a key changed.
 * Nothing is published before the site has made a signature or a decision.
 * @throws AppError busy when the log cannot be continued
 */
export function publishIssuers() {
  const [last, newest] = [lastDecision().get() ?? 0, newestList()];
  if (!newest && last === 0 && publicKeysOf(INSTALLATION).length === 0) return;
  if (!newest) return publish(contentAsOf(last), last, null);
  // A restored database may have fewer decisions than its list.
  const done = Math.min(Number(newest.list.decision), last);
  const decisions = decisionsAfter(done);
  for (const decision of decisions) publish(contentAsOf(decision.seq), decision.seq, changeOf(decision));
  const content = contentAsOf(last);
  const published = decisions.length === 0 ? newest.list : newestList()?.list;
  if (!isSame(content, published)) publish(content, last, null);
}

/** Publishes each change of the approved issuers within seconds. */
export function startPublishingIssuers() {
  let published = '';
  return startPeriodic('list of issuers', () => {
    const state = stateOfIssuers().get() ?? '';
    if (state === published || logState().kind !== 'ok') return LOOK_EVERY_MS;
    publishIssuers();
    // The first list creates keys.
    published = stateOfIssuers().get() ?? '';
    return LOOK_EVERY_MS;
  });
}

/**
 * The signed list of approved issuers, as it is in the log.
 * @throws AppError not-found before the first one
 */
export function publishedIssuerList(): Buffer {
  const newest = newestList();
  if (!newest) throw notFound();
  return newest.bytes;
}

/**
 * The log proof of `publishedIssuerList`.
 * @throws AppError not-found before the first one
 */
export function issuerListProof(): string {
  const newest = newestList();
  const proof = newest && proveEntry(newest.row);
  if (!proof) throw notFound();
  return proof;
}
