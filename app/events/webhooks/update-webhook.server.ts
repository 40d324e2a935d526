import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { isEventType } from '#app/events/event-types.ts';
import { announceEvent } from '#app/events/event-wake-up.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { makeDue } from './delivery-results.server.ts';
import { queueDeliveries } from './queue-deliveries.server.ts';
import { hostOf } from './receiver-address.server.ts';
import type { webhookChangesSchema } from './webhook.schema.ts';
import { ownWebhook, requirePublic, requireReadable, toWebhook, type Webhook } from './webhook.server.ts';

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
