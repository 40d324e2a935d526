import { beforeEach, expect, it } from 'vitest';
import { remindStep } from '#app/certificates/remind.server.ts';
import { setReminders } from '#app/certificates/reminder-settings.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { addDays } from '#app/shared/dates.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';

/** This day is a Monday. */
const FIRST_DAY = '2026-11-23';
const dayNumber = (days: number) => addDays(FIRST_DAY, days);
const goTo = (days: number) => setClock(() => Date.parse(`${dayNumber(days)}T09:00:00Z`));

const remind = () => {
  while (remindStep());
};
const reminders = () =>
  sqlite()
    .prepare(
      `select substr(to_address, 1, 1) || ' ' || lane from outbox where subject like '%expires on%' order by to_address`,
    )
    .pluck()
    .all();
const summaries = () =>
  sqlite().prepare("select text from outbox where subject = 'Certificates that expire soon'").pluck().all();

const issue = (issuer: Person, name: string, days: number) =>
  makeCertificate(issuer, {
    studentEmail: `${name}@students.example`,
    issueDate: FIRST_DAY,
    expiryDate: dayNumber(days),
  });

let issuer: Person;
beforeEach(async () => {
  goTo(0);
  issuer = await makeIssuer();
  remind();
});

it('a student gets one reminder 60 and one 7 days before, also after days without a server', async () => {
  await issue(issuer, 'a', 61);
  await issue(issuer, 'b', 62);
  // This certificate is issued less than 60 days before its expiry, so only the second reminder follows.
  await issue(issuer, 'c', 30);
  remind();
  expect(reminders()).toEqual([]);
  goTo(1);
  remind();
  remind();
  expect(reminders()).toEqual(['a 2']);
  goTo(4);
  remind();
  expect(reminders()).toEqual(['a 2', 'b 2']);
  goTo(23);
  remind();
  expect(reminders()).toEqual(['a 2', 'b 2', 'c 2']);
  goTo(58);
  remind();
  expect(reminders()).toEqual(['a 2', 'a 2', 'b 2', 'b 2', 'c 2']);
  // A process without this progress finds the existing rows and sends nothing.
  sqlite().exec("update reminder_progress set expiry_date = '2026-01-01', seq = 0");
  remind();
  expect(reminders().filter((mail) => mail === 'a 2')).toHaveLength(2);
});

it('continues after an interruption, and a failed transaction loses no reminder', async () => {
  for (let made = 0; made < 60; made += 1) await issue(issuer, `s${made}`, 61);
  goTo(1);
  sqlite().exec(`create trigger full before insert on outbox when (select count(*) from certificate_reminders) > 55
    begin select raise(abort, 'stopped'); end`);
  expect(remindStep()).toBe(true);
  expect(() => remindStep()).toThrow('stopped');
  expect(reminders()).toHaveLength(50);
  sqlite().exec('drop trigger full');
  remind();
  expect(reminders()).toHaveLength(60);
});

it('sends no reminder for a revoked certificate or when the issuer has switched reminders off', async () => {
  const off = await makeIssuer();
  setReminders(off.actor, { students: false, summary: true });
  await issue(off, 'a', 61);
  revokeCertificate(issuer.actor, (await issue(issuer, 'b', 61)).uniqueId, { reason: 'Wrong name' });
  await issue(issuer, 'c', 61);
  goTo(1);
  remind();
  expect(reminders()).toEqual(['c 2']);
  const verifier = await makeVerifier();
  expect(() => setReminders(verifier.actor, { students: true, summary: true })).toThrow('not allowed');
});

it('sends an issuer one summary a week, unless it is switched off or no certificate expires', async () => {
  const [off] = [await makeIssuer(), await makeIssuer()];
  setReminders(off.actor, { students: true, summary: false });
  await issue(off, 'a', 5);
  await issue(issuer, 'b', 6);
  await issue(issuer, 'c', 29);
  await issue(issuer, 'd', 59);
  remind();
  expect(summaries()).toHaveLength(1);
  expect(summaries()[0]).toMatch(/7 days: 1\n.*30 days: 2\n.*60 days: 3/);
  goTo(6);
  remind();
  expect(summaries()).toHaveLength(1);
  goTo(7);
  remind();
  expect(summaries()).toHaveLength(2);
});

it('finds due reminders by indexes', () => {
  const steps = (source: string) =>
    (sqlite().prepare(`explain query plan ${source}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join();
  expect(
    steps(`select seq from certificates c where (c.expiry_date, c.seq) > ('2026-01-01', 1)
      and c.expiry_date <= '2026-02-01' order by c.expiry_date, c.seq limit 50`),
  ).toMatch(/^SEARCH c USING (?:COVERING )?INDEX certificates_by_expiry/);
});
