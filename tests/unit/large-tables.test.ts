import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  allCertificateListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { env } from '#app/config/env.server.ts';
import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { bringFilesUpToDate } from '#app/log/log-state.server.ts';
import { listLogEntries } from '#app/log/read-log.server.ts';
import { listPayments, paymentListSchema, paymentTotals } from '#app/payments/list-payments.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { filteredPage, MOST_READ, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { openLog } from '#app/start/open-site.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
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

it('lists of payments and students read indexes in order, without sorting', async () => {
  const [verifier, superAdmin] = [await makeVerifier(), await makeSuperAdmin()];
  const plans = await queryPlans(() => {
    for (const state of ['', 'paid']) {
      listPayments(superAdmin.actor, parseInput(paymentListSchema, { state }));
      listPayments(
        superAdmin.actor,
        parseInput(paymentListSchema, { state, cursor, from: '2026-01-01', to: '2026-02-01' }),
      );
    }
    listPayments(superAdmin.actor, parseInput(paymentListSchema, { q: verifier.actor.user.email }));
    listPayments(
      superAdmin.actor,
      parseInput(paymentListSchema, { q: verifier.actor.user.email, state: 'paid', cursor }),
    );
    listStudents(verifier.actor, parseInput(listQuerySchema, { cursor }));
    listStudents(verifier.actor, { cursor, q: 'ingrid' });
  });
  expect(plans.length).toBeGreaterThan(3);
  expect([...tableScans(plans), ...sorts(plans)]).toEqual([]);
});

/** Inserts certificates by SQL, whose issue and expiry dates span a few days in random order. */
function insertCertificates(issuerId: string, count: number) {
  const insert = sqlite().prepare(
    `insert into certificates (id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
       course_name, issue_date, expiry_date, layout_version, created_at)
     values (?, ?, ?, 'I', 'i', 'Anna Lind', 'a@x.example', ?, ?, ?, 1, 1)`,
  );
  const revoke = sqlite().prepare(
    `insert into certificate_revocations (certificate_id, certificate_seq, issuer_id, reason, revoked_by, revoked_at)
     values (?, ?, ?, 'x', ?, 1)`,
  );
  const date = (day: number) =>
    new Date(Date.parse('2026-11-01') + day * 86_400_000).toISOString().slice(0, 10);
  sqlite().transaction(() => {
    for (let n = 1; n <= count; n += 1) {
      const id = `${issuerId}-${n}`;
      const expiry = n % 4 === 0 ? null : date((n * 7) % 60);
      const course = n % 3 ? 'Law' : 'Art';
      const { lastInsertRowid } = insert.run(id, id, issuerId, course, date(-((n * 5) % 9)), expiry);
      if (n % 11 === 0) revoke.run(id, lastInsertRowid, issuerId, issuerId);
    }
  })();
}

it('filtered lists equal a scan of all certificates, newest first, on every page', async () => {
  setClock(() => Date.parse('2026-11-22T12:00:00Z'));
  const [issuer, other, superAdmin] = [await makeIssuer(), await makeIssuer(), await makeSuperAdmin()];
  insertCertificates(issuer.id, 300);
  insertCertificates(other.id, 150);
  const kept = 'revoked_at is null and';
  const conditions: [Record<string, string>, string][] = [
    [{ state: 'expired' }, `${kept} expiry_date < '2026-11-22'`],
    [{ state: 'expiring' }, `${kept} expiry_date between '2026-11-22' and '2027-01-20'`],
    [{ state: 'valid' }, `${kept} (expiry_date is null or expiry_date >= '2026-11-22')`],
    [{ state: 'revoked' }, 'revoked_at is not null'],
    [{ from: '2026-10-27', to: '2026-10-30' }, `issue_date between '2026-10-27' and '2026-10-30'`],
    [{ from: '2026-10-30' }, `issue_date >= '2026-10-30'`],
    [
      { to: '2026-10-24', state: 'valid' },
      `${kept} issue_date <= '2026-10-24' and (expiry_date is null or expiry_date >= '2026-11-22')`,
    ],
    [{ course: 'Art', state: 'expired' }, `${kept} course_name = 'Art' and expiry_date < '2026-11-22'`],
    [{ q: 'lind', state: 'expired' }, `${kept} expiry_date < '2026-11-22'`],
  ];
  const lists = [
    {
      list: (input: object) => listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, input)),
      owner: `c.issuer_id = '${issuer.id}'`,
    },
    {
      list: (input: object) =>
        listAllCertificates(superAdmin.actor, parseInput(allCertificateListSchema, input)),
      owner: 'true',
    },
  ];
  for (const { list, owner } of lists) {
    for (const [input, condition] of conditions) {
      if (owner === 'true' && !('state' in input && Object.keys(input).length === 1)) continue;
      const expected = sqlite()
        .prepare(
          `select c.id from certificates c left join certificate_revocations r on r.certificate_id = c.id
           where ${owner} and ${condition} order by c.seq desc`,
        )
        .pluck()
        .all();
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const page = list({ ...input, limit: 15, cursor: next ?? undefined });
        seen.push(...page.certificates.map(({ id }) => id));
        next = page.nextCursor;
      } while (next);
      expect(expected.length, JSON.stringify(input)).toBeGreaterThan(15);
      expect(seen, JSON.stringify(input)).toEqual(expected);
    }
  }
});

it('lists by state and by date read an index in order, without sorting', async () => {
  const [issuer, superAdmin] = [await makeIssuer(), await makeSuperAdmin()];
  insertCertificates(issuer.id, 100);
  const plans = await queryPlans(() => {
    for (const state of ['valid', 'expired', 'expiring']) {
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { state }));
      listAllCertificates(superAdmin.actor, parseInput(allCertificateListSchema, { state }));
    }
    listOwnCertificates(
      issuer.actor,
      parseInput(ownCertificateListSchema, { from: '2026-10-25', to: '2026-10-30' }),
    );
  }, /^\s*(select|with)/i);
  const steps = plans.flatMap((plan) => plan.steps).join('\n');
  for (const index of ['by_issuer_and_expiry', 'by_expiry', 'by_issue_date']) {
    expect(steps).toContain(`COVERING INDEX certificates_${index} (`);
  }
  expect([...tableScans(plans), ...sorts(plans)]).toEqual([]);
});

it('a page ends after a limit of rows when few pass the filter, and the next page continues', () => {
  const reads: number[] = [];
  const newest = 3 * MOST_READ;
  const read = (before: number, count: number) => {
    reads.push(count);
    const length = Math.min(count, before - 1, newest);
    return Array.from({ length }, (_, index) => Math.min(before - 1, newest) - index);
  };
  const pageFrom = (before: number) =>
    filteredPage({ limit: 50, before, read, filter: (seqs) => seqs.filter((seq) => seq === 7) });
  const first = pageFrom(Number.MAX_SAFE_INTEGER);
  expect(first.seqs).toEqual([]);
  expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_READ);
  const seen: number[] = [];
  let { nextCursor } = first;
  while (nextCursor) {
    const page = pageFrom(seqBefore(nextCursor));
    seen.push(...page.seqs);
    nextCursor = page.nextCursor;
  }
  expect(seen).toEqual([7]);
});

it('a page in the middle of the log takes as long as the first one', async () => {
  await makeCertificate(await makeIssuer());
  const entry = sqlite().prepare('select entry from log_entries limit 1').pluck().get();
  sqlite()
    .prepare(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 60000)
       insert into log_entries (entry, type) select ?, 'lost' from n`,
    )
    .run(entry);
  sqlite().exec('update logs set size = (select count(*) from log_entries)');
  const fastestMs = (query: object) => {
    const times = Array.from({ length: 7 }, () => {
      const started = performance.now();
      expect(listLogEntries(query).entries).toHaveLength(50);
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  const deep = Buffer.from('s1000').toString('base64url');
  expect(fastestMs({ cursor: deep })).toBeLessThan(3 * fastestMs({}));
});

it('a search lists each student once, in the order of the full list', async () => {
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

it('a status list reads only the revocations of its own certificates', async () => {
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

it('a start counts no certificates, and reads only the end of the log file', async () => {
  const empty = sqlite().serialize();
  const issuer = await makeIssuer();
  for (let made = 0; made < 3; made += 1) await makeCertificate(issuer, { studentName: `Student ${made}` });
  const id = sqlite().prepare('select id from installation').pluck().get();
  const path = `${env().KEYS_DIR}/${id}.log-1.entries`;
  const before = readFileSync(path, 'utf8');
  // A start that read the beginning of the file would count too few line breaks, and append entries again.
  const file = openSync(path, 'r+');
  writeSync(file, 'x'.repeat(before.indexOf('\n') + 1), 0);
  closeSync(file);
  const full = sqlite().serialize();
  // After opening another log, this process has to count the lines of the first one again, like a new process.
  installDatabase(new Database(empty));
  await makeCertificate(await makeIssuer());
  installDatabase(new Database(full));
  expect((await queryPlans(() => openLog())).filter(({ sql }) => /count\(/.test(sql))).toEqual([]);
  bringFilesUpToDate();
  expect(readFileSync(path, 'utf8')).toHaveLength(before.length);
});
