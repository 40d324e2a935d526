import { count } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { newestPlace } from '#app/events/events-after.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { hostOf } from './receiver-address.server.ts';
import type { webhookSchema } from './webhook.schema.ts';
import {
  keeperOf,
  ofKeeper,
  requireKeeper,
  requirePublic,
  requireReadable,
  toWebhook,
  type Webhook,
} from './webhook.server.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.server.ts';

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
