import { afterEach, describe, expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import {
  allCertificateListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import {
  allCourses,
  listAllCertificates,
  listOwnCertificates,
  ownCourses,
} from '#app/certificates/list-certificates.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import {
  allVerifiedCourses,
  listAllVerified,
  listOwnVerifications,
  listVerifiedOfIssuer,
  ownVerifiedCourses,
  verifiedCoursesOfIssuer,
} from '#app/verification/list-verifications.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { queryPlans, sorts, tableScans } from '#tests/support/query-plans.ts';

afterEach(() => setClock());

it('filters an issuer’s list by course and issue date, on the page, in CSV and over the API', async () => {
  const issuer = await makeIssuer();
  for (const [courseName, issueDate] of [
    ['Algebra', '2025-06-30'],
    ['Algebra', '2026-06-30'],
    ['Botany <b>', '2026-06-30'],
    ['Chemistry', '2026-07-01'],
  ])
    await makeCertificate(issuer, { courseName, issueDate, expiryDate: null });
  await makeCertificate(await makeIssuer(), { courseName: 'Drawing' });
  const found = async (query: string) => {
    const answer = await fetchApi(`certificates/my-issued?${query}`, { token: issuer.token });
    const { certificates } = await answer.json();
    return certificates.map(
      ({ courseName, issueDate }: Record<string, string>) => `${courseName} ${issueDate}`,
    );
  };
  expect(await found('course=Algebra')).toEqual(['Algebra 2026-06-30', 'Algebra 2025-06-30']);
  expect(await found('from=2026-06-30&to=2026-06-30')).toEqual([
    'Botany <b> 2026-06-30',
    'Algebra 2026-06-30',
  ]);
  expect(await found('course=Algebra&from=2026-01-01&state=valid')).toEqual(['Algebra 2026-06-30']);
  expect(await found('q=alg&to=2025-12-31')).toEqual(['Algebra 2025-06-30']);
  expect(await found('course=Algebra&state=revoked')).toEqual([]);
  const refused = await fetchApi('certificates/my-issued?from=2026-02-30', { token: issuer.token });
  expect([refused.status, (await refused.json()).errors.from]).toEqual([
    400,
    [expect.stringContaining('date')],
  ]);
  const path = '/admin/issued-certificates';
  const html = await (
    await fetchPage(`${path}?course=Algebra&from=nonsense`, { cookie: issuer.cookie })
  ).text();
  expect(html.match(/name="id"/g)).toHaveLength(2);
  expect(html).toContain('<option value="Botany &lt;b&gt;">');
  expect(html).not.toContain('Drawing');
  const csv = await fetchPage(`${path}.csv?to=2025-12-31`, { cookie: issuer.cookie });
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(2);
});

type Listed = { courseName: string; issueDate: string };

/** Reads all pages of an API list, each row as 'course date'. */
async function listed(path: string, { token }: Person, date: keyof Listed | 'lookedUpAt' = 'issueDate') {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await fetchApi(`${path}${cursor && `&cursor=${cursor}`}`, { token });
    expect(answer.status, path).toBe(200);
    const page = await answer.json();
    const rows = (page.certificates ?? page.verifications) as (Listed & { lookedUpAt: string })[];
    found.push(...rows.map((row) => `${row.courseName} ${row[date].slice(0, 10)}`));
    cursor = page.nextCursor;
  }
  return found;
}

describe('the list of all certificates', () => {
  it('is filtered by the name of an issuer, however it is written', async () => {
    const admin = await makeSuperAdmin();
    const [one, two, other] = [
      await makeIssuer({ name: 'École d’Été' }),
      await makeIssuer({ name: 'Ecole d Ete' }),
      await makeIssuer({ name: 'École d’Été du Nord' }),
    ];
    const twin = await makeIssuer({ name: "ECOLE D'ETE" });
    for (const [issuer, courseName, issueDate] of [
      [one, 'Algebra', '2026-01-01'],
      [two, 'Algebra', '2026-02-02'],
      [other, 'Algebra', '2026-03-03'],
      [twin, 'ALGEBRA', '2026-04-04'],
      [one, 'Botany', '2026-05-05'],
    ] as const)
      await makeCertificate(issuer, { courseName, issueDate, expiryDate: '2027-01-01' });
    const found = (issuer: string, more = '') =>
      listed(`certificates/all?limit=1&issuer=${encodeURIComponent(issuer)}${more}`, admin);
    const both = ['Botany 2026-05-05', 'ALGEBRA 2026-04-04', 'Algebra 2026-01-01'];
    for (const name of [
      'École d’Été',
      "ecole  d'ete",
      'ＥＣＯＬＥ ｄ＇ｅｔｅ ',
      'E\u0301cole d\u2019E\u0301te\u0301',
    ])
      expect([name, await found(name)]).toEqual([name, both]);
    expect(await found('École d’Été', '&course=algebra')).toEqual(both.slice(1));
    expect(await found('École d’Été', '&q=alg&from=2026-02-01')).toEqual([both[1]]);
    expect(await found('École d’Été', '&state=revoked')).toEqual([]);
    expect(await found('École')).toEqual([]);
    expect(await found("'")).toEqual([]);
    // A username is the issuer's alone, whatever others are called.
    const namesake = await makeIssuer({ name: two.username });
    await makeCertificate(namesake);
    expect(await found(two.username)).toEqual(['Algebra 2026-02-02']);
    sqlite().prepare("update organisations set name = 'Lycée' where id = ?").run(twin.id);
    expect(await found('lycee')).toEqual([both[1]]);
    expect(await found('École d’Été')).toEqual([both[0], both[2]]);

    const path = '/superadmin/issued-certificates';
    const query = `?issuer=${encodeURIComponent('ecole d’ete')}`;
    const html = await (await fetchPage(`${path}${query}`, { cookie: admin.cookie })).text();
    expect(html.match(/name="id"/g)).toHaveLength(2);
    const csv = await fetchPage(`${path}.csv${query}`, { cookie: admin.cookie });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(3);
  });

  it('finds all issuers of a name of one word, from which the username of one is made', async () => {
    const admin = await makeSuperAdmin();
    const [one, twin] = [await makeIssuer({ name: 'Kestrel' }), await makeIssuer({ name: 'KESTREL' })];
    await makeCertificate(one, { courseName: 'Algebra', issueDate: '2026-01-01' });
    await makeCertificate(twin, { courseName: 'Botany', issueDate: '2026-02-02' });
    const found = (issuer: string) => listed(`certificates/all?issuer=${issuer}`, admin);
    expect(await found('Kestrel')).toEqual(['Botany 2026-02-02', 'Algebra 2026-01-01']);
    expect(await found(one.username)).toEqual(['Algebra 2026-01-01']);
  });

  it('looks a name up in an index', async () => {
    const { browser } = await makeSuperAdmin();
    const input = parseInput(allCertificateListSchema, { issuer: 'Aurora' });
    const plans = await queryPlans(() => listAllCertificates(browser, input));
    expect(plans.some(({ sql }) => sql.includes('searched_name'))).toBe(true);
    expect(tableScans(plans)).toEqual([]);
  });

  it('is filtered by issuer, course and issue date, on the page, in CSV and over the API', async () => {
    const [aurora, borealis] = [await makeIssuer({ name: 'Aurora' }), await makeIssuer({ name: 'Borealis' })];
    const admin = await makeSuperAdmin();
    for (const [issuer, courseName, issueDate] of [
      [aurora, 'Algebra', '2026-06-30'],
      [aurora, 'Algebra', '2025-06-30'],
      [borealis, 'Algebra', '2026-06-30'],
      [borealis, 'Botany', '2026-07-01'],
    ] as const)
      await makeCertificate(issuer, { courseName, issueDate, expiryDate: '2027-01-01' });
    const found = (query: string) => listed(`certificates/all?limit=1&${query}`, admin);
    expect(await found('course=Algebra')).toEqual([
      'Algebra 2026-06-30',
      'Algebra 2025-06-30',
      'Algebra 2026-06-30',
    ]);
    expect(await found(`issuer=${aurora.username}`)).toEqual(['Algebra 2025-06-30', 'Algebra 2026-06-30']);
    const dated = ['Botany 2026-07-01', 'Algebra 2026-06-30', 'Algebra 2026-06-30'];
    expect(await found('from=2026-01-01')).toEqual(dated);
    expect(await found('from=2026-01-01&state=valid')).toEqual(dated);
    expect(await found('to=2026-06-30&course=Algebra')).toEqual([
      'Algebra 2026-06-30',
      'Algebra 2025-06-30',
      'Algebra 2026-06-30',
    ]);
    expect(await found(`issuer=${borealis.username}&course=Algebra&to=2026-06-30`)).toEqual([dated[1]]);
    expect(await found('q=alg&from=2026-01-01')).toEqual(dated.slice(1));
    expect(await found('issuer=nobody')).toEqual([]);
    expect(await found('from=2026-07-01&to=2026-06-30')).toEqual([]);
    expect(await found(`issuer=${admin.username}`)).toEqual([]);
    const refused = await fetchApi('certificates/all?to=2026-02-30', { token: admin.token });
    expect([refused.status, Object.keys((await refused.json()).errors)]).toEqual([400, ['to']]);

    const path = '/superadmin/issued-certificates';
    const html = await (await fetchPage(`${path}?course=Botany`, { cookie: admin.cookie })).text();
    expect(html.match(/name="id"/g)).toHaveLength(1);
    expect(html).toContain(`<option value="${aurora.username}">Aurora</option>`);
    const csv = await fetchPage(`${path}.csv?issuer=${aurora.username}&to=2025-12-31`, {
      cookie: admin.cookie,
    });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(2);
  });

  it('finds revoked certificates by issue date', async () => {
    const [issuer, admin] = [await makeIssuer(), await makeSuperAdmin()];
    for (const issueDate of ['2026-01-31', '2026-03-31', '2026-02-28']) {
      const { uniqueId } = await makeCertificate(issuer, { courseName: 'Algebra', issueDate });
      revokeCertificate(issuer.actor, uniqueId, { reason: 'By mistake' });
    }
    for (const query of ['', '&course=Algebra'])
      for (const [path, person] of [['all', admin] as const, ['my-issued', issuer] as const])
        expect(
          await listed(`certificates/${path}?limit=1&state=revoked&to=2026-02-28${query}`, person),
        ).toEqual(['Algebra 2026-02-28', 'Algebra 2026-01-31']);
  });
});

describe('the lists of verifications', () => {
  it('are filtered by course and day of the look-up, for every role', async () => {
    const [issuer, verifier, admin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
    const lookUp = async (courseName: string, at: string, paid = false) => {
      const { uniqueId } = await makeCertificate(issuer, { courseName });
      setClock(() => Date.parse(at));
      await lookUpCertificate(verifier.browser, { uniqueId });
      setClock();
      if (paid) await payFor(verifier, uniqueId);
      return uniqueId;
    };
    await lookUp('Algebra', '2026-03-01T00:00:00Z');
    const replaced = await lookUp('Botany', '2026-03-01T23:59:59.999Z', true);
    await lookUp('Algebra', '2026-03-02T00:00:00Z', true);
    const lists = [
      ['certificates/my-verified', issuer],
      ['certificates/all-verified', admin],
      ['verifications', verifier],
    ] as const;
    for (const [path, person] of lists) {
      const found = (query: string) => listed(`${path}?limit=1&${query}`, person, 'lookedUpAt');
      expect(await found('course=Algebra')).toEqual(['Algebra 2026-03-02', 'Algebra 2026-03-01']);
      expect(await found('course=Algebra&state=paid')).toEqual(['Algebra 2026-03-02']);
      expect(await found('from=2026-03-01&to=2026-03-01')).toEqual([
        'Botany 2026-03-01',
        'Algebra 2026-03-01',
      ]);
      expect(await found('to=2026-03-01&course=Algebra')).toEqual(['Algebra 2026-03-01']);
      expect(await found('q=alg&from=2026-03-02')).toEqual(['Algebra 2026-03-02']);
      // Auckland is 13 hours ahead, so the evening of the first is already the second there.
      expect(await found('to=2026-03-01&timeZone=Pacific/Auckland')).toEqual(['Algebra 2026-03-01']);
      expect(await found('from=2026-03-02&timeZone=Pacific/Auckland')).toHaveLength(2);
      expect(await found('from=1900-01-01&to=9999-12-31')).toHaveLength(3);
      for (const query of ['from=2026-02-30', 'timeZone=Nowhere', 'cursor=czk', `course=${'x'.repeat(201)}`])
        expect((await fetchApi(`${path}?${query}`, { token: person.token })).status, query).toBe(400);
    }
    // The look-up of a replacement has the course of the replacement.
    await replaceCertificate(
      issuer.actor,
      replaced,
      parseInput(issueSchema, certificateInput({ courseName: 'Chemistry' })),
    );
    expect(ownVerifiedCourses(verifier.actor)).toEqual(['Algebra', 'Botany', 'Chemistry']);

    const path = '/admin/verified-certificates';
    const get = async (query: string, { cookie }: Person, zone: string) =>
      (await fetchPage(query, { cookie: `${cookie}; time_zone=${encodeURIComponent(zone)}` })).text();
    const csv = await get(`${path}.csv?course=Algebra&to=2026-03-01`, issuer, 'UTC');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    for (const [page, person] of [
      [path, issuer],
      ['/superadmin/verified-certificates', admin],
      ['/verify', verifier],
    ] as const) {
      const days = `${page}?from=2026-03-02&to=2026-03-02`;
      const html = await get(days, person, 'Pacific/Auckland');
      expect(html.replaceAll('<!-- -->', '')).toContain('Looked up from');
      expect(html).toContain('<option value="Botany">Botany</option>');
      expect(html).toContain(replaced);
      expect(await get(days, person, 'UTC')).not.toContain(replaced);
      expect(await get(`${page}?to=2026-02-28`, person, 'UTC')).toContain('Nothing found');
    }
  });
});

it('reads filtered lists from indexes without scanning or sorting', async () => {
  const [issuer, verifier, admin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const filters = [
    { course: 'Algebra' },
    { from: '2026-01-01' },
    { to: '2026-01-31' },
    { course: 'Algebra', from: '2026-01-01', to: '2026-01-31' },
  ];
  const plans = await queryPlans(() => {
    for (const filter of filters) {
      for (const state of ['', 'valid', 'expired', 'revoked']) {
        listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { ...filter, state }));
        listAllCertificates(admin.actor, parseInput(allCertificateListSchema, { ...filter, state }));
        listAllCertificates(
          admin.actor,
          parseInput(allCertificateListSchema, { ...filter, state, issuer: issuer.username }),
        );
      }
      for (const state of ['', 'paid', 'unpaid']) {
        for (const q of ['', 'ingrid']) {
          listVerifiedOfIssuer(issuer.actor, parseInput(verificationListSchema, { ...filter, state, q }));
          listAllVerified(admin.actor, parseInput(verificationListSchema, { ...filter, state, q }));
          listOwnVerifications(verifier.actor, parseInput(verificationListSchema, { ...filter, state, q }));
        }
      }
    }
  });
  expect([...tableScans(plans), ...sorts(plans)]).toEqual([]);
  const steps = plans.flatMap((plan) => plan.steps).join('\n');
  for (const step of [
    'certificates_of_course (course_name=? AND seq<?)',
    'certificates_of_issue_date (issue_date=? AND seq<?)',
    'certificates_of_issue_date (issue_date>? AND issue_date<?)',
    'certificates_of_course_and_date (course_name=? AND issue_date=? AND seq<?)',
    'certificates_by_course_and_date (issuer_id=? AND course_name=? AND issue_date=? AND seq<?)',
    'certificates_by_issue_date (issuer_id=? AND issue_date=? AND seq<?)',
    'verifications_by_issuer_and_course (issuer_id=? AND course_name=? AND looked_up_at>? AND looked_up_at<?)',
    'verifications_paid_by_verifier (verifier_id=? AND looked_up_at>? AND looked_up_at<?)',
    'verifications_by_time (looked_up_at>? AND looked_up_at<?)',
  ])
    expect(steps).toContain(step);
});

it('reads the courses of a filter from an index', async () => {
  const [issuer, verifier, admin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const plans = await queryPlans(() => {
    ownCourses(issuer.actor);
    allCourses(admin.actor);
    verifiedCoursesOfIssuer(issuer.actor);
    allVerifiedCourses(admin.actor);
    ownVerifiedCourses(verifier.actor);
  });
  expect(plans).toHaveLength(5);
  expect(tableScans(plans)).toEqual([]);
});

describe('a course that is written in several ways', () => {
  const SPELLINGS = ['Excel Basics', 'EXCEL BASICS', 'excel  basics', 'Ｅｘｃｅｌ Basics'];

  async function issueAll() {
    const issuer = await makeIssuer();
    const ids: string[] = [];
    // Other courses between them, and more certificates than a page has.
    for (let round = 0; round < 2; round += 1)
      for (const courseName of [...SPELLINGS, 'Excel', 'Excel Basics 2']) {
        const { uniqueId } = await makeCertificate(issuer, {
          courseName,
          issueDate: `2026-0${round + 1}-15`,
        });
        if (SPELLINGS.includes(courseName)) ids.unshift(uniqueId);
      }
    return { issuer, ids };
  }

  it('is one course for the filter and its choices, page by page in the list’s order', async () => {
    const { issuer, ids } = await issueAll();
    const superAdmin = await makeSuperAdmin();
    for (const course of ['excel basics', ' EXCEL\u00a0Basics ', 'Ｅｘｃｅｌ Basics'])
      for (const filter of ['', '&from=2026-01-01', '&state=valid', '&q=exc']) {
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query = `?course=${encodeURIComponent(course)}${filter}&limit=3${cursor && `&cursor=${cursor}`}`;
          const answer = await fetchApi(`certificates/my-issued${query}`, { token: issuer.token });
          const { certificates, nextCursor } = await answer.json();
          found.push(...certificates.map(({ uniqueId }: { uniqueId: string }) => uniqueId));
          cursor = nextCursor;
        }
        expect([course, filter, found]).toEqual([course, filter, ids]);
      }
    const all = listAllCertificates(superAdmin.actor, {
      ...parseInput(allCertificateListSchema, { course: 'excel basics' }),
      issuer: '',
    });
    expect(all.certificates.map(({ uniqueId }) => uniqueId)).toEqual(ids);
    expect(ownCourses(issuer.actor)).toEqual(['EXCEL BASICS', 'Excel', 'Excel Basics 2']);
  });

  it('is one course for the filter of look-ups', async () => {
    const { ids } = await issueAll();
    const verifier = await makeVerifier();
    for (const uniqueId of ids) await payFor(verifier, uniqueId);
    const query = parseInput(verificationListSchema, { course: 'excel basics', limit: '3' });
    const first = listOwnVerifications(verifier.actor, query);
    const rest = listOwnVerifications(verifier.actor, {
      ...query,
      limit: 50,
      cursor: first.nextCursor ?? undefined,
    });
    const found = [...first.verifications, ...rest.verifications].map(
      ({ certificate }) => certificate?.uniqueId,
    );
    expect(found).toEqual(ids.toReversed());
    expect(ownVerifiedCourses(verifier.actor)).toEqual(['EXCEL BASICS']);
  });

  it('costs no scan and no sort', async () => {
    const { issuer } = await issueAll();
    const plans = await queryPlans(() =>
      listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { course: 'excel basics' })),
    );
    expect([tableScans(plans), sorts(plans)]).toEqual([[], []]);
  });
});
