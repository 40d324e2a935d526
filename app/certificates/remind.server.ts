import { membersWho } from '#app/accounts/organisations/members.server.ts';
import type { CredentialContent } from '#app/credentials/certificate-credential.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { certificateExpiresMail, expirySummaryMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { addDays, daysBetween } from '#app/shared/dates.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import {
  EXPIRING_DAYS,
  earliestDateOnEarth,
  mailedCertificate,
  selectContent,
  todayUtc,
} from './certificate.server.ts';
import { unsubscribeToken, wantsSummary } from './reminder-settings.server.ts';
import { isAsSigned } from './signed-record.server.ts';

const DAYS_BEFORE = [60, 7] as const;

/** Rows per transaction. Other requests wait for the few milliseconds that it takes. */
const STEP_ROWS = 50;
/** Issuers of whom a step sends the summaries that are due. */
const STEP_ISSUERS = 100;

const MONDAY = 1;

const forEachReminder = createPatientLoop('reminders');
const forEachSummary = createPatientLoop('summaries');

const statements = prepared(() => ({
  progress: sqlite().prepare<unknown[], { expiryDate: string; seq: number }>(
    'select expiry_date as expiryDate, seq from reminder_progress where days_before = ?',
  ),
  setProgress: sqlite().prepare(
    `insert into reminder_progress (days_before, expiry_date, seq) values (@daysBefore, @expiryDate, @seq)
     on conflict (days_before) do update set expiry_date = excluded.expiry_date, seq = excluded.seq`,
  ),
  next: sqlite().prepare<unknown[], Expiring>(
    `select c.seq, c.id, c.unique_id as uniqueId, c.issuer_id as issuerId, c.issuer_name as issuerName,
       ${selectContent('c')},
       (r.certificate_seq is null and n.certificate_id is null) as lasts, (coalesce(s.students, 1) and coalesce(h.reminders, 1) and c.student_email <> '') as wanted
     from certificates c
     left join certificate_revocations r on r.certificate_seq = c.seq
     left join certificate_renewals n on n.certificate_id = c.id
     left join reminder_settings s on s.issuer_id = c.issuer_id
     left join holder_settings h on h.email = c.student_email
     where (c.expiry_date, c.seq) > (@expiryDate, @seq) and c.expiry_date <= @until
     order by c.expiry_date, c.seq limit ${STEP_ROWS}`,
  ),
  remember: sqlite().prepare(
    'insert into certificate_reminders (certificate_seq, days_before, sent_at) values (?, ?, ?) on conflict do nothing',
  ),
  nextIssuers: sqlite().prepare<unknown[], { lastSeq: number | null }>(
    `select max(seq) as lastSeq from (select seq from users where role = 'admin' and seq > @after order by seq limit ${STEP_ISSUERS})`,
  ),
  issuers: sqlite().prepare<unknown[], { id: string }>(
    `select u.id from users u join organisations o on o.id = u.id
     where u.seq > @after and u.seq <= @lastSeq and o.closed_at is null
       and exists (select 1 from issuer_days d where d.issuer_id = u.id and d.expiring > 0 and d.day between @from and @until)
       and coalesce((select summary from reminder_settings where issuer_id = u.id), 1)
       and not exists (select 1 from expiry_summaries where issuer_id = u.id and week = @week)
     order by u.seq`,
  ),
  rememberSummary: sqlite().prepare(
    'insert into expiry_summaries (issuer_id, week) values (?, ?) on conflict do nothing',
  ),
  expiring: sqlite()
    .prepare<unknown[], number>(
      'select coalesce(sum(expiring), 0) from issuer_days where issuer_id = ? and day between ? and ?',
    )
    .pluck(),
}));

/** `uniqueId` is in stored form. */
type Expiring = CredentialContent & {
  seq: number;
  id: string;
  expiryDate: string;
  /** Whether it is neither revoked nor renewed. */
  lasts: 0 | 1;
  /** Whether the issuer and the student want reminders. */
  wanted: 0 | 1;
};

/**
 * Reminds some of the students whose certificates expire in `daysBefore` days or less, and appends the events. Goes through the certificates by expiry
 * date and continues where the previous step ended, so that it catches up on days when the server did not run.
 * @returns whether there may be more
 */
function remindSome(daysBefore: (typeof DAYS_BEFORE)[number]): boolean {
  const { progress, setProgress, next, remember } = statements();
  const today = todayUtc();
  const until = addDays(today, daysBefore);
  return transaction((tx) => {
    // The first run skips certificates that expire sooner: it is too late for this reminder.
    const from = progress.get(daysBefore) ?? {
      expiryDate: addDays(until, -1),
      seq: Number.MAX_SAFE_INTEGER,
    };
    const rows = next.all({ ...from, until });
    const remind = (row: Expiring) => {
      if (row.lasts === 0 || row.expiryDate < earliestDateOnEarth()) return;
      if (remember.run(row.seq, daysBefore, now()).changes === 0) return;
      appendEvent(tx, 'certificate.expiring', { objectId: row.id, accountId: row.issuerId });
      if (row.wanted === 0 || !isAsSigned(row.id)) return;
      const daysLeft = Math.max(0, daysBetween(today, row.expiryDate));
      const unsubscribe = unsubscribeToken(['reminders', row.studentEmail]);
      const mail = certificateExpiresMail({ ...mailedCertificate(row), daysLeft, unsubscribe });
      enqueueMail(tx, mail, row);
    };
    forEachReminder(rows, ({ seq }) => `${seq} ${daysBefore}`, remind);
    const { expiryDate, seq } = rows.at(-1) ?? from;
    setProgress.run({ daysBefore, expiryDate, seq });
    return rows.length === STEP_ROWS;
  });
}

/** The Monday of a date's week. */
function weekOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - MONDAY + 7) % 7));
}

/** The `seq` of the last issuer that this round of summaries has reached. */
let summarizedUntil = 0;

/** Sends the next issuers their summary of the week. @returns whether there may be more */
function summarizeSome(): boolean {
  const { nextIssuers, issuers, rememberSummary, expiring } = statements();
  const today = todayUtc();
  const week = weekOf(today);
  const after = summarizedUntil;
  const lastSeq = nextIssuers.get({ after })?.lastSeq ?? null;
  if (lastSeq === null) {
    summarizedUntil = 0;
    return false;
  }
  transaction((tx) => {
    const from = earliestDateOnEarth();
    const rows = issuers.all({ after, lastSeq, from, until: addDays(today, EXPIRING_DAYS - 1), week });
    forEachSummary(
      rows,
      ({ id }) => id,
      ({ id }) => {
        // First, so that a summary that fails is not tried again this week.
        if (rememberSummary.run(id, week).changes === 0) return;
        const within = (days: number) => expiring.get(id, from, addDays(today, days - 1)) ?? 0;
        const counts = { week: within(7), month: within(30), twoMonths: within(EXPIRING_DAYS) };
        for (const { id: userId, ...member } of membersWho(id, 'certificates')) {
          if (!wantsSummary(userId, id)) continue;
          const unsubscribe = unsubscribeToken(['summary', userId, id]);
          enqueueMail(tx, expirySummaryMail({ ...member, ...counts, unsubscribe }));
        }
      },
    );
  });
  summarizedUntil = lastSeq;
  return true;
}

/**
 * Runs one step of the reminders and summaries that are due (docs/product.md, Expiry reminders).
 * @returns whether there may be more
 */
export function remindStep(): boolean {
  const failures: unknown[] = [];
  let hasMore = false;
  // A kind that fails does not hold up the others.
  for (const kind of [...DAYS_BEFORE.map((days) => () => remindSome(days)), summarizeSome]) {
    try {
      hasMore = kind() || hasMore;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return hasMore;
}
