import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { checkbox } from '#app/shared/fields.ts';
import { db, transaction } from '#db/client.ts';
import { reminderSettings } from '#db/schema/certificates.ts';

export const reminderSettingsSchema = z.object({
  students: checkbox('students').meta({ description: 'Whether students get reminders' }),
  summary: checkbox('summary').meta({ description: 'Whether the issuer gets summaries' }),
});

/** Requires an issuer, active or not, because the settings concern mail in its name. */
function issuerIdOf(actor: Actor): string {
  requireMember(actor);
  if (actor.user.role !== 'admin') throw forbidden();
  return actor.user.id;
}

/**
 * Whether the issuer's students are reminded and the issuer gets summaries.
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer
 */
export function reminderSettingsOf(actor: Actor): { students: boolean; summary: boolean } {
  const found = db()
    .select({ students: reminderSettings.students, summary: reminderSettings.summary })
    .from(reminderSettings)
    .where(eq(reminderSettings.issuerId, issuerIdOf(actor)))
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
  const issuerId = issuerIdOf(actor);
  transaction((tx) => {
    recordAct(tx, actor, 'settings.reminders', { before: reminderSettingsOf(actor), after: input });
    tx.insert(reminderSettings)
      .values({ issuerId, ...input })
      .onConflictDoUpdate({ target: reminderSettings.issuerId, set: input })
      .run();
  });
  return { message: 'Your reminders were saved.' };
}
