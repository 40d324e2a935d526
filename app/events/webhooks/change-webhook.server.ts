import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { announceEvent } from '#app/events/append-event.server.ts';
import { isEventType } from '#app/events/event-types.ts';
import { newestPlace } from '#app/events/read-events.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { DeliveryFailure, queueDeliveries } from './deliveries.server.ts';
import { makeDue } from './due-deliveries.server.ts';
import { hostOf } from './receiver-address.server.ts';
import type { Webhook, WebhookRow, webhookChangesSchema, webhookSchema } from './webhook.server.ts';
import {
  keeperOf,
  ofKeeper,
  ownWebhook,
  requireKeeper,
  requirePublic,
  requireReadable,
  toWebhook,
} from './webhook.server.ts';

const PURPOSE = 'webhook secret';

/** A new secret (Standard Webhooks): 256 random bits in base64. */
const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const sealWebhookSecret = (secret: string) => seal(PURPOSE, secret);

/**
 * The secrets that are valid now, the present one first.
 * @throws DeliveryFailure when SESSION_SECRET was changed since
 */
export function validSecrets({
  sealedSecret,
  sealedOldSecret,
  oldSecretUntil,
}: Pick<WebhookRow, 'sealedSecret' | 'sealedOldSecret' | 'oldSecretUntil'>): string[] {
  const present = open(PURPOSE, sealedSecret);
  if (present === null) throw new DeliveryFailure('unreadable-secret');
  const isOldValid = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now();
  const old = isOldValid ? open(PURPOSE, sealedOldSecret) : null;
  return old === null ? [present] : [present, old];
}

const BOTH_VALID_MS = 24 * 3_600_000;

export const secretChanged = () => t('rotateWebhookSecret.theWebhookHasANewSecret');

/**
 * Gives a webhook a new secret, which is returned once. For 24 hours, events are signed with both.
 * @throws AppError unauthenticated; not-found
 */
export function rotateWebhookSecret(actor: Actor, id: string): { webhook: Webhook; secret: string } {
  requireMember(actor);
  const secret = newWebhookSecret();
  const row = transaction((tx) => {
    const { seq, sealedSecret } = ownWebhook(actor, id);
    const changes = {
      sealedSecret: sealWebhookSecret(secret),
      sealedOldSecret: sealedSecret,
      oldSecretUntil: now() + BOTH_VALID_MS,
    };
    recordAct(tx, actor, 'webhook.secret', { object: ['webhook', id] });
    return tx.update(webhooks).set(changes).where(eq(webhooks.seq, seq)).returning().get();
  });
  return { webhook: toWebhook(row), secret };
}

const MOST_WEBHOOKS = 20;

export const webhookCreated = () => t('createWebhook.theWebhookWasCreated');

/**
 * Creates a webhook, which gets the events from now on. Returns its secret once; the database holds it encrypted.
 * @throws AppError unauthenticated; forbidden with the code 'scope_missing' for types that the token may not read; invalid for an
 *   address that is not public, and when the account has the most webhooks already
 */
export async function createWebhook(
  actor: Actor,
  { url, types }: z.output<typeof webhookSchema>,
): Promise<{ webhook: Webhook; secret: string }> {
  requireKeeper(actor);
  requireReadable(actor, types);
  await requirePublic(url);
  const secret = newWebhookSecret();
  return transaction((tx) => {
    requireLiveSession(tx, actor);
    requireStillMay(tx, actor, 'manage');
    const existing = tx.select({ all: count() }).from(webhooks).where(ofKeeper(actor)).get();
    if ((existing?.all ?? 0) >= MOST_WEBHOOKS) {
      const message = t('createWebhook.anAccountHasAtMostMostwebhooksWebhooks', {
        mostWebhooks: MOST_WEBHOOKS,
      });
      throw invalid(message, { url: [message] });
    }
    const id = newId();
    recordAct(tx, actor, 'webhook.created', { object: ['webhook', id], after: { host: hostOf(url), types } });
    const row = tx
      .insert(webhooks)
      .values({
        id,
        ...keeperOf(actor),
        url,
        types,
        sealedSecret: sealWebhookSecret(secret),
        queuedSeq: newestPlace(),
        createdAt: now(),
      })
      .returning()
      .get();
    return storeAnswer(tx, { webhook: toWebhook(row), secret });
  });
}

export const webhookUpdated = () => t('updateWebhook.theWebhookWasSaved');

const OWNER = 'owner' as const;
const ON = { switchedOffAt: null, switchedOffBy: null, failingSince: null };

/**
 * Changes a webhook. Switched on, it sends what happened while it was off.
 * @throws AppError unauthenticated; forbidden with the code 'scope_missing' for types that the token may not read; not-found; invalid
 *   for an address that is not public
 */
export async function updateWebhook(
  actor: Actor,
  id: string,
  { url, types, active }: z.output<typeof webhookChangesSchema>,
): Promise<Webhook> {
  requireMember(actor);
  const before = ownWebhook(actor, id);
  // A changed address gets all types, not only those in this call.
  requireReadable(actor, types ?? before.types.filter(isEventType));
  if (url !== undefined) await requirePublic(url);
  const changed = transaction((tx) => {
    requireStillMay(tx, actor, 'manage');
    const row = ownWebhook(actor, id);
    const isOn = row.switchedOffAt === null;
    const isSwitchedOn = active === true && !isOn;
    // Events until now are sent by the types until now. A webhook that was off has none queued.
    if (types || isSwitchedOn) while (queueDeliveries(row) > 0);
    const changes = {
      ...(url !== undefined && { url }),
      ...(types && { types }),
      ...(active !== undefined &&
        active !== isOn &&
        (active ? ON : { switchedOffAt: now(), switchedOffBy: OWNER })),
    };
    if (Object.keys(changes).length === 0) return toWebhook(row);
    if (isSwitchedOn) makeDue(row.seq);
    tx.update(webhooks).set(changes).where(eq(webhooks.seq, row.seq)).run();
    recordAct(tx, actor, 'webhook.changed', {
      object: ['webhook', id],
      before: { host: hostOf(row.url), types: row.types, active: isOn },
      after: { host: hostOf(url ?? row.url), types: types ?? row.types, active: active ?? isOn },
    });
    return storeAnswer(tx, toWebhook(ownWebhook(actor, id)));
  });
  announceEvent(principalId(actor));
  return changed;
}
