import { describe, expect, it } from 'vitest';
import { describedCalls, violation } from '#tests/support/api-description.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';

describe('unknown query parameters', () => {
  const calls = describedCalls.flatMap(({ name, method, path, operation }) => {
    const query = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
    const names = query.map((parameter) => parameter.name);
    return names.length === 0 ? [] : { name, method, path: path.slice(1).replace(/\{\w+\}/g, 'none'), names };
  });

  it('can be sent to many calls', () => expect(calls.length).toBeGreaterThan(10));

  it.each(calls)('of $name are refused and named, with those that exist', async ({ method, path, names }) => {
    const { token } = await makeSuperAdmin();
    const ask = (query: string) => fetchApi(`${path}?${query}`, { method, token });
    const refused = await ask(`${names[0]}=&stage=valid&Limit=1`);
    const messageFor = (name: string) =>
      `There is no parameter '${name}'. The parameters are ${names.join(', ')}.`;
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        success: false,
        code: expect.any(String),
        message: messageFor('Limit'),
        errors: { stage: [messageFor('stage')], Limit: [messageFor('Limit')] },
      },
    ]);
    expect((await fetchApi(`${path}?status=`, { method })).status, 'without a token').not.toBe(200);
  });

  it('have bounded errors', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `x${index}`);
    for (const query of [names.join('&'), 'x'.repeat(1_000), '__proto__=1', '<b>=1', '%00=1', '=1']) {
      const response = await fetchApi(`users/courses?${query}`);
      const text = await response.text();
      expect([response.status, Object.keys(JSON.parse(text).errors).length > 0], query).toEqual([400, true]);
      expect(text.length).toBeLessThan(4_000);
    }
  });

  it('are ignored by pages and by calls without parameters', async () => {
    const issuer = await makeIssuer();
    const { cookie, token } = issuer;
    const { uniqueId } = await makeCertificate(issuer);
    for (const path of ['/courses?status=x', '/admin/issued-certificates?status=x&utm_source=mail']) {
      expect((await fetchPage(path, { cookie })).status, path).toBe(200);
    }
    const { certificates } = await (await fetchApi('certificates/my-issued', { token })).json();
    const { pathname, search } = new URL(certificates[0].pngUrl);
    expect((await fetchRaw(`${pathname}${search}&utm_source=mail`)).status).toBe(200);
    for (const path of ['users/me', `certificates/${uniqueId}/mail`]) {
      expect((await fetchApi(`${path}?status=x`, { token })).status, path).toBe(200);
    }
  });
});

describe('a POST without a body', () => {
  const HEADERS: Record<string, string>[] = [
    {},
    { 'content-length': '0' },
    { 'content-type': 'application/json' },
    // `curl -d ''` sends it.
    { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  ];
  const post = (path: string, token: string, headers = {}, body?: string) =>
    fetchApi(path, { method: 'POST', token, headers, ...(body !== undefined && { body }) });

  it.each(HEADERS)('is accepted by the calls whose fields are all optional, with %j', async (headers) => {
    const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const { course } = await makeWholeCourse(issuer, { price: '0' });
    const statuses = [
      await post(`certificates/${uniqueId}/renewal`, issuer.token, headers),
      await post(`admin/course/addModules/${course.id}`, issuer.token, headers),
      await post(`courses/${course.id}/purchase`, learner.token, headers),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 200]);
  });

  it.each(describedCalls.filter(({ operation }) => operation.requestBody?.content['application/json']))(
    'is described for $name as it is accepted',
    async ({ operation, pointer }) => {
      const place = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
      expect(operation.requestBody?.required === false).toBe((await violation(place, {})) === null);
    },
  );

  it('counts as {} for an Idempotency-Key', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const headers = { 'idempotency-key': 'once' };
    const path = `certificates/${uniqueId}/renewal`;
    const first = await (await post(path, issuer.token, headers)).json();
    const again = await fetchApi(path, { token: issuer.token, headers, json: {} });
    expect((await again.json()).certificate.uniqueId).toBe(first.certificate.uniqueId);
  });

  it('is refused where a field is required, and so is a body without a type', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    expect((await post('certs/issue', issuer.token)).status).toBe(415);
    const empty = await post('certs/issue', issuer.token, { 'content-type': 'application/json' });
    expect([empty.status, await empty.json()]).toEqual([
      400,
      { success: false, code: expect.any(String), message: expect.any(String) },
    ]);
    const path = `certificates/${uniqueId}/renewal`;
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded']) {
      const sent = await post(path, issuer.token, { 'content-type': type }, '{"expiresAfter":"P1Y"}');
      expect(sent.status, type).toBe(415);
    }
  });
});
