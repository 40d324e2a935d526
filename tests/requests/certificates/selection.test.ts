import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const count = (sql: string) => sqlite().prepare(sql).pluck().get();

it('revokes a selection with one reason, with a log entry and a mail for each certificate', async () => {
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

  // Another issuer's certificate does not exist, so none is revoked.
  expect((await post([...ids, foreign.uniqueId], 'Wrong names')).status).toBe(404);
  expect((await post(ids, ' ')).status).toBe(400);
  expect((await post(Array(101).fill(ids[0]), 'Wrong names')).headers.get('location')).toBe(list);
  expect(count('select count(*) from certificate_revocations')).toBe(0);

  const entries = Number(count('select count(*) from log_entries'));
  const [first = '', ...others] = ids;
  expect((await post([first], 'Wrong names')).status).toBe(302);
  // Certificates that are already revoked or repeated are skipped.
  expect((await post([first, ...others, ...others], 'Wrong names')).status).toBe(302);
  expect(count("select count(*) from certificate_revocations where reason = 'Wrong names'")).toBe(3);
  expect(Number(count('select count(*) from log_entries')) - entries).toBe(3);
  expect(count("select count(*) from outbox where text like '%Wrong names%'")).toBe(3);
  expect((await post(ids, 'Again')).status).toBe(409);
});

it('revokes a selection over the API completely or not at all', async () => {
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
    { success: true, message: '2 certificates revoked.', skipped: [] },
  ]);
  const skipped = ids.map((uniqueId) => ({ uniqueId, reason: `${uniqueId} is already revoked.` }));
  const third = (await makeCertificate(issuer)).uniqueId;
  const more = await revoke({ uniqueIds: [...ids, third, ids[0]], reason });
  expect([more.status, await more.json()]).toEqual([
    201,
    { success: true, message: 'Certificate revoked.', skipped },
  ]);
  const again = await revoke({ uniqueIds: ids, reason });
  expect([again.status, await again.json()]).toEqual([
    409,
    { success: false, code: expect.any(String), message: 'These certificates are already revoked.', skipped },
  ]);
});

it('keeps search and page of the list, with and without a selection', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { expiryDate: '2026-12-31' });
  const list = '/admin/issued-certificates';
  const search = '?q=Ingrid&state=valid';
  const html = await (await fetchPage(list + search, { cookie: issuer.cookie })).text();
  expect(html).toMatch(
    /<input type="hidden" name="q" value="Ingrid"\/><input type="hidden" name="state" value="valid"\/>/,
  );
  expect(html).toContain(`/${uniqueId}/revocation?q=Ingrid&amp;state=valid`);
  for (const action of ['revocation', 'renewal']) {
    const path = `${list}/${action}${search}`;
    const nothing = await fetchPage(path, { cookie: issuer.cookie });
    expect([nothing.status, nothing.headers.get('location')]).toEqual([302, list + search]);
    const page = await (await fetchPage(`${path}&id=${uniqueId}`, { cookie: issuer.cookie })).text();
    expect(page).toContain(`href="${list}?q=Ingrid&amp;state=valid"`);
  }
  const revoked = await fetchPage(`${list}/revocation${search}&id=${uniqueId}`, {
    cookie: issuer.cookie,
    form: { reason: 'Wrong name' },
  });
  expect(revoked.headers.get('location')).toBe(list + search);
});
