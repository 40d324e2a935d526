import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { checkbox, email } from '#app/shared/fields.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { db, preparedSql, preparedValue, transaction } from '#db/client.ts';
import { reminderSettings } from '#db/schema/certificates.ts';
import { t } from '#messages';

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

/** Mails about certificates that expire soon: reminders to an address of students, or summaries to a member of an organisation. */
export type Reminders = ['reminders', email: string] | ['summary', userId: string, organisationId: string];

const PURPOSE = 'unsubscribe';

/** A token with which anybody switches these mails off and on again. It needs no row, and works until SESSION_SECRET changes. */
export const unsubscribeToken = (reminders: Reminders) => seal(PURPOSE, JSON.stringify(reminders));

function readToken(token: string | undefined): Reminders {
  const text = open(PURPOSE, token ?? '');
  if (text === null) throw notFound();
  return JSON.parse(text) as Reminders;
}

const wantedByStudent = preparedValue<0 | 1>('select reminders from holder_settings where email = ?');
const setForStudent = preparedSql(
  `insert into holder_settings (email, reminders) values (@email, @wanted)
   on conflict (email) do update set reminders = excluded.reminders`,
);
const member = preparedSql<{ email: string | null; wanted: 0 | 1 }>(
  `select u.email, m.summary as wanted from memberships m join users u on u.id = m.user_id
   where m.user_id = ? and m.organisation_id = ?`,
);
const setForMember = preparedSql(
  'update memberships set summary = @wanted where user_id = @userId and organisation_id = @organisationId',
);

/** Whether a member gets the summaries of an organisation that wants them. */
export const wantsSummary = (userId: string, organisationId: string): boolean =>
  member().get(userId, organisationId)?.wanted !== 0;

/** Stores whether a member gets the summaries of its organisation. */
export const setSummary = (userId: string, organisationId: string, wanted: boolean) =>
  setForMember().run({ userId, organisationId, wanted: wanted ? 1 : 0 });

/**
 * Whom the mails of a token go to, and whether they do.
 * @throws AppError not-found for another token, and for somebody who is no member any more
 */
export function remindersOf(token: string | undefined): { address: string; wanted: boolean } {
  const [kind, whose, organisationId] = readToken(token);
  if (kind === 'reminders') return { address: whose, wanted: wantedByStudent().get(whose) !== 0 };
  const found = member().get(whose, organisationId);
  if (!found?.email) throw notFound();
  return { address: found.email, wanted: found.wanted === 1 };
}

/** Switches the mails of a token on or off. @throws AppError as `remindersOf` */
export function switchReminders(token: string | undefined, wanted: boolean): void {
  remindersOf(token);
  const [kind, whose, organisationId] = readToken(token);
  transaction(() => {
    if (kind === 'reminders') setForStudent().run({ email: whose, wanted: wanted ? 1 : 0 });
    else setSummary(whose, organisationId, wanted);
  });
}
