import { describe, expect, it } from 'vitest';
import { listApprovedIssuers } from '#app/accounts/issuers.server.ts';
import {
  allCertificateListSchema,
  CERTIFICATE_ORDERS,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { listStudents } from '#app/verification/list-students.server.ts';
import {
  listAllVerified,
  listOwnVerifications,
  listVerifiedOfIssuer,
} from '#app/verification/list-verifications.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { queryPlans, sorts, tableScans } from '#tests/support/query-plans.ts';

const names = (certificates: { studentName: string }[]) => certificates.map(({ studentName }) => studentName);

describe('the list of issued certificates', () => {
  it('pages through the issuer’s own certificates, newest first', async () => {
    const issuer = await makeIssuer();
    const other = await makeIssuer();
    for (let index = 0; index < 7; index += 1) {
      await makeCertificate(issuer, { studentName: `Student ${index}` });
      await makeCertificate(other, { studentName: `Stranger ${index}` });
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `certificates/my-issued?limit=3${cursor && `&cursor=${cursor}`}`;
      const answer = await fetchApi(path, { token: issuer.token });
      expect(answer.status).toBe(200);
      const page = (await answer.json()) as {
        certificates: { studentName: string }[];
        nextCursor: string | null;
      };
      expect(page.certificates.length).toBeLessThanOrEqual(3);
      seen.push(...names(page.certificates));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Student ${index}`));
  });

  it.each([
    ['jur', ['Jürgen Ångström']],
    ['ANGSTROM', ['Jürgen Ångström']],
    ['jürgen crypt', ['Jürgen Ångström']],
    ['crypt', ['Zoë Müller', 'Jürgen Ångström']],
    ['zoe@students.example', ['Zoë Müller']],
    ['longwordedsub', ['Zoë Müller']],
    ['nobody', []],
    ['%', []],
    ['_', []],
    ['" OR "zoe', []],
    ['*', []],
    ['issuer', []],
  ])('finds by %j', async (q, found) => {
    const issuer = await makeIssuer();
    const other = await makeIssuer();
    await makeCertificate(issuer, {
      studentName: 'Jürgen Ångström',
      courseName: 'Cryptography',
      studentEmail: 'j@x.example',
    });
    await makeCertificate(issuer, {
      studentName: 'Zoë Müller',
      courseName: 'Cryptanalysis of Longwordedsubjects',
      studentEmail: 'zoe@students.example',
    });
    await makeCertificate(other, { studentName: 'Jürgen Other', courseName: 'Cryptography' });
    expect(
      names(listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q })).certificates),
    ).toEqual(found);
  });

  it('finds certificates by whole and partial IDs in any spelling', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    await makeCertificate(issuer);
    const plain = uniqueId.replaceAll('-', '');
    for (const q of [
      uniqueId,
      plain.toLowerCase(),
      plain.slice(0, 6),
      uniqueId.slice(0, 9),
      ` ${uniqueId} `,
    ]) {
      const { certificates } = listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q }));
      expect(
        certificates.map((certificate) => certificate.uniqueId),
        q,
      ).toContain(uniqueId);
    }
    expect(
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q: 'x'.repeat(200) }))
        .certificates,
    ).toEqual([]);
  });

  it('finds a name whose letters and digits could be a certificate ID', async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer, { studentName: 'Alpha Person 4a1f0' });
    await makeCertificate(issuer);
    await payFor(verifier, uniqueId);
    for (const q of ['Alpha Person 4a1f0', 'alpha person 4A1F0', uniqueId]) {
      expect(
        listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q })).certificates,
        q,
      ).toHaveLength(1);
      expect(
        listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { q })).verifications,
        q,
      ).toHaveLength(1);
      expect(
        listVerifiedOfIssuer(issuer.actor, parseInput(verificationListSchema, { q })).verifications,
        q,
      ).toHaveLength(1);
    }
  });

  it('is filtered by state, with and without a search', async () => {
    const issuer = await makeIssuer();
    const valid = await makeCertificate(issuer, { studentName: 'Anna Valid', expiryDate: null });
    const expired = await makeCertificate(issuer, {
      studentName: 'Anna Expired',
      issueDate: '2020-01-01',
      expiryDate: '2021-01-01',
    });
    const revoked = await makeCertificate(issuer, { studentName: 'Anna Revoked' });
    revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'By mistake' });
    for (const [state, certificate] of Object.entries({ valid, expired, revoked })) {
      for (const q of ['', 'anna']) {
        const listed = listOwnCertificates(
          issuer.actor,
          parseInput(ownCertificateListSchema, { state, q }),
        ).certificates;
        expect(names(listed), `${state} ${q}`).toEqual([certificate.studentName]);
        expect(listed[0]?.status).toBe(state);
      }
    }
  });

  it('groups rows by day in the viewer’s time zone and shows dates as dd/MM/yyyy', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer, { expiryDate: null });
    const page = await fetchPage('/admin/issued-certificates', {
      cookie: `${issuer.cookie}; time_zone=Pacific%2FAuckland`,
    });
    const html = await page.text();
    expect(html).toContain('Today');
    expect(html).toContain('28/02/2026');
    expect(html).toContain('Null');
    const heads = html.replace(/<\/?a\b[^>]*>/g, '');
    expect(heads.match(/scope="col"[^>]*>[^<]*/g)?.map((cell) => cell.replace(/.*>/, ''))).toEqual([
      'Issued to',
      'Course',
      'Contact',
      'Issue Date',
      'Expiry Date',
      'Certificate ID',
      'Preview',
    ]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=zzz', `q=${'x'.repeat(201)}`, 'state=odd'])(
    'rejects %s over the API',
    async (query) => {
      const issuer = await makeIssuer();
      expect((await fetchApi(`certificates/my-issued?${query}`, { token: issuer.token })).status).toBe(400);
    },
  );

  it('is closed to pending issuers and other roles', async () => {
    const pending = await makePendingIssuer();
    const verifier = await makeVerifier();
    const admin = await makeSuperAdmin();
    for (const call of ['my-issued', 'my-verified']) {
      for (const person of [pending, verifier, admin]) {
        expect((await fetchApi(`certificates/${call}`, { token: person.token })).status).toBe(403);
      }
    }
    for (const call of ['all', 'all-verified']) {
      expect((await fetchApi(`certificates/${call}`, { token: verifier.token })).status).toBe(403);
      expect((await fetchApi(`certificates/${call}`, { token: admin.token })).status).toBe(200);
    }
  });
});

describe('the lists of verifications', () => {
  it('show the verifier to the issuer, and no personal data to the verifier before payment', async () => {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const paid = await makeCertificate(issuer, { studentName: 'Paula Paid' });
    const unpaid = await makeCertificate(issuer, {
      studentName: 'Ulla Unpaid',
      studentEmail: 'ulla@students.example',
    });
    await payFor(verifier, paid.uniqueId);
    await lookUpCertificate(verifier.actor, { uniqueId: unpaid.uniqueId });

    const issuers = await (await fetchApi('certificates/my-verified', { token: issuer.token })).json();
    expect(issuers).toMatchObject({
      success: true,
      nextCursor: null,
      certificates: [
        { studentName: 'Ulla Unpaid', verified: false, amount: null, currency: null, verifiedAt: null },
        { studentName: 'Paula Paid', verified: true, amount: 4200, currency: 'USD' },
      ],
    });
    expect(issuers.certificates[1].verifiedBy).toEqual({
      _id: verifier.id,
      name: verifier.name,
      email: verifier.email,
    });

    const own = await (await fetchApi('verifications', { token: verifier.token })).json();
    expect(own.verifications[1]).toMatchObject({ studentName: 'Paula Paid', verified: true });
    expect(own.verifications[0]).toMatchObject({ uniqueId: unpaid.uniqueId, paid: false, verified: false });
    expect(JSON.stringify(own)).not.toMatch(/ulla/i);

    for (const q of ['ulla', 'Unpaid', 'ulla@students.example']) {
      expect(
        listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { q })).verifications,
        q,
      ).toEqual([]);
      expect(
        listVerifiedOfIssuer(issuer.actor, parseInput(verificationListSchema, { q })).verifications,
        q,
      ).toHaveLength(1);
    }
    expect(
      listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { q: 'paula' })).verifications,
    ).toHaveLength(1);
    expect(
      listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { q: 'distrib' }))
        .verifications,
    ).toHaveLength(2);
    expect(
      listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { q: unpaid.uniqueId }))
        .verifications,
    ).toHaveLength(1);
    expect(
      listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { state: 'paid' }))
        .verifications,
    ).toHaveLength(1);
    expect(
      listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { state: 'unpaid' }))
        .verifications,
    ).toHaveLength(1);

    const page = await (await fetchPage('/verify', { cookie: verifier.cookie })).text();
    expect(page).toContain('Paula Paid');
    expect(page).not.toMatch(/ulla/i);
  });

  it('list each student of a paid verification once', async () => {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const first = await makeCertificate(issuer);
    const second = await makeCertificate(issuer, { courseName: 'Another course' });
    await payFor(verifier, first.uniqueId);
    await payFor(verifier, second.uniqueId);
    await lookUpCertificate(verifier.actor, {
      uniqueId: (await makeCertificate(issuer, { studentEmail: 'b@x.example' })).uniqueId,
    });
    const { students } = listStudents(verifier.actor, parseInput(listQuerySchema, {}));
    expect(students).toEqual([{ name: 'Ingrid Sørensen', email: 'ingrid@students.example', courses: 2 }]);
    const colleges = await (await fetchPage('/colleges', { cookie: verifier.cookie })).text();
    expect(colleges).toContain(issuer.name);
  });
});

describe('the search boxes of students and colleges', () => {
  const found = async (path: string, q: string, cookie: string) => {
    const html = await (await fetchPage(`${path}?${new URLSearchParams({ q })}`, { cookie })).text();
    expect(html).toContain('role="search"');
    return html.includes('Nothing found')
      ? []
      : [...html.matchAll(/scope="row"[^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, name]) => name);
  };

  it('find only students of paid verifications', async () => {
    const issuer = await makeIssuer();
    const [verifier, other] = [await makeVerifier(), await makeVerifier()];
    const student = (studentName: string, studentEmail: string) =>
      makeCertificate(issuer, { studentName, studentEmail });
    const jurgen = await student('Jürgen Ångström', 'j@x.example');
    const zoe = await student('Zoë <Müller>', 'zoe@students.example');
    const unpaid = await student('Jürgen Unpaid', 'unpaid@x.example');
    await payFor(verifier, jurgen.uniqueId);
    await payFor(verifier, zoe.uniqueId);
    await lookUpCertificate(verifier.actor, { uniqueId: unpaid.uniqueId });
    await payFor(other, unpaid.uniqueId);
    const students = (q: string) => found('/students', q, verifier.cookie);
    expect(await students('')).toEqual(['Zoë &lt;Müller&gt;', 'Jürgen Ångström']);
    expect(await students('jurgen')).toEqual(['Jürgen Ångström']);
    expect(await students('zoe@stud')).toEqual(['Zoë &lt;Müller&gt;']);
    for (const q of ['unpaid', 'distributed', '"', 'x'.repeat(300)]) expect(await students(q)).toEqual([]);
  });

  it('find approved issuers by name and username', async () => {
    const verifier = await makeVerifier();
    const aurora = await makeIssuer({ name: 'Aurora Institute' });
    await makeIssuer({ name: 'Borealis 100%' });
    await makePendingIssuer({ name: 'Aurora Pending' });
    const colleges = (q: string) => found('/colleges', q, verifier.cookie);
    expect(await colleges('')).toEqual(['Borealis 100%', 'Aurora Institute']);
    expect(await colleges('aurora')).toEqual(['Aurora Institute']);
    expect(await colleges(aurora.username)).toEqual(['Aurora Institute']);
    expect(await colleges('0%')).toEqual(['Borealis 100%']);
    expect(await colleges('_')).toEqual([]);
  });
});

describe('the lists of an issuer and of super admins', () => {
  const text = async (path: string, { cookie }: { cookie: string }) =>
    (await fetchPage(path, { cookie: `${cookie}; time_zone=UTC` })).text();

  it('show the issuer, the student and the time of the verification', async () => {
    const issuer = await makeIssuer({ name: 'Aurora Institute' });
    const [verifier, admin] = [await makeVerifier(), await makeSuperAdmin()];
    const paid = await makeCertificate(issuer, { studentName: 'Paula Paid' });
    const unpaid = await makeCertificate(issuer, { studentName: 'Ulla Unpaid' });
    await payFor(verifier, paid.uniqueId);
    await lookUpCertificate(verifier.actor, { uniqueId: unpaid.uniqueId });
    const [, verification] = listVerifiedOfIssuer(
      issuer.actor,
      parseInput(verificationListSchema, {}),
    ).verifications;
    const verifiedAt = formatInstant(verification?.payment?.paidAt ?? 0, 'UTC');

    expect(await text('/superadmin/issued-certificates', admin)).toContain('Aurora Institute');
    const all = await text('/superadmin/verified-certificates', admin);
    for (const part of ['Aurora Institute', 'Paula Paid', 'After payment', verifiedAt]) {
      expect(all).toContain(part);
    }
    expect(all).not.toContain('Ulla Unpaid');
    const own = await text('/admin/verified-certificates', issuer);
    for (const part of ['Paula Paid', 'Ulla Unpaid', verifiedAt]) expect(own).toContain(part);
    expect(await text('/verify', verifier)).toContain(verifiedAt);
  });

  it('show the same in CSV', async () => {
    const issuer = await makeIssuer({ name: 'Aurora Institute' });
    const [verifier, admin] = [await makeVerifier(), await makeSuperAdmin()];
    const paid = await makeCertificate(issuer, { studentName: 'Paula Paid' });
    const unpaid = await makeCertificate(issuer, { studentName: 'Ulla Unpaid' });
    await payFor(verifier, paid.uniqueId);
    await lookUpCertificate(verifier.actor, { uniqueId: unpaid.uniqueId });
    const all = await text('/superadmin/verified-certificates.csv', admin);
    expect(all).toMatch(/"Success",.*"Paula Paid","Aurora Institute","valid"/);
    expect(all).not.toContain('Ulla Unpaid');
    expect(await text('/admin/verified-certificates.csv', issuer)).toContain('"Ulla Unpaid"');
    expect(await text('/superadmin/issued-certificates.csv', admin)).toContain('"Aurora Institute"');
  });
});

describe('lists, look-ups and searches', () => {
  it('scan no table according to SQLite’s query plans', async () => {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const admin = await makeSuperAdmin();
    const certificate = await makeCertificate(issuer);
    await payFor(verifier, certificate.uniqueId);
    const cursor = Buffer.from('s99').toString('base64url');
    const lookedUp = Buffer.from('t99.99').toString('base64url');
    const plans = await queryPlans(async () => {
      for (const q of ['', 'ingrid', 'distributed', certificate.uniqueId]) {
        for (const state of ['', 'valid', 'expired', 'revoked']) {
          listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q, state, cursor }));
          listAllCertificates(admin.actor, parseInput(allCertificateListSchema, { q, state, cursor }));
        }
        listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { q })).total();
        listAllCertificates(admin.actor, parseInput(allCertificateListSchema, { q })).total();
        for (const state of ['', 'paid', 'unpaid']) {
          const query = { q, state, cursor: q ? cursor : lookedUp };
          listVerifiedOfIssuer(issuer.actor, parseInput(verificationListSchema, query));
          listAllVerified(admin.actor, parseInput(verificationListSchema, query));
          listOwnVerifications(verifier.actor, parseInput(verificationListSchema, query));
        }
      }
      await lookUpCertificate(verifier.actor, { uniqueId: certificate.uniqueId });
      await payFor(verifier, certificate.uniqueId);
      for (const q of ['', 'ingrid']) {
        listStudents(verifier.actor, { q, cursor });
        listApprovedIssuers(verifier.actor, { q, cursor });
      }
    });
    expect(plans.length).toBeGreaterThan(20);
    expect(tableScans(plans)).toEqual([]);
  });

  it('sort by date and course in the order of an index, page by page', async () => {
    const issuer = await makeIssuer();
    const other = await makeIssuer();
    const admin = await makeSuperAdmin();
    const days = ['2026-03-01', '2026-01-01', '2026-02-01', '2026-01-01', '2026-04-01'];
    for (const [index, issueDate] of days.entries()) {
      await makeCertificate(issuer, { issueDate, courseName: `Course ${'caebd'[index]}`, expiryDate: '' });
    }
    const foreign = await makeCertificate(other, { issueDate: '2026-01-15', courseName: 'Course aa' });
    const pages = (sort: (typeof CERTIFICATE_ORDERS)[number], cursor?: string): string[] => {
      const query = { ...parseInput(ownCertificateListSchema, { limit: '2', cursor }), sort };
      const { certificates, nextCursor } = listOwnCertificates(issuer.actor, query);
      const found = certificates.map(
        ({ issueDate, courseName }) => `${issueDate.slice(5, 7)} ${courseName.at(-1)}`,
      );
      return nextCursor === null ? found : [...found, ...pages(sort, nextCursor)];
    };
    expect(pages('date')).toEqual(['01 a', '01 b', '02 e', '03 c', '04 d']);
    expect(pages('-date')).toEqual(['04 d', '03 c', '02 e', '01 b', '01 a']);
    expect(pages('course')).toEqual(['01 a', '01 b', '03 c', '04 d', '02 e']);
    expect(pages('-course')).toEqual(['02 e', '04 d', '03 c', '01 b', '01 a']);
    // A cursor of another issuer's row tells nothing of it.
    const seq = sqlite()
      .prepare('select seq from certificates where unique_id = ?')
      .pluck()
      .get(foreign.uniqueId.replaceAll('-', ''));
    expect(pages('date', Buffer.from(`s${seq}`).toString('base64url'))).toEqual([]);
    const plans = await queryPlans(() => {
      for (const sort of CERTIFICATE_ORDERS) {
        for (const cursor of [undefined, Buffer.from('s2').toString('base64url')]) {
          listOwnCertificates(issuer.actor, { ...parseInput(ownCertificateListSchema, { cursor }), sort });
          listAllCertificates(admin.actor, { ...parseInput(allCertificateListSchema, { cursor }), sort });
        }
      }
    });
    const read = plans.filter(({ sql }) => /indexed by/i.test(sql));
    expect(read.length).toBeGreaterThanOrEqual(16);
    expect(tableScans(read)).toEqual([]);
    expect(sorts(read)).toEqual([]);
  });

  it('count what a search finds', async () => {
    const issuer = await makeIssuer();
    for (const studentName of ['Ada', 'Ada', 'Bo'])
      await makeCertificate(issuer, { studentName, allowDuplicate: true });
    const totalOf = (query: object) =>
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, query)).total();
    expect(totalOf({})).toBe(3);
    expect(totalOf({ q: 'ada' })).toBe(2);
    expect(totalOf({ state: 'valid' })).toBe(null);
  });
});
