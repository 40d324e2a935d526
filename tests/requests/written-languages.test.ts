import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { inLanguage, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { issueStatementsStep, settleStatement } from '#app/payments/credit/issue-statements.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditStatements } from '#db/schema/credit.ts';
import { creditNotes, payments } from '#db/schema/payments.ts';
import {
  certificateInput,
  giveCredit,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
  payWith,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { textOfPdf } from '#tests/support/pdf-pictures.ts';
import { readOwnMessages, writeMessages } from '#tests/support/pseudo-language.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-messages-'));
const marked = (mark: string) => (text: string) => text.replace(/^(?!\{)/, `${mark} `);

beforeAll(() => {
  writeMessages(folder, { de: marked('DE'), ar: marked('AR'), fr: marked('FR') });
  readMessagesFrom(folder);
});
afterAll(() => {
  readOwnMessages();
  rmSync(folder, { recursive: true });
});

const speak = (id: string, language: string | null) =>
  db().update(users).set({ language }).where(eq(users.id, id)).run();

/** Delivers what is due, and returns the mails to an address. */
async function deliveredTo(address: string) {
  const smtp = await startSmtp();
  const transport = createMailTransport(smtp.url);
  await createDelivery(transport).deliverDue();
  transport.close();
  await smtp.stop();
  return smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(address));
}

describe('a mail', () => {
  it('is in the language of the account with its address, whoever causes it', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
    const verifier = await makeVerifier();
    const issuer = await makeIssuer();
    speak(verifier.id, 'ar');
    await deliveredTo('nobody@people.example');
    await inLanguage('de', () => makeCertificate(issuer, { studentEmail: verifier.email }));
    const [mail] = await deliveredTo(verifier.email);
    expect(mail?.subject).toMatch(/^AR /);
    expect(mail?.text).toMatch(/AR Course\u2069?: /);
    expect(mail?.text).not.toMatch(/\b(?:DE|FR) /);
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
  });

  it('to a holder without an account is in the language of the design', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer, { name: 'Arabisch', language: 'ar' });
    await deliveredTo('nobody@people.example');
    await makeCertificate(issuer, { designId, studentEmail: 'holder1@people.example' });
    const [mail] = await deliveredTo('holder1@people.example');
    expect(mail?.subject).toMatch(/^AR /);
  });

  it('to a holder of a certificate in the layout standard is in the language of the issuer’s owner', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
    const issuer = await makeIssuer();
    speak(issuer.id, null);
    await makeCertificate(issuer, { studentEmail: 'holder2@people.example' });
    expect((await deliveredTo('holder2@people.example'))[0]?.subject).toMatch(/^FR /);
    speak(issuer.id, 'de');
    await makeCertificate(issuer, { studentEmail: 'holder3@people.example' });
    const [mail] = await deliveredTo('holder3@people.example');
    expect(mail?.subject).toMatch(/^DE /);
    expect(mail?.html).toContain('<html lang="de" dir="ltr">');
  });

  it('and a list name the replacement of a certificate in the language of who reads them', async () => {
    const [issuer, holder] = [await makeIssuer(), await makeVerifier()];
    speak(issuer.id, 'de');
    speak(holder.id, 'ar');
    const old = await makeCertificate(issuer, { studentEmail: holder.email });
    const form = { ...certificateInput({ studentEmail: 'right@students.example' }) } as Record<
      string,
      string
    >;
    const path = `/admin/issued-certificates/${old.uniqueId}/replacement`;
    expect((await fetchPage(path, { cookie: issuer.cookie, form })).status).toBe(302);
    const mails = await deliveredTo(holder.email);
    expect(mails.at(-1)?.text).toContain('AR Replaced by');
    expect(mails.at(-1)?.text).not.toContain('DE ');
    // One isolate, which fields remove from a copied value.
    expect(mails.at(-1)?.text).toContain(`: \u2068${old.uniqueId}\u2069\n`);
    speak(issuer.id, 'fr');
    const list = await (await fetchPage('/admin/issued-certificates', { cookie: issuer.cookie })).text();
    expect(list).toContain('FR Replaced by');
    expect(list).not.toContain('DE Replaced by');
  });

  it('with a holder’s link is in the language of the page where it was asked for, if nothing else is known', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
    const issuer = await makeIssuer();
    speak(issuer.id, null);
    const ask = async (studentEmail: string) => {
      await makeCertificate(issuer, { studentEmail });
      await deliveredTo(studentEmail);
      await fetchPage('/my-certificates', {
        cookie: 'language=ar',
        form: { intent: 'request', email: studentEmail },
      });
      return (await deliveredTo(studentEmail))[0]?.subject;
    };
    expect(await ask('holder4@people.example')).toMatch(/^AR /);
    // The issuer's choice comes first.
    speak(issuer.id, 'de');
    expect(await ask('holder5@people.example')).toMatch(/^DE /);
  });

  it('of two readers at once has the language of each', async () => {
    testEnvironment({});
    const issuers = await Promise.all([makeIssuer(), makeIssuer()]);
    speak(issuers[0].id, 'de');
    speak(issuers[1].id, 'ar');
    await deliveredTo('nobody@people.example');
    await Promise.all(
      issuers.flatMap((issuer, which) =>
        Array.from({ length: 5 }, (_, index) =>
          makeCertificate(issuer, { studentEmail: `s${which}-${index}@people.example` }),
        ),
      ),
    );
    const smtp = await startSmtp();
    const transport = createMailTransport(smtp.url);
    await createDelivery(transport).deliverDue();
    transport.close();
    await smtp.stop();
    expect(smtp.mails).toHaveLength(10);
    for (const { subject, envelopeTo } of smtp.mails) {
      expect(subject?.slice(0, 2)).toBe(envelopeTo[0]?.startsWith('s0') ? 'DE' : 'AR');
    }
  });
});

describe('a receipt', () => {
  it('is in the language of the payer when it was made, whoever reads it', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const verifier = await makeVerifier();
    speak(verifier.id, 'ar');
    await payFor(verifier, uniqueId);
    const paymentId = db()
      .select({ id: payments.id })
      .from(payments)
      .where(eq(payments.payerId, verifier.id))
      .get()?.id;
    speak(verifier.id, 'de');
    const page = await (await fetchPage(`/verify/receipts/${paymentId}`, { cookie: verifier.cookie })).text();
    expect(page).toContain('<html lang="de" dir="ltr"');
    expect(page).toMatch(/<section[^>]* lang="ar" dir="rtl"/);
    expect(page).toContain('AR Paid by');
    expect(page).toContain('AR Certificate ID');
    expect(page).toMatch(/<span dir="auto"[^>]*>AR Verification of one certificate/);
    expect(page).not.toContain('DE Paid by');
    const pdf = await fetchPage(`/verify/receipts/${paymentId}/pdf`, { cookie: verifier.cookie });
    const text = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain('AR Paid by');
    expect(text).not.toContain('DE ');
  });
});

/** Expects a document's page and PDF in Arabic for a reader of German. */
async function expectArabic(path: string, words: string, cookie: string) {
  const page = await (await fetchPage(path, { cookie })).text();
  expect(page).toContain('<html lang="de" dir="ltr"');
  expect(page).toMatch(/<section[^>]* lang="ar" dir="rtl"/);
  expect(page).toContain(`AR ${words}`);
  expect(page).not.toContain(`DE ${words}`);
  const pdf = await fetchPage(`${path}/pdf`, { cookie });
  const text = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()));
  expect(text).toContain(`AR ${words}`);
  expect(text).not.toContain('DE ');
}

it('a credit note is in the language of the payer when it was made, whoever reads it', async () => {
  testEnvironment({ DEFAULT_LANGUAGE: 'fr' });
  const [office, verifier] = [await makeSuperAdmin(), await makeVerifier()];
  const { payment } = await payFor(verifier, (await makeCertificate(await makeIssuer())).uniqueId);
  speak(verifier.id, 'ar');
  await refundAsSuperAdmin(office.browser, payment.id, { reason: 'By mistake' });
  speak(verifier.id, 'de');
  const id = db().select({ id: creditNotes.id }).from(creditNotes).get()?.id;
  await expectArabic(`/verify/credit-notes/${id}`, 'For receipt', verifier.cookie);
});

it('a statement is in the language of the account when it was made, whoever reads it', async () => {
  testEnvironment({
    DEFAULT_LANGUAGE: 'fr',
    PAYMENT_GATEWAY: 'invoice',
    SESSION_IDLE_SUPERADMIN_MINUTES: '43200',
    SESSION_IDLE_ISSUER_MINUTES: '43200',
  });
  setClock(() => Date.parse('2026-01-10T10:00:00Z'));
  const [office, verifier] = [await makeSuperAdmin(), await makeVerifier({ role: 'corporate' })];
  giveCredit(office, verifier, 50_000);
  const { uniqueId } = await makeCertificate(await makeIssuer());
  speak(verifier.id, 'ar');
  await inLanguage('de', () => payWith(verifier.actor, { uniqueId, gateway: 'invoice' }));
  setClock(() => Date.parse('2026-02-02T00:00:00Z'));
  while (issueStatementsStep());
  speak(verifier.id, 'de');
  const id = db().select({ id: creditStatements.id }).from(creditStatements).get()?.id;
  await expectArabic(`/payments/statements/${id}`, 'Month', verifier.cookie);
  const file = await fetchPage(`/payments/statements/${id}/csv`, { cookie: verifier.cookie });
  const rows = await file.text();
  expect(rows).toMatch(/^"?AR Statement"?,"?AR Date/);
  expect(rows).toContain('AR Verification of certificate');
  // Readers of the ledger get its titles in their language.
  speak(office.id, 'de');
  settleStatement(office.browser, verifier.id, { statement: id ?? '' });
  const ledger = await (
    await fetchPage(`/superadmin/credit/${verifier.id}`, { cookie: office.cookie })
  ).text();
  expect(ledger).toContain('DE Verification of certificate');
  expect(ledger).toContain('DE Statement S-000001');
  expect(ledger).not.toContain('AR ');
});
