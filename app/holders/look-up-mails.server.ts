import { lookUpsMail } from '#app/mail/holder-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { prepared, preparedSql, sqlite, type Transaction, transaction } from '#db/client.ts';
import { issueHolderLink } from './holder-sessions.server.ts';

const DAY_MS = 86_400_000;
/** The wait that gathers look-ups in one mail. Holders get one a day at most. */
const WAIT_MS = 3_600_000;
const STEP_ROWS = 50;

const count = preparedSql(
  `insert into holder_settings (email, new_look_ups, new_payments, mail_due_at) values (@email, @lookUps, @payments, @dueAt)
   on conflict (email) do update set new_look_ups = new_look_ups + @lookUps, new_payments = new_payments + @payments,
     mail_due_at = coalesce(mail_due_at, max(@dueAt, mailed_at + ${DAY_MS}))
   where look_up_mails`,
);

/** Counts a look-up or its payment for the next mail to the holder, in its transaction. @param email in lower case */
export function countForHolder(_tx: Transaction, email: string, what: 'look-up' | 'payment') {
  const isPayment = what === 'payment';
  count().run({
    email,
    lookUps: isPayment ? 0 : 1,
    payments: isPayment ? 1 : 0,
    dueAt: now() + WAIT_MS,
  });
}

type Due = { row: number; email: string; lookUps: number; payments: number };

const statements = prepared(() => ({
  due: sqlite().prepare<unknown[], Due>(
    `select rowid as row, email, new_look_ups as lookUps, new_payments as payments from holder_settings
     where mail_due_at <= ? order by mail_due_at limit ${STEP_ROWS}`,
  ),
  mailed: sqlite().prepare(
    `update holder_settings set mailed_at = @at, mail_due_at = null, new_look_ups = 0, new_payments = 0
     where email = @email and mail_due_at is not null`,
  ),
}));

const forEachHolder = createPatientLoop('look-up mails');

/** Sends some of the mails about look-ups that are due. @returns whether there may be more */
export function mailLookUps(): boolean {
  const { due, mailed } = statements();
  const rows = due.all(now());
  transaction((tx) => {
    forEachHolder(
      rows,
      ({ row }) => row,
      ({ email, lookUps, payments }) => {
        if (mailed.run({ email, at: now() }).changes === 0) return;
        const token = issueHolderLink(tx, { email, uniqueId: null });
        enqueueMail(tx, lookUpsMail({ address: email, token, lookUps, payments }));
      },
      // A mail that cannot be written is not tried again until the next look-up.
      ({ email }) => mailed.run({ email, at: now() }),
    );
  });
  return rows.length === STEP_ROWS;
}
