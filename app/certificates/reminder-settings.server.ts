import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { reminderSettings } from '#db/schema/certificates.ts';

/** Checkboxes, which are absent when they are not checked. */
export const reminderSettingsSchema = z.object({
  students: z.literal('on').optional(),
  summary: z.literal('on').optional(),
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
 * @param input {students?: 'on', summary?: 'on'}
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer; invalid
 */
export function setReminders(
  actor: Actor,
  input: z.output<typeof reminderSettingsSchema>,
): { message: string } {
  requireMember(actor);
  const issuerId = issuerIdOf(actor);
  const { students, summary } = input;
  const set = { students: students === 'on', summary: summary === 'on' };
  transaction((tx) => {
    recordAct(tx, actor, 'settings.reminders', { before: reminderSettingsOf(actor), after: set });
    tx.insert(reminderSettings)
      .values({ issuerId, ...set })
      .onConflictDoUpdate({ target: reminderSettings.issuerId, set })
      .run();
  });
  return { message: 'Your reminders were saved.' };
}
