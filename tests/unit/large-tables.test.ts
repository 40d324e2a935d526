import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { env } from '#app/env.server.ts';
import { bringFilesUpToDate } from '#app/log/log-state.server.ts';
import { openLog } from '#app/open-log.server.ts';
import { listPayments } from '#app/payments/list-payments.server.ts';
import { paymentTotals } from '#app/payments/payment-totals.server.ts';
import { sweepStep } from '#app/sweeps.server.ts';
import { listStudents } from '#app/verification/list-students.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { queryPlans, sorts, tableScans } from '#tests/support/query-plans.ts';

const cursor = Buffer.from('s99').toString('base64url');

it('lists of payments and students are read from indexes, in their order', async () => {
  const [verifier, superAdmin] = [await makeVerifier(), await makeSuperAdmin()];
  const plans = await queryPlans(() => {
    for (const state of ['', 'paid']) {
      listPayments(superAdmin.actor, { state });
      listPayments(superAdmin.actor, { state, cursor, from: '2026-01-01', to: '2026-02-01' });
    }
    listStudents(verifier.actor, { cursor });
    listStudents(verifier.actor, { cursor, q: 'ingrid' });
  });
  expect(plans.length).toBeGreaterThan(3);
  expect([...tableScans(plans), ...sorts(plans)]).toEqual([]);
});

it('the students of a search are shown as they are listed, each once', async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  for (const studentName of ['Anna Maiden', 'Anna Married']) {
    const { uniqueId } = await makeCertificate(issuer, {
      studentName,
      studentEmail: 'anna@x.example',
      allowDuplicate: true,
    });
    await payFor(verifier, uniqueId);
  }
  const anna = { name: 'Anna Married', email: 'anna@x.example', courses: 2 };
  for (const q of ['', 'anna', 'married'])
    expect(listStudents(verifier.actor, { q }).students).toEqual([anna]);
});

it('totals of payments are read from counters', async () => {
  const superAdmin = await makeSuperAdmin();
  const plans = await queryPlans(() => paymentTotals(superAdmin.actor));
  expect(plans.map(({ sql }) => /from (\w+)/.exec(sql)?.[1])).toEqual(['payment_days']);
});

it('a status list reads the revocations of its own certificates', async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer());
  expect(uniqueId).toBeTruthy();
  const plans = await queryPlans(() => publishedStatusList('1'));
  expect(plans.flatMap(({ steps }) => steps).join('\n')).toMatch(
    /SEARCH r USING COVERING INDEX certificate_revocations_by_issuer \(issuer_id=\? AND certificate_seq>\? AND certificate_seq<\?\)/,
  );
  expect(plans.filter(({ sql }) => /count\(/.test(sql))).toEqual([]);
});

it('sweeps read no whole table', async () => {
  expect(tableScans(await queryPlans(() => sweepStep(), /^\s*delete/i))).toEqual([]);
});

it('a start counts no certificates, and reads only the end of the log’s file', async () => {
  const empty = sqlite.serialize();
  const issuer = await makeIssuer();
  for (let made = 0; made < 3; made += 1) await makeCertificate(issuer, { studentName: `Student ${made}` });
  const id = sqlite.prepare('select id from installation').pluck().get();
  const path = `${env.KEYS_DIR}/${id}.log-1.entries`;
  const before = readFileSync(path, 'utf8');
  // Without its line breaks, the beginning of the file would be counted wrong, and entries be appended again.
  const file = openSync(path, 'r+');
  writeSync(file, 'x'.repeat(before.indexOf('\n') + 1), 0);
  closeSync(file);
  const full = sqlite.serialize();
  // Another log, so that this process has to count the lines of the first one again, like one that starts.
  installDatabase(new Database(empty));
  await makeCertificate(await makeIssuer());
  installDatabase(new Database(full));
  expect((await queryPlans(() => openLog())).filter(({ sql }) => /count\(/.test(sql))).toEqual([]);
  bringFilesUpToDate();
  expect(readFileSync(path, 'utf8')).toHaveLength(before.length);
});
