import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db, preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { CONSENTS, holderSettings } from '#db/schema/holders.ts';
import { t } from '#messages';
import type { Holder } from './holder-sessions.server.ts';

/** Whether verifiers may look a certificate up: freely, with the holder's consent, or not at all. */
export type Consent = (typeof CONSENTS)[number];

const error = () => t('consent.chooseOpenAskMeOrClosed');

/** The choice for one certificate, or as for all. */
export const certificateConsentSchema = z.object({
  consent: z.enum(['as-for-all', ...CONSENTS], { error }),
});

/** The choices for everything issued to a holder. */
export const holderSettingsSchema = z.object({
  consent: z.enum(CONSENTS, { error }),
  lookUpMails: z.literal('on').optional(),
  reminders: z.literal('on').optional(),
});

export const settingsSaved = () => t('consent.yourSettingsWereSaved');

const OWN_CHOICE_SQL = 'select consent from certificate_consents where certificate_id =';
const ownChoice = preparedValue<Consent>(`${OWN_CHOICE_SQL} ?`);
/**
 * The choice for an address in place of EMAIL. One that an account has added and that is open, which may be nobody's choice, follows
 * the account's first address.
 */
const CHOICE_SQL = `select coalesce(nullif(own.consent, 'open'), first.consent, own.consent) from (select EMAIL as email) held
   left join holder_settings own on own.email = held.email
   left join account_addresses added on added.address = held.email
   left join users account on account.id = added.user_id
   left join holder_settings first on first.email = account.email`;
const choiceSql = (email: string) => CHOICE_SQL.replace('EMAIL', email);
const choiceForAll = preparedValue<Consent | null>(choiceSql('?'));
const whatCounts = preparedValue<Consent>(
  `select coalesce((${OWN_CHOICE_SQL} ?), (${choiceSql('?')}), 'open')`,
);

type Held = { certificateId: string; studentEmail: string };

/** The holder's choice for one certificate, or null. */
export const certificateConsent = (certificateId: string): Consent | null =>
  ownChoice().get(certificateId) ?? null;

/** What counts for a certificate: the holder's choice for it, or the one for the holder's address. */
export const consentTo = ({ certificateId, studentEmail }: Held): Consent =>
  whatCounts().get(certificateId, studentEmail) ?? 'open';

/** SQL expression for `consentTo`, for queries over certificates. */
export const consentColumn = sql<Consent>`coalesce((${sql.raw(OWN_CHOICE_SQL)} ${certificates.id}),
  (${sql.raw(choiceSql('certificates.student_email'))}), 'open')`;

const setChoice = preparedSql(
  `insert into certificate_consents (certificate_id, consent) values (@certificateId, @consent)
   on conflict (certificate_id) do update set consent = excluded.consent`,
);
const removeChoice = preparedSql('delete from certificate_consents where certificate_id = @certificateId');
const copyChoice = preparedSql(
  `insert into certificate_consents (certificate_id, consent)
   select @to, consent from certificate_consents where certificate_id = @from`,
);

/** Stores the choice for one certificate, whose holder the caller has checked. Null: as for all. */
export function setCertificateConsent(certificateId: string, choice: Consent | null) {
  transaction(() => {
    if (choice === null) removeChoice().run({ certificateId });
    else setChoice().run({ certificateId, consent: choice });
  });
}

/** Gives a replacement or a renewal the choice for the certificate before it. */
export const carryConsent = (_tx: Transaction, from: string, to: string) => copyChoice().run({ from, to });

const saveSettings = preparedSql(
  `insert into holder_settings (email, consent, look_up_mails, reminders) values (@email, @consent, @lookUpMails, @reminders)
   on conflict (email) do update set consent = excluded.consent, look_up_mails = excluded.look_up_mails, reminders = excluded.reminders,
     mail_due_at = iif(excluded.look_up_mails, mail_due_at, null), new_look_ups = iif(excluded.look_up_mails, new_look_ups, 0),
     new_payments = iif(excluded.look_up_mails, new_payments, 0)`,
);

/** Stores the choices of a holder for all its addresses. */
export function saveHolderSettings(
  { emails }: Holder,
  { consent: choice, ...mails }: z.output<typeof holderSettingsSchema>,
): { message: string } {
  transaction(() => {
    const [lookUpMails, reminders] = [mails.lookUpMails, mails.reminders].map((on) => (on ? 1 : 0));
    for (const email of emails) saveSettings().run({ email, consent: choice, lookUpMails, reminders });
  });
  return { message: settingsSaved() };
}

export type HolderSettings = { consent: Consent | null; lookUpMails: boolean; reminders: boolean };

/** The choices of a holder. `consent` is null when the holder's addresses have different ones. */
export function holderSettingsOf({ emails }: Holder): HolderSettings {
  const rows = db()
    .select()
    .from(holderSettings)
    .where(inArray(holderSettings.email, [...emails]))
    .all();
  const chosen = new Set(emails.map((email) => choiceForAll().get(email) ?? 'open'));
  const [first] = chosen;
  return {
    consent: chosen.size === 1 && first ? first : null,
    lookUpMails: rows.every(({ lookUpMails }) => lookUpMails),
    reminders: rows.every(({ reminders }) => reminders),
  };
}
