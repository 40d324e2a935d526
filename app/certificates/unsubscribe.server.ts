import { notFound } from '#app/shared/errors.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';

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
