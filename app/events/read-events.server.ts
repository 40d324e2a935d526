import { type Actor, type Member, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { requireScope } from '#app/accounts/api-tokens/api-token.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, preparedSql, preparedValue } from '#db/client.ts';
import { t } from '#messages';
import { mayWait, onEventOf, waitingFor } from './append-event.server.ts';
import type { EventsQuery } from './event.schema.ts';
import type { ApiEvent, Audience, EventRow } from './event-objects.server.ts';
import { audienceOf, toApiEvent } from './event-objects.server.ts';
import { EVENT_SCOPES, EVENT_TYPES, type EventType } from './event-types.ts';

// Each (select ?) hides its value from SQLite's planner, as `parameter` does in db/client.ts.
const select = (condition: string) =>
  preparedSql<EventRow>(
    `select seq, id, type, object_id as objectId, learner_id as learnerId, created_at as createdAt from events
     where ${condition} and type = (select ?) and seq > (select ?) order by seq limit ?`,
  );
const ofAccount = select('account_id = (select ?)');
const ofLearner = select('learner_id = (select ?)');
/** Of an author who is the learner, without those that are found by the account. */
const ofLearnerElsewhere = select('learner_id = (select ?) and account_id is not learner_id');

function* sources({ organisation, account }: Audience, type: EventType) {
  const owner = type.startsWith('payment.') ? account : organisation;
  if (owner !== null) yield { rows: ofAccount, id: owner };
  if (account !== null && type.startsWith('course.'))
    yield { rows: account === organisation ? ofLearnerElsewhere : ofLearner, id: account };
}

/**
 * An audience's events of some types after a place, oldest first. Reads at most `limit` of each type, without
 * the events of other types between them.
 */
export function eventsAfter(
  audience: Audience,
  types: readonly EventType[],
  after: number,
  limit: number,
): EventRow[] {
  const found = types.flatMap((type) =>
    [...sources(audience, type)].flatMap(({ rows, id }) => rows().all(id, type, after, limit)),
  );
  return found.toSorted((a, b) => a.seq - b.seq).slice(0, limit);
}

const seqUntil = preparedValue<number | null>(
  'select seq from events where id <= (select ?) order by id desc limit 1',
);

/** The place of an event by its ID, also once it is deleted. */
const placeOf = (id: string): number => seqUntil().get(id) ?? 0;

const last = preparedValue<number | null>('select max(seq) from events');

/** The place of the newest event. */
export const newestPlace = (): number => last().get() ?? 0;

/** Requests of one account that may wait in one process. */
const MOST_WAITING = 20;
/** A page ends early rather than become larger. */
const MAX_PAGE_BYTES = 1_048_576;

type EventPage = { events: ApiEvent[]; nextCursor: string | null };

/**
 * The types that the actor may read, of those it asks for.
 * @throws AppError forbidden with the code 'scope_missing' for a type that its token does not cover, and if it covers none
 */
function readableTypes(actor: Member, asked: readonly EventType[] | undefined): readonly EventType[] {
  if (asked) {
    for (const type of asked) requireScope(actor, EVENT_SCOPES[type]);
    return asked;
  }
  if (actor.kind !== 'apiToken' || actor.scopes === null) return EVENT_TYPES;
  const { scopes } = actor;
  const types = EVENT_TYPES.filter((type) => scopes.includes(EVENT_SCOPES[type]));
  if (types.length === 0) requireScope(actor, EVENT_SCOPES['certificate.issued']);
  return types;
}

function readPage(audience: Audience, types: readonly EventType[], after: number, limit: number): EventPage {
  const rows = eventsAfter(audience, types, after, limit + 1);
  const events: ApiEvent[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const event = toApiEvent(row);
    bytes += JSON.stringify(event).length;
    if (bytes > MAX_PAGE_BYTES && events.length > 0) break;
    events.push(event);
  }
  return { events, nextCursor: rows.length > events.length ? (events.at(-1)?.id ?? null) : null };
}

/** Waits for an event of the account, for a time. Resolves early when the client leaves. */
function nextEvent(account: string, ms: number, left?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      left?.removeEventListener('abort', end);
      stopListening();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stopListening = onEventOf(account, end);
    left?.addEventListener('abort', end, { once: true });
    if (left?.aborted) end();
  });
}

/**
 * The actor's events in the order in which they happened (docs/product.md, Events).
 * @param query {after?, types?, wait?, limit, cursor?}; with `wait`, an empty page is held back for that many seconds or until there
 *   is an event
 * @throws AppError unauthenticated, also when the session ends while it waits; forbidden when the membership does, and with the code 'scope_missing'; rate-limited when too many requests wait
 */
export async function readEvents(
  actor: Actor,
  { after, types: asked, wait = 0, limit, cursor }: EventsQuery,
): Promise<EventPage> {
  requireMember(actor);
  const types = readableTypes(actor, asked);
  const from = cursor ?? after;
  const place = from === undefined ? 0 : placeOf(from);
  const account = principalId(actor);
  const audience = audienceOf(actor);
  const end = performance.now() + wait * 1_000;
  for (;;) {
    const page = readPage(audience, types, place, limit);
    const rest = end - performance.now();
    if (page.events.length > 0 || rest <= 0 || !mayWait() || actor.signal?.aborted) return page;
    if (waitingFor(account) >= MOST_WAITING) {
      const message = t('readEvents.atMostMostwaitingRequestsMayWait', { mostWaiting: MOST_WAITING });
      throw new AppError('rate-limited', message, { retryAfterSeconds: 5 });
    }
    await nextEvent(account, rest, actor.signal);
    requireLiveSession(db(), actor);
    requireStillMay(db(), actor, 'read');
  }
}
