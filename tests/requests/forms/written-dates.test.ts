import { beforeEach, describe, expect, it } from 'vitest';
import { certificateInput, makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

const issued = async () => {
  const answer = await fetchApi('certificates/my-issued', { token: issuer.token });
  return (await answer.json()).certificates.map(({ issueDate, expiryDate }: Record<string, string>) => [
    issueDate,
    expiryDate,
  ]);
};

async function issue(issueDate: string, expiryDate = '', language = 'en') {
  const form = { ...certificateInput(), issueDate, expiryDate } as Record<string, string>;
  const answer = await fetchPage('/admin/issue-certificate', {
    cookie: `${issuer.cookie}; language=${language}`,
    form,
  });
  return (await answer.text()).replaceAll('<!-- -->', '');
}

describe('a date of a form', () => {
  it.each([
    '2026-02-28',
    ' 2026-02-28T09:30 ',
    '28.2.2026',
    '28/02/26',
    '2/28/2026',
    '28 February 2026',
    'Feb 28, 2026',
    '28. Februar 2026',
    '28 février 2026',
    '28 de febrero de 2026',
    '28 de fevereiro de 2026',
    '٢٨ فبراير ٢٠٢٦',
    '28 फ़रवरी 2026',
    '2026年2月28日',
    '２０２６／０２／２８',
    '2569-02-28',
    '28/02/2569',
    '令和8年2月28日',
  ])('is read as people write it: %s', async (written) => {
    await issue(written, '31.12.2030');
    expect(await issued()).toEqual([['2026-02-28', '2030-12-31']]);
  });

  it('with two meanings is refused with both', async () => {
    const page = await issue('02/03/2026');
    expect(page).toContain(
      'Issue Date may be 2 March 2026 or 3 February 2026. Please write 2026-03-02 or 2026-02-03.',
    );
    expect(page).toContain('value="02/03/2026"');
    const german = await issue('2026-03-02', '4/5/2030', 'de');
    expect(german).toContain('4. Mai 2030 oder 5. April 2030');
    expect(german).toContain('2030-05-04 oder 2030-04-05');
    expect(await issued()).toEqual([]);
  });

  it.each([
    ['12/09/1447', 'has the year 1447, which may be of another calendar'],
    ['02/03/2569', 'may be 2 March 2026 or 3 February 2026'],
    ['0206-03-02', 'from 1900-01-01 on'],
  ])('of another calendar is refused, or has its own meanings: %s', async (written, reason) => {
    expect(await issue(written)).toContain(reason);
    expect(await issued()).toEqual([]);
  });

  it('is ISO 8601 alone in the API', async () => {
    const json = certificateInput({ issueDate: '28 February 2026' });
    const answer = await fetchApi('certs/issue', { token: issuer.token, json });
    expect([answer.status, (await answer.json()).errors]).toEqual([
      400,
      { issueDate: ['Issue Date must be a date such as 2026-11-01.'] },
    ]);
  });

  it('ends a coupon', async () => {
    const fields = { code: 'SPRING', kind: 'percent', value: '25', courseId: '', maxUses: '' };
    const post = (validUntil: string) =>
      fetchPage('/admin/coupons', {
        cookie: issuer.cookie,
        form: { intent: 'create', ...fields, validFrom: '', validUntil },
      });
    expect(await (await post('1/2/2039')).text()).toContain('1 February 2039 or 2 January 2039');
    expect((await post('1 Feb 2039')).status).toBeLessThan(400);
    const shown = async (language: string) =>
      (await fetchPage('/admin/coupons', { cookie: `${issuer.cookie}; language=${language}` })).text();
    expect(await shown('en')).toContain('until 01/02/2039');
    expect(await shown('de')).toContain('bis 01.02.2039');
  });
});

describe('a date of a list’s filter', () => {
  const list = async (query: string) => {
    const answer = await fetchPage(`/admin/issued-certificates?${query}`, issuer);
    return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') };
  };
  beforeEach(async () => {
    await makeCertificate(issuer, { courseName: 'Algebra', issueDate: '2026-02-01' });
    await makeCertificate(issuer, { courseName: 'Botany', issueDate: '2026-02-20' });
  });

  it('is read as people write it', async () => {
    const { html } = await list('from=10.2.2026&to=28%20Feb%202026');
    expect(html).toContain('value="2026-02-10"');
    expect(html).toContain('value="2026-02-28"');
    expect(html).toMatch(/<td[^>]*>(?:(?!<\/td>).)*Botany/);
    expect(html).not.toMatch(/<td[^>]*>(?:(?!<\/td>).)*Algebra/);
  });

  it('with two meanings is asked about, and one without a meaning counts for nothing', async () => {
    const { status, html } = await list('from=02/03/2026');
    expect(status).toBe(400);
    expect(html).toContain('from may be 2 March 2026 or 3 February 2026');
    expect((await list('from=soon')).status).toBe(200);
  });
});
