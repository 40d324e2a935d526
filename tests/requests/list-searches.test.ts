import { expect, it } from 'vitest';
import { listOwnPayments, ownPaymentsSchema } from '#app/payments/list-own-payments.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  giveCredit,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';

/** The page with a search: its HTML, and whether it has a search box that keeps the words. */
async function search(path: string, cookie: string, q: string) {
  const html = await (await fetchPage(`${path}?${new URLSearchParams({ q })}`, { cookie })).text();
  return { html, keeps: new RegExp(`type="search"[^>]*value="${q}"`).test(html) };
}

/** Requires that a search finds a text, and another one does not, and that both keep their words. */
async function findsOnly(path: string, cookie: string, found: string[], text: string) {
  for (const q of found) {
    const { html, keeps } = await search(path, cookie, q);
    expect([q, html.includes(text), keeps]).toEqual([q, true, true]);
  }
  const nothing = await search(path, cookie, 'zzz');
  expect([nothing.html.includes(text), nothing.keeps]).toEqual([false, true]);
  expect(nothing.html).toContain('Nothing found');
}

it('finds own payments by certificate, course, student and receipt, and no student before payment', async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  const { uniqueId } = await makeCertificate(issuer, { studentName: 'Paula Paid', courseName: 'Clocks' });
  await payFor(verifier, uniqueId);
  const { uniqueId: declined } = await makeCertificate(issuer, { studentName: 'Ulla Unpaid' });
  await fetchApi('cert/verify/payment', {
    token: verifier.token,
    json: {
      uniqueId: declined,
      cardNumber: '4000000000000002',
      expiryMonth: '12',
      expiryYear: '39',
      cvCode: '123',
    },
  });
  await findsOnly('/payments', verifier.cookie, [uniqueId, 'Clock', 'Paula', 'R-000001'], uniqueId);
  const found = async (q: string) =>
    (await (await fetchApi(`payments?q=${q}`, { token: verifier.token })).json()).payments.length;
  expect([await found(''), await found('Ulla'), await found(declined)]).toEqual([2, 0, 1]);
  const other = await makeVerifier();
  expect(listOwnPayments(other.actor, parseInput(ownPaymentsSchema, { q: 'Clock' })).payments).toEqual([]);
  const plans = await queryPlans(() =>
    listOwnPayments(verifier.actor, parseInput(ownPaymentsSchema, { q: 'Clock' })),
  );
  expect(tableScans(plans).filter((step) => !/json_each/.test(step))).toEqual([]);
});

it('finds batches by the name of their file', async () => {
  const issuer = await makeIssuer();
  const row = (name: string) =>
    `studentName,studentEmail,courseName,issueDate\n${name},${name}@students.example,Clocks,2026-01-01\n`;
  for (const name of ['spring', 'autumn']) {
    const form = new FormData();
    form.set('file', new File([row(name)], `${name}.csv`, { type: 'text/csv' }));
    expect((await fetchPage('/admin/batches', { cookie: issuer.cookie, form })).status).toBe(302);
  }
  await findsOnly('/admin/batches', issuer.cookie, ['autumn', 'AUTUMN.csv'], 'autumn.csv');
  expect((await search('/admin/batches', issuer.cookie, 'autumn')).html).not.toContain('spring.csv');
});

it('finds coupons by code', async () => {
  const issuer = await makeIssuer();
  for (const code of ['SPRING', 'AUTUMN']) {
    const form = { intent: 'create', code, kind: 'percent', value: '10', courseId: '' };
    expect((await fetchPage('/admin/coupons', { cookie: issuer.cookie, form })).status).toBe(302);
  }
  await findsOnly('/admin/coupons', issuer.cookie, ['autu', 'AUTUMN'], 'AUTUMN');
});

it('finds troubled mail by address, subject and certificate', async () => {
  const office = await makeSuperAdmin();
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: 'ada@students.example' });
  await makeCertificate(await makeIssuer(), { studentEmail: 'bob@students.example' });
  db().update(outbox).set({ lastError: '550 no such user', attempts: 1 }).run();
  await findsOnly('/superadmin/mail', office.cookie, ['ada@students', uniqueId], 'ada@students');
  expect((await search('/superadmin/mail', office.cookie, 'ada@')).html).not.toContain('bob@');
});

it('finds statements by number and month', async () => {
  const verifier = await makeVerifier();
  giveCredit(await makeSuperAdmin(), verifier, 1_000);
  const months = ['2026-08', '2026-09', '2026-10'];
  for (const [index, month] of months.entries()) {
    sqlite()
      .prepare(
        `insert into credit_statements (id, number, user_id, month, issued_at, total_minor, tax_minor, after_seq, through_seq, facts)
         values (?, ?, ?, ?, 0, 100, 0, 0, 0, '{}')`,
      )
      .run(`00000000-0000-7000-8000-00000000000${index}`, index + 1, verifier.id, month);
  }
  await findsOnly(
    '/payments/statements',
    verifier.cookie,
    ['September', '2026-09', '09/2026'],
    'September 2026',
  );
  expect((await search('/payments/statements', verifier.cookie, 'sept')).html).not.toContain('October 2026');
});
