import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { DeliveryFailure } from './deliveries.server.ts';
import { ownWebhook, toWebhook, type Webhook, type WebhookRow } from './webhook.server.ts';

const PURPOSE = 'webhook secret';

/** A new secret (Standard Webhooks): 256 random bits in base64. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export const sealWebhookSecret = (secret: string) => seal(PURPOSE, secret);

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
