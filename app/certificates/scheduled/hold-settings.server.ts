import { z } from 'zod';
import { type Actor, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { holdMinutes } from '#app/certificates/certificate.schema.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { holdSettings } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';

export const holdSettingSchema = z.object({ holdMinutes });

const minutesOf = preparedValue<number>('select minutes from hold_settings where issuer_id = ?');

/** How many minutes the new certificates of an issuer wait, unless a call says otherwise. */
export const holdMinutesOf = (issuerId: string): number => minutesOf().get(issuerId) ?? 0;

/** The same for the actor's organisation. @throws AppError unauthenticated; forbidden unless the actor is an issuer */
export function ownHoldMinutes(actor: Actor): number {
  requireOrganisation(actor, 'read');
  return holdMinutesOf(actor.organisation.id);
}

/**
 * Sets how many minutes new certificates wait. Those that wait already keep their time.
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer; invalid
 */
export function setHoldMinutes(
  actor: Actor,
  { holdMinutes: minutes }: z.output<typeof holdSettingSchema>,
): { message: string } {
  requireMember(actor);
  requireOrganisation(actor, 'certificates');
  const issuerId = actor.organisation.id;
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    recordAct(tx, actor, 'settings.hold', {
      before: { holdMinutes: holdMinutesOf(issuerId) },
      after: { holdMinutes: minutes },
    });
    tx.insert(holdSettings)
      .values({ issuerId, minutes })
      .onConflictDoUpdate({ target: holdSettings.issuerId, set: { minutes } })
      .run();
  });
  return { message: t('holdSettings.yourWaitingTimeWasSaved') };
}
