import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { principalId, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireScope } from '#app/accounts/api-tokens/api-token.server.ts';
import { ownerIdOf, requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import type { Audience } from '#app/events/event-objects.server.ts';
import { EVENT_SCOPES, EVENT_TYPES, type EventType, isEventType } from '#app/events/event-types.ts';
import { deleteInSteps } from '#app/shared/background-work.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { requiredText } from '#app/shared/fields.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { leadsToPrivate } from './receiver-address.server.ts';

const MAX_URL = 2_000;
const EXAMPLE = 'https://example.org/hooks';
const typesExpected = () => t('common.typesMustBeAListOfEventtypes', { eventTypes: EVENT_TYPES.join(', ') });

/** The normal form of an address, or null. */
function normalUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && !text.includes('#') && url.hostname !== '' && url.href.length <= MAX_URL
    ? url.href
    : null;
}

const address = z
  .string(requiredText('url'))
  .max(MAX_URL, {
    error: () => t('webhook.urlMustHaveAtMostMaxurlCharacters', { maxUrl: MAX_URL }),
    abort: true,
  })
  .transform((text, context) => {
    const url = normalUrl(text.trim());
    if (url === null) {
      const message = t('webhook.urlMustBeAnHttpsAddress', { exampleUrl: EXAMPLE });
      context.addIssue({ code: 'custom', message });
    }
    return url ?? z.NEVER;
  })
  .meta({ description: 'An https address that is public', examples: [EXAMPLE] });

const choose = () => t('webhook.chooseAtLeastOneTypeOfEvents');

const types = z
  .array(z.enum(EVENT_TYPES, { error: typesExpected }), {
    error: ({ input }) => (input === undefined ? choose() : typesExpected()),
  })
  .min(1, { error: choose })
  .max(50, { error: typesExpected })
  .transform((chosen) => EVENT_TYPES.filter((type) => chosen.includes(type)))
  .meta({ description: 'The types of events to send' });

/** A new webhook. */
export const webhookSchema = z.object({ url: address, types });

const activeExpected = () => t('webhook.activeMustBeTrueOrFalse');

export const webhookChangesSchema = z.object({
  url: address.optional(),
  types: types.optional(),
  active: z
    .boolean({ error: activeExpected })
    .optional()
    .meta({ description: 'Whether it is on. What happens while it is off is sent once it is on again' }),
});

/** The query of the lists of webhooks and deliveries. */
export const webhookListSchema = z.object({
  limit: pageSizeSchema,
  cursor: z
    .string({ error: () => t('common.cursorIsNotValid') })
    .max(100, { error: () => t('common.cursorIsNotValid') })
    .optional(),
});

export type WebhookRow = typeof webhooks.$inferSelect;

/** A webhook as its owner sees it, without its secret. Times are in ms UTC. */
export type Webhook = {
  id: string;
  url: string;
  types: EventType[];
  active: boolean;
  /** Who switched it off, or null while it is on. */
  switchedOffBy: 'owner' | 'failures' | null;
  /** Start of the present series of failed tries, or null. */
  failingSince: number | null;
  createdAt: number;
};

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  types: row.types.filter(isEventType),
  active: row.switchedOffAt === null,
  switchedOffBy: row.switchedOffBy,
  failingSince: row.failingSince,
  createdAt: row.createdAt,
});

/**
 * Requires an account that acts for itself, or the owner of an organisation.
 * @throws AppError unauthenticated; forbidden
 */
export function requireKeeper(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.organisation) requireOrganisation(actor, 'manage');
}

/** Whose a new webhook of an actor is. */
export const keeperOf = (actor: Member) => ({
  userId: principalId(actor),
  ofOrganisation: actor.organisation !== null,
});

/** Condition of the actor's webhooks. */
export function ofKeeper(actor: Member) {
  const { userId, ofOrganisation } = keeperOf(actor);
  return and(eq(webhooks.userId, userId), eq(webhooks.ofOrganisation, ofOrganisation));
}

/**
 * Whose events a webhook gets. One of an organisation gets those of the account that registered it while that is the owner, and so alone
 * keeps its webhooks.
 */
export const audienceOfWebhook = ({
  userId,
  ofOrganisation,
}: Pick<WebhookRow, 'userId' | 'ofOrganisation'>): Audience =>
  ofOrganisation
    ? { organisation: userId, account: ownerIdOf(userId) === userId ? userId : null }
    : { organisation: null, account: userId };

/**
 * The row of one of the actor's webhooks.
 * @throws AppError unauthenticated; not-found, also for other accounts' webhooks
 */
export function ownWebhook(actor: Actor, id: string): WebhookRow {
  requireKeeper(actor);
  // Changes look the webhook up in their transaction, when the role may be another one.
  requireStillMay(db(), actor, 'manage');
  const row = db()
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), ofKeeper(actor)))
    .get();
  if (!row) throw notFound();
  return row;
}

/** One of the actor's webhooks. Errors as `ownWebhook`. */
export const findWebhook = (actor: Actor, id: string): Webhook => toWebhook(ownWebhook(actor, id));

/**
 * The actor's webhooks, newest first.
 * @throws AppError unauthenticated; invalid for an unknown cursor
 */
export function listWebhooks(
  actor: Actor,
  { limit, cursor }: z.output<typeof webhookListSchema>,
): { webhooks: Webhook[]; nextCursor: string | null } {
  requireKeeper(actor);
  const found = db()
    .select()
    .from(webhooks)
    .where(and(ofKeeper(actor), lt(webhooks.seq, seqBefore(cursor))))
    .orderBy(desc(webhooks.seq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  return { webhooks: rows.map(toWebhook), nextCursor };
}

/**
 * A token may only subscribe to events that it may read. @throws AppError forbidden with the code
 * 'scope_missing'
 */
export function requireReadable(actor: Member, types: readonly EventType[]) {
  for (const type of types) requireScope(actor, EVENT_SCOPES[type]);
}

const privateTexts = () => t('webhook.urlMustNotLeadToAPrivateAddress');

/** @throws AppError invalid, naming url, for an address that is not public */
export async function requirePublic(url: string) {
  if (await leadsToPrivate(url)) throw invalid(privateTexts(), { url: [privateTexts()] });
}

/** @throws AppError conflict while the webhook is off */
export function requireOn({ switchedOffAt }: WebhookRow) {
  if (switchedOffAt !== null) throw new AppError('conflict', t('webhook.thisWebhookIsOffSwitchItOnFirst'));
}

export const webhookDeleted = () => t('deleteWebhook.theWebhookWasDeleted');

const STEP_ROWS = 500;

/**
 * Deletes a webhook with its deliveries.
 * @throws AppError unauthenticated; not-found
 */
export async function deleteWebhook(actor: Actor, id: string): Promise<void> {
  requireMember(actor);
  const own = eq(webhookDeliveries.webhookSeq, ownWebhook(actor, id).seq);
  // In steps, because there may be a million.
  await deleteInSteps(webhookDeliveries, own, STEP_ROWS);
  transaction((tx) => {
    const { seq } = ownWebhook(actor, id);
    tx.delete(webhooks).where(eq(webhooks.seq, seq)).run();
    recordAct(tx, actor, 'webhook.deleted', { object: ['webhook', id] });
    storeAnswer(tx);
  });
}
