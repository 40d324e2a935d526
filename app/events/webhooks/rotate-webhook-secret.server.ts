import { eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { ownWebhook, toWebhook, type Webhook } from './webhook.server.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.server.ts';

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
