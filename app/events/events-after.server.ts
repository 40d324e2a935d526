import { preparedSql, preparedValue } from '#db/client.ts';
import type { Audience, EventRow } from './event-objects.server.ts';
import type { EventType } from './event-types.ts';

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
export const placeOf = (id: string): number => seqUntil().get(id) ?? 0;

const last = preparedValue<number | null>('select max(seq) from events');

/** The place of the newest event. */
export const newestPlace = (): number => last().get() ?? 0;
