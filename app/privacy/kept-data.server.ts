import { env } from '#app/config/env.server.ts';
import { durationInWords } from '#app/shared/durations.ts';

/** One kind of personal data: what it is, why it is kept, and how long. */
type KeptData = { data: string; why: string; period: string };

const inDays = (days: number) => durationInWords({ years: 0, months: 0, days });

const WHILE_ACCOUNT = 'as long as the account exists';

const accountData = (): KeptData[] => [
  {
    data: 'Accounts: name, username, email addresses, a hash of the password, second factor, details for receipts',
    why: 'to log you in and to write to you',
    period: `${WHILE_ACCOUNT}; ${inDays(env().RETENTION_UNVERIFIED_ACCOUNT_DAYS)} if its address is never verified`,
  },
  {
    data: 'Sessions and API tokens: network address, kind of browser, times',
    why: 'to keep you logged in, and to show you where you are',
    period: 'until they end, at most 30 days for a login',
  },
  {
    data: 'Failed logins: counts by hashes of identifier and network address',
    why: 'to stop attempts to guess passwords',
    period: 'at most two hours after the last one',
  },
  {
    data: 'Audit trail: which account did what and when, from which network address and session; not names',
    why: 'so that misuse of an account is found, and nobody can deny or hide an act',
    period: inDays(env().RETENTION_AUDIT_DAYS),
  },
  {
    data: 'Courses: enrolments and ratings',
    why: 'to open the lessons of your courses',
    period: WHILE_ACCOUNT,
  },
];

const certificateData = (): KeptData[] => [
  {
    data: 'Certificates: name and email address of the holder, course, dates, issuer',
    why: 'so that a certificate can be verified for as long as its holder needs it',
    period: 'until its holder is erased; the rest of a certificate never changes',
  },
  {
    data: 'Transparency log: hashes of certificates, revocations and payments, without names or addresses',
    why: 'so that nobody, including us, can change the past unnoticed',
    period: 'without end; the log is public',
  },
  {
    data: 'Look-ups: which verifier looked a certificate up, when, and the purpose it gave',
    why: 'so that holders see who did, and verifiers find what they paid for',
    period: 'without end',
  },
  {
    data: 'Files of certificates that an issuer uploaded and never issued',
    why: 'so that the issuer can check them before it issues',
    period: inDays(env().RETENTION_BATCH_DRAFT_DAYS),
  },
];

const paymentData = (): KeptData[] => [
  {
    data: 'Payments and receipts: amount, time, payer, brand and last four digits of a card',
    why: 'because the law asks for records of sales',
    period: 'without end; card numbers and codes are never stored',
  },
];

const messageData = (): KeptData[] => [
  {
    data: 'Mails: recipient and subject',
    why: 'to find out why a mail did not arrive',
    period: `${inDays(env().RETENTION_MAIL_DAYS)}; the text until it is delivered`,
  },
  {
    data: 'Messages to us: name, email address and text',
    why: 'to answer them',
    period: `${inDays(env().RETENTION_SUPPORT_MESSAGE_DAYS)} after they were handled`,
  },
];

const backupData = (): KeptData[] => {
  const { backupEveryMs, BACKUP_KEEP } = env();
  return [
    {
      data: 'Backups: copies of all of this',
      why: 'to restore the site after a loss',
      period:
        backupEveryMs === null ? 'as long as the operator keeps them' : `the newest ${BACKUP_KEEP} are kept`,
    },
    {
      data: 'The server’s log: network addresses, pages and times',
      why: 'to find errors and attacks',
      period: 'as long as the operator keeps it',
    },
  ];
};

/** What the site keeps about people, why, and how long, by the settings that apply. */
export const keptData = (): KeptData[] => [
  ...accountData(),
  ...certificateData(),
  ...paymentData(),
  ...messageData(),
  ...backupData(),
];
