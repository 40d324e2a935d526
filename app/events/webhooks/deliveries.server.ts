import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { events, webhookDeliveries } from '#db/schema/events.ts';
import { t } from '#messages';
import type { webhookListSchema } from './webhook.schema.ts';
import { ownWebhook } from './webhook.server.ts';

/** What became of an event for a webhook. Times are in ms UTC. */
export type Delivery = {
  id: string;
  event: { id: string; type: string };
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last answer, or null without one. */
  status: number | null;
  /** Why the last try failed, or null. */
  error: string | null;
  createdAt: number;
  lastTriedAt: number | null;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
};

const select = () =>
  db()
    .select({ delivery: webhookDeliveries, event: { id: events.id, type: events.type } })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
    .$dynamic();

type Row = { delivery: typeof webhookDeliveries.$inferSelect; event: Delivery['event'] };

function toDelivery({ delivery, event }: Row): Delivery {
  const { id, attempts, status, error, createdAt, lastTriedAt, nextAttemptAt, deliveredAt } = delivery;
  const ended = deliveredAt === null ? 'failed' : 'delivered';
  const state = nextAttemptAt === null ? ended : 'waiting';
  const tries = { attempts, lastTriedAt, nextAttemptAt, deliveredAt };
  return { id, event, state, status, error: error && failureText(error), createdAt, ...tries };
}

/**
 * Deliveries of one of the actor's webhooks, newest first.
 * @throws AppError unauthenticated; not-found; invalid for an unknown cursor
 */
export function listDeliveries(
  actor: Actor,
  webhookId: string,
  { limit, cursor }: z.output<typeof webhookListSchema>,
): { deliveries: Delivery[]; nextCursor: string | null } {
  const { seq } = ownWebhook(actor, webhookId);
  const found = select()
    .where(and(eq(webhookDeliveries.webhookSeq, seq), lt(webhookDeliveries.seq, seqBefore(cursor))))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(limit + 1)
    .all()
    .map((row) => ({ seq: row.delivery.seq, row }));
  const { rows, nextCursor } = page(found, limit);
  return { deliveries: rows.map(({ row }) => toDelivery(row)), nextCursor };
}

/** A delivery of a webhook. @throws AppError not-found */
export function deliveryOf(webhookSeq: number, id: string): Delivery {
  const row = select()
    .where(and(eq(webhookDeliveries.webhookSeq, webhookSeq), eq(webhookDeliveries.id, id)))
    .get();
  if (!row) throw notFound();
  return toDelivery(row);
}

/** The texts of failures, by the codes that are stored. The receiver was not reached, or did not answer. */
const TEXTS = {
  'no-address': () => t('deliveryFailure.itsNameHasNoAddress'),
  'not-public': () => t('sendWebhook.itsAddressIsNotPublic'),
  'no-answer': () => t('deliveryFailure.itDidNotAnswerWithin10Seconds'),
  'unreadable-event': () => t('deliveryFailure.theEventCannotBeRead'),
  'unreadable-secret': () => t('deliveryFailure.itsSecretCannotBeReadAnyMore'),
};

type Failure = keyof typeof TEXTS;

/** A failure with a code that `failureText` translates. */
export class DeliveryFailure extends Error {
  constructor(failure: Failure) {
    super(failure);
  }
}

/** Returns the text of a stored failure in the reader's language. Network errors are stored as Node's message and returned unchanged. */
export const failureText = (stored: string): string =>
  Object.hasOwn(TEXTS, stored) ? TEXTS[stored as Failure]() : stored;
