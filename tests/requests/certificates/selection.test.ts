import { expect, it } from 'vitest';
import { listOwnCertificates, ownCourses } from '#app/certificates/list-certificates.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';

const count = (sql: string) => sqlite.prepare(sql).pluck().get();

it('several certificates are revoked with one reason, each with its own entry and mail', async () => {
  const issuer = await makeIssuer();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push((await makeCertificate(issuer)).uniqueId);
  const foreign = await makeCertificate(await makeIssuer());
  const list = '/admin/issued-certificates';
  const pathOf = (selected: string[]) => `${list}/revocation?${selected.map((id) => `id=${id}`).join('&')}`;
  const post = (selected: string[], reason: string) =>
    fetchPage(pathOf(selected), { cookie: issuer.cookie, form: { reason } });

  const html = await (await fetchPage(list, { cookie: issuer.cookie })).text();
  expect(html.match(/name="id"/g)).toHaveLength(3);
  const page = await (await fetchPage(pathOf(ids), { cookie: issuer.cookie })).text();
  expect(page).toContain('Revoke 3 certificates');
  for (const id of ids) expect(page).toContain(id);
  expect((await fetchPage(pathOf([]), { cookie: issuer.cookie })).status).toBe(302);

  // All or none: another issuer's certificate does not exist.
  expect((await post([...ids, foreign.uniqueId], 'Wrong names')).status).toBe(404);
  expect((await post(ids, ' ')).status).toBe(400);
  expect((await post(Array(101).fill(ids[0]), 'Wrong names')).headers.get('location')).toBe(list);
  expect(count('select count(*) from certificate_revocations')).toBe(0);

  const entries = Number(count('select count(*) from log_entries'));
  const [first = '', ...others] = ids;
  expect((await post([first], 'Wrong names')).status).toBe(302);
  // One that is revoked already is left alone, and twice the same counts once.
  expect((await post([first, ...others, ...others], 'Wrong names')).status).toBe(302);
  expect(count("select count(*) from certificate_revocations where reason = 'Wrong names'")).toBe(3);
  expect(Number(count('select count(*) from log_entries')) - entries).toBe(3);
  expect(count("select count(*) from outbox where text like '%Wrong names%'")).toBe(3);
  expect((await post(ids, 'Again')).status).toBe(409);
});

it('the API revokes several with one reason, all or none', async () => {
  const issuer = await makeIssuer();
  const ids = [(await makeCertificate(issuer)).uniqueId, (await makeCertificate(issuer)).uniqueId];
  const foreign = await makeCertificate(await makeIssuer());
  const revoke = (json: unknown) => fetchApi('certificates/revocations', { token: issuer.token, json });
  const reason = 'Wrong date';
  expect((await revoke({ uniqueIds: [...ids, foreign.uniqueId], reason })).status).toBe(404);
  const tooMany = await revoke({ uniqueIds: Array(101).fill(ids[0]), reason });
  expect([tooMany.status, Object.keys((await tooMany.json()).errors)]).toEqual([400, ['uniqueIds']]);
  expect((await revoke({ uniqueIds: ids })).status).toBe(400);
  expect(count('select count(*) from certificate_revocations')).toBe(0);
  const done = await revoke({ uniqueIds: [...ids, ids[0]], reason });
  expect([done.status, await done.json()]).toEqual([
    201,
    { success: true, message: '2 certificates revoked.' },
  ]);
  expect((await revoke({ uniqueIds: ids, reason })).status).toBe(409);
});

it('the list is filtered by course and issue date, on page, CSV and API', async () => {
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
  expect(html).toContain('<option>Botany &lt;b&gt;</option>');
  expect(html).not.toContain('Drawing');
  const csv = await fetchPage(`${path}.csv?to=2025-12-31`, { cookie: issuer.cookie });
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(2);
});

it('filters read indexes only', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const plans = async (query: object) => {
    const found = await queryPlans(() => listOwnCertificates(issuer.actor, query));
    expect(tableScans(found).filter((step) => !step.includes('subquery'))).toEqual([]);
    return found.flatMap(({ steps }) => steps).join('\n');
  };
  expect(await plans({ course: 'Algebra' })).toMatch(/INDEX certificates_by_course/);
  expect(await plans({ course: 'Algebra' })).not.toContain('TEMP B-TREE FOR ORDER');
  expect(await plans({ from: '2026-01-01' })).toMatch(/INDEX certificates_by_issue_date/);
  const courses = await queryPlans(() => ownCourses(issuer.actor));
  expect(tableScans(courses)).toEqual([]);
});
