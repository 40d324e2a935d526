import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/owner.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { checkbox } from '#app/shared/fields.ts';
import { db, transaction } from '#db/client.ts';
import { reminderSettings } from '#db/schema/certificates.ts';
import { t } from '#messages';

export const reminderSettingsSchema = z.object({
  students: checkbox('students').meta({ description: 'Whether students get reminders' }),
  summary: checkbox('summary').meta({ description: 'Whether the issuer gets summaries' }),
});

/** Requires a member of an issuer, active or not, because the settings concern mail in its name. */
function issuerIdOf(actor: Actor, act: OrganisationAct): string {
  requireOrganisation(actor, act);
  return actor.organisation.id;
}

/**
 * Whether the issuer's students are reminded and the issuer gets summaries.
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer
 */
export function reminderSettingsOf(actor: Actor): { students: boolean; summary: boolean } {
  const found = db()
    .select({ students: reminderSettings.students, summary: reminderSettings.summary })
    .from(reminderSettings)
    .where(eq(reminderSettings.issuerId, issuerIdOf(actor, 'read')))
    .get();
  return found ?? { students: true, summary: true };
}

/**
 * Switches reminders to students and summaries on or off.
 * @param input {students, summary}
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer; invalid
 */
export function setReminders(
  actor: Actor,
  input: z.output<typeof reminderSettingsSchema>,
): { message: string } {
  requireMember(actor);
  const issuerId = issuerIdOf(actor, 'certificates');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    recordAct(tx, actor, 'settings.reminders', { before: reminderSettingsOf(actor), after: input });
    tx.insert(reminderSettings)
      .values({ issuerId, ...input })
      .onConflictDoUpdate({ target: reminderSettings.issuerId, set: input })
      .run();
  });
  return { message: t('reminderSettings.yourRemindersWereSaved') };
}
