import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { checkbox, email } from '#app/shared/fields.ts';
import { db, transaction } from '#db/client.ts';
import { reminderSettings } from '#db/schema/certificates.ts';
import { t } from '#messages';
import { setSummary, wantsSummary } from './unsubscribe.server.ts';

export const reminderSettingsSchema = z.object({
  students: checkbox('students').meta({ description: 'Whether students get reminders' }),
  summary: checkbox('summary').meta({ description: 'Whether the issuer gets summaries' }),
  replyTo: z
    .union([z.literal(''), email(() => t('remindersCard.replyAddress'))])
    .nullish()
    .meta({
      description: 'Where replies to mails about certificates go. Empty for nowhere; absent keeps it',
    }),
});

export type ReminderSettings = { students: boolean; summary: boolean; replyTo: string | null };

/** Requires a member of an issuer, active or not, because the settings concern mail in its name. */
function issuerIdOf(actor: Actor, act: OrganisationAct): string {
  requireOrganisation(actor, act);
  return actor.organisation.id;
}

/** The settings of the organisation. */
function storedSettings(issuerId: string): ReminderSettings {
  const found = db()
    .select({
      students: reminderSettings.students,
      summary: reminderSettings.summary,
      replyTo: reminderSettings.replyTo,
    })
    .from(reminderSettings)
    .where(eq(reminderSettings.issuerId, issuerId))
    .get();
  return found ?? { students: true, summary: true, replyTo: null };
}

/**
 * Whether the issuer's students are reminded and the issuer gets summaries.
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer
 */
export function reminderSettingsOf(actor: Actor): ReminderSettings {
  requireMember(actor);
  const issuerId = issuerIdOf(actor, 'read');
  const { summary, ...settings } = storedSettings(issuerId);
  // A member may have switched off its own with the link in one.
  return { ...settings, summary: summary && wantsSummary(actor.user.id, issuerId) };
}

/**
 * Switches reminders to students and summaries on or off.
 * @param input {students, summary}
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer; invalid
 */
export function setReminders(
  actor: Actor,
  { replyTo, ...switches }: z.output<typeof reminderSettingsSchema>,
): { message: string } {
  requireMember(actor);
  const issuerId = issuerIdOf(actor, 'certificates');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const before = reminderSettingsOf(actor);
    // Who gets none anyway saves an empty box, which says nothing about the summaries of others.
    const keepsSummary = storedSettings(issuerId).summary && !before.summary;
    const after = { ...switches, replyTo: replyTo === undefined ? before.replyTo : replyTo || null };
    recordAct(tx, actor, 'settings.reminders', { before, after });
    tx.insert(reminderSettings)
      .values({ issuerId, ...after, summary: after.summary || keepsSummary })
      .onConflictDoUpdate({
        target: reminderSettings.issuerId,
        set: { ...after, summary: after.summary || keepsSummary },
      })
      .run();
    if (after.summary) setSummary(actor.user.id, issuerId, true);
  });
  return { message: t('reminderSettings.yourRemindersWereSaved') };
}
