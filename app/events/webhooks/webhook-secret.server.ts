import { randomBytes } from 'node:crypto';
import { now } from '#app/shared/clock.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { WebhookRow } from './webhook.server.ts';

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
