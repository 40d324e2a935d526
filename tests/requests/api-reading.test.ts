import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  giveCredit,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeStatement,
  makeSuperAdmin,
  makeVerifier,
} from '#tests/support/factories.ts';
import { type ApiOptions, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const DAY_MS = 86_400_000;

describe('a list', () => {
  it('leads through all of its pages with Link headers', async () => {
    const issuer = await makeIssuer();
    for (let made = 0; made < 5; made += 1) await makeCertificate(issuer);
    const seen: string[] = [];
    let next: string | null = '/api/v1/certificates/my-issued?limit=2';
    let pages = 0;
    while (next) {
      const answer: Response = await fetchApi(next, { token: issuer.token });
      const { certificates } = await answer.json();
      seen.push(...certificates.map(({ uniqueId }: { uniqueId: string }) => uniqueId));
      const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      next = link ? link.slice(new URL(link).origin.length) : null;
      pages += 1;
    }
    expect([pages, new Set(seen).size]).toEqual([3, 5]);
  });

  it('leaves out what is older than since, and ends there', async () => {
    const issuer = await makeIssuer();
    const start = Date.now() - 10 * DAY_MS;
    const ids = [];
    for (let day = 0; day < 4; day += 1) {
      setClock(() => start + day * DAY_MS);
      ids.push((await makeCertificate(issuer)).uniqueId);
    }
    setClock();
    const read = async (since: string) => {
      const query = new URLSearchParams({ since, limit: '3' });
      const answer = await fetchApi(`certificates/my-issued?${query}`, { token: issuer.token });
      const { certificates, nextCursor } = await answer.json();
      return [
        certificates.map(({ uniqueId }: { uniqueId: string }) => uniqueId),
        nextCursor,
        answer.headers.has('link'),
      ];
    };
    const at = (day: number) => new Date(start + day * DAY_MS).toISOString();
    expect(await read(at(2))).toEqual([[ids[3], ids[2]], null, false]);
    expect(await read(at(2.5))).toEqual([[ids[3]], null, false]);
    expect((await read(at(0)))[0]).toEqual([ids[3], ids[2], ids[1]]);
    expect((await read(at(0)))[1]).toEqual(expect.any(String));
    expect((await read('2020-01-01'))[0]).toHaveLength(3);
  });

  it('names since when it is no time', async () => {
    const { token } = await makeIssuer();
    for (const since of ['yesterday', '2026-13-01', '2026-03-01T09:30:00', '1', 'x'.repeat(50)]) {
      const answer = await fetchApi(`certificates/my-issued?since=${since}`, { token });
      expect([since, answer.status, Object.keys((await answer.json()).errors)]).toEqual([
        since,
        400,
        ['since'],
      ]);
    }
  });

  it('leaves out rows of a batch, entries of a statement, coupons and learners before it', async () => {
    const issuer = await makeIssuer();
    const read = async (path: string, list: string, token = issuer.token) => {
      const answer = await (await fetchApi(path, { token })).json();
      return (answer.batch ?? answer)[list].length;
    };
    const soon = encodeURIComponent(new Date(Date.now() + DAY_MS).toISOString());
    const batchId = (await makeBatch(issuer)).id;
    expect(await read(`certs/batches/${batchId}?since=${soon}`, 'rows'), 'rows without a time').toBe(3);
    startBatch(issuer.actor, batchId);
    await issueBatches();
    expect(await read(`certs/batches/${batchId}?since=2026-01-01`, 'rows')).toBe(3);
    expect(await read(`certs/batches/${batchId}?since=${soon}`, 'rows')).toBe(0);
    const coupon = { code: 'SPRING-25', kind: 'percent', value: '25' };
    await fetchApi('coupons', { token: issuer.token, json: coupon });
    expect(await read('coupons?since=2026-01-01', 'coupons')).toBe(1);
    expect(await read(`coupons?since=${soon}`, 'coupons')).toBe(0);
    const [learner, office] = [await makeVerifier(), await makeSuperAdmin()];
    const { course } = await makeWholeCourse(issuer, { price: '0' });
    await fetchApi(`courses/${course.id}/enrolment`, { token: learner.token, json: {} });
    expect(await read(`courses/${course.id}/learners?since=2026-01-01`, 'learners')).toBe(1);
    expect(await read(`courses/${course.id}/learners?since=${soon}`, 'learners')).toBe(0);
    await giveCredit(office, learner, 5_000);
    const statement = makeStatement(learner, 2);
    expect(await read(`statements/${statement}?since=2026-01-01`, 'entries', learner.token)).toBe(2);
    expect(await read(`statements/${statement}?since=${soon}`, 'entries', learner.token)).toBe(0);
    expect(await read('accounts?since=2026-01-01', 'accounts', office.token)).toBe(1);
    expect(await read(`accounts?since=${soon}`, 'accounts', office.token)).toBe(0);
  });

  it('has no next page in its Link header where since ends it', async () => {
    const { token } = await makeIssuer();
    for (const name of ['First', 'Second'])
      await fetchApi('tokens', { method: 'POST', token, json: { name, scopes: ['certificates:read'] } });
    const read = async (since: string) => {
      const answer = await fetchApi(`tokens?limit=1&since=${since}`, { token });
      const { nextCursor } = await answer.json();
      return [nextCursor !== null, answer.headers.has('link')];
    };
    expect(await read('2026-01-01')).toEqual([true, true]);
    expect(await read(new Date(Date.now() + 60_000).toISOString())).toEqual([false, false]);
  });

  it('takes since, except events', () => {
    const lists = describedCalls.filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'cursor'),
    );
    const without = lists
      .filter(({ operation }) => !operation.parameters?.some(({ name }) => name === 'since'))
      .map(({ name }) => name);
    expect(lists.length).toBeGreaterThan(20);
    expect(without.toSorted()).toEqual(WITHOUT_SINCE);
  });
});

/** They have `after` instead. */
const WITHOUT_SINCE = ['GET /events'];

describe('a single object', () => {
  it('has an entity tag, and is not sent again while it stays the same', async () => {
    const issuer = await makeIssuer();
    const path = `designs/${makeDesign(issuer)}`;
    const read = (tag?: string, method = 'GET') =>
      fetchApi(path, { method, token: issuer.token, headers: tag ? { 'if-none-match': tag } : {} });
    const first = await read();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const asked of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(asked);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await read(tag, 'HEAD')).status).toBe(304);
    expect((await read('"other"')).status).toBe(200);
    await fetchApi(`${path}/default`, { method: 'PUT', token: issuer.token, json: {} });
    const changed = await read(tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });

  it('tells strangers nothing by its tag', async () => {
    const issuer = await makeIssuer();
    const path = `designs/${makeDesign(issuer)}`;
    const other = await makeIssuer();
    const answer = await fetchApi(path, { token: other.token, headers: { 'if-none-match': '*' } });
    expect(answer.status).toBe(404);
  });
});

describe('methods', () => {
  it.each([...new Set(describedCalls.map(({ path }) => path))])('OPTIONS %s lists them', async (path) => {
    const answer = await fetchApi(path.slice(1).replace(/\{\w+\}/g, 'none'), { method: 'OPTIONS' });
    const known = describedCalls.filter((call) => call.path === path).map(({ method }) => method);
    const allowed = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, [...allowed, 'OPTIONS'].join(', ')]);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const issuer = await makeIssuer();
    const path = `designs/${makeDesign(issuer)}`;
    const [get, head] = [
      await fetchApi(path, { token: issuer.token }),
      await fetchApi(path, { method: 'HEAD', token: issuer.token }),
    ];
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    expect(await head.text()).toBe('');
  });
});

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('%s makes a list smaller', async (encoding, decompress) => {
    const issuer = await makeIssuer();
    for (let made = 0; made < 3; made += 1) await makeCertificate(issuer);
    const read = (accepted: string) =>
      fetchApi('certificates/my-issued', { token: issuer.token, headers: { 'accept-encoding': accepted } });
    const compressed = await read(encoding);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    const bytes = Buffer.from(await compressed.arrayBuffer());
    const text = decompress(bytes).toString();
    expect(JSON.parse(text).certificates).toHaveLength(3);
    expect(bytes.length).toBeLessThan(text.length / 2);
    expect((await read('identity')).headers.get('content-encoding')).toBeNull();
  });
});

describe('RateLimit headers', () => {
  const of = (answer: Response) => [answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')];
  const left = (answer: Response) =>
    Number(/;r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

  it('are on every answer, and count down to 429', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    const { token } = await makeVerifier();
    const first = await fetchApi('users/me', { token });
    expect(of(first)).toEqual(['"account";q=10;w=10', expect.stringMatching(/^"account";r=9;t=(?:10|9)$/)]);
    const answers = [
      await fetchApi('users/me'),
      await fetchApi('nothing'),
      await fetchApi('users/me', { method: 'OPTIONS' }),
      await fetchApi('users/login', { method: 'POST', body: 'a', headers: { 'content-length': '99999999' } }),
      await fetchApi('users/me', { method: 'PROPFIND' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 204, 413, 501]);
    // The last two are refused before they are counted.
    // The account that was seen there gives its address one more.
    expect(answers.map(left)).toEqual([10, 9, 8, 8, 8]);
    let answer = first;
    for (let calls = 0; calls < 10; calls += 1) answer = await fetchApi('users/me', { token });
    expect([answer.status, left(answer)]).toEqual([429, 0]);
    expect(answer.headers.get('retry-after')).toBe(
      /t=(\d+)$/.exec(answer.headers.get('ratelimit') ?? '')?.[1],
    );
  });

  it('name the limits of the functions that a call used', async () => {
    const [verifier, issuer] = [await makeVerifier(), await makeIssuer()];
    const lookUp = () => fetchApi('cert/verify', { token: verifier.token, json: { uniqueId: 'x' } });
    const names = ({ headers }: Response, name: string) => headers.get(name)?.split(', ') ?? [];
    const first = await lookUp();
    expect(names(first, 'ratelimit-policy')).toEqual(['"account";q=1000;w=10', '"look-ups";q=30;w=60']);
    expect(names(first, 'ratelimit')[1]).toBe('"look-ups";r=29;t=60');
    let last = first;
    for (let count = 1; count <= 30; count += 1) last = await lookUp();
    expect([last.status, names(last, 'ratelimit')[1]]).toEqual([
      429,
      `"look-ups";r=0;t=${last.headers.get('retry-after')}`,
    ]);
    const other = await fetchApi('cert/verify', { token: issuer.token, json: { uniqueId: 'x' } });
    expect(names(other, 'ratelimit')[1], 'another account').toBe('"look-ups";r=29;t=60');
    expect(names(await fetchApi('users/me', { token: verifier.token }), 'ratelimit')).toHaveLength(1);
  });

  it('tell what is left of the daily quota of certificates', async () => {
    testEnvironment({ ISSUE_QUOTA_PER_DAY: '4' });
    setClock(() => Date.UTC(2026, 2, 1, 23));
    const { token } = await makeIssuer();
    const quota = (answer: Response) => [
      answer.status,
      answer.headers.get('ratelimit-policy')?.split(', ')[1],
      answer.headers.get('ratelimit')?.split(', ')[1],
    ];
    const issue = (studentName: string) =>
      fetchApi('certs/issue', { token, json: certificateInput({ studentName }) });
    const policy = '"certificates";q=4;w=86400';
    expect(quota(await issue('A'))).toEqual([201, policy, '"certificates";r=3;t=3600']);
    const together = await Promise.all(['B', 'C'].map(issue));
    expect(together.map((answer) => quota(answer)[0])).toEqual([201, 201]);
    const rows = ['D', 'E'].map((studentName) => certificateInput({ studentName }));
    const batch = await fetchApi('certs/batches', { token, json: { certificates: rows } });
    expect(quota(batch)).toEqual([429, policy, '"certificates";r=1;t=3600']);
    expect(quota(await issue('D'))).toEqual([201, policy, '"certificates";r=0;t=3600']);
    expect(quota(await issue('E'))).toEqual([429, policy, '"certificates";r=0;t=3600']);
  });

  it('do not tell how many mails an address got', async () => {
    const { email } = await makeVerifier();
    const answer = await fetchApi('users/forgot-password', { json: { email }, address: '203.0.113.8' });
    expect(answer.headers.get('ratelimit')?.split(', ')).toHaveLength(2);
    const other = await fetchApi('users/forgot-password', { json: { email }, address: '203.0.113.7' });
    expect(other.headers.get('ratelimit')).toContain('"forgot-password";r=99;');
  });

  it('are left out where nothing is limited, and of pages', async () => {
    expect(of(await fetchPage('/faq'))).toEqual([null, null]);
    testEnvironment({ RATE_LIMITS: 'off' });
    expect(of(await fetchApi('users/courses'))).toEqual([null, null]);
  });
});

describe('programs on other sites', () => {
  const ORIGIN = 'https://campus.example';
  const cors = (answer: Response) =>
    [...answer.headers].filter(([name]) => name.startsWith('access-control')).map(([name]) => name);

  it('may not read answers, unless API_CORS_ORIGINS names them', async () => {
    const { token } = await makeVerifier();
    const ask = (origin: string, path = 'users/me') => fetchApi(path, { token, headers: { origin } });
    expect(cors(await ask(ORIGIN))).toEqual([]);
    testEnvironment({ API_CORS_ORIGINS: `${ORIGIN}, https://two.example` });
    for (const origin of [ORIGIN, 'https://two.example']) {
      const answer = await ask(origin);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.get('access-control-expose-headers')).toContain('Link');
    }
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'http://campus.example', 'null'])
      expect([origin, cors(await ask(origin))]).toEqual([origin, []]);
    const refused = await fetchApi('users/me', { headers: { origin: ORIGIN } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
  });

  it.each([
    [404, 'nothing', {}],
    [405, 'users/me', { method: 'DELETE' }],
    [413, 'certs/issue', { method: 'POST', headers: { 'content-length': '99999999' } }],
    [414, 'x'.repeat(5_000), {}],
  ])('may read a %i with a token', async (status, path, options: ApiOptions) => {
    testEnvironment({ API_CORS_ORIGINS: ORIGIN });
    const ask = (origin: string, more: ApiOptions = {}) =>
      fetchApi(path, { token: 'ctr_x', ...options, ...more, headers: { ...options.headers, origin } });
    const answer = await ask(ORIGIN);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, ORIGIN]);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(cors(await ask('https://evil.example'))).toEqual([]);
  });

  it('may read a 429 and its Retry-After', async () => {
    testEnvironment({ API_CORS_ORIGINS: ORIGIN, RATE_LIMITS: 'on', REQUEST_LIMIT: '10' });
    const ask = () => fetchApi('users/me', { token: 'ctr_x', headers: { origin: ORIGIN } });
    const answers = await Promise.all(Array.from({ length: 11 }, ask));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('may make calls with a token only', async () => {
    testEnvironment({ API_CORS_ORIGINS: ORIGIN });
    const preflight = (path: string, method: string, origin = ORIGIN) =>
      fetchApi(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const allowed = await preflight('certs/issue', 'POST');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
    expect(cors(await preflight('users/login', 'POST'))).toEqual([]);
    expect(cors(await preflight('certs/issue', 'DELETE'))).toEqual([]);
    expect(cors(await preflight('certs/issue', 'POST', 'https://evil.example'))).toEqual([]);
    const login = await fetchApi('users/login', { json: {}, headers: { origin: ORIGIN } });
    expect(cors(login)).toEqual([]);
  });
});
