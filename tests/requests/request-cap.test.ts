import { describe, expect, it, onTestFinished } from 'vitest';
import { publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { measureQueries } from '#app/operations/tracing.server.ts';
import { sqlite } from '#db/client.ts';
import { onQuery } from '#db/traced-database.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { copyNewestCourse } from '#tests/support/many-courses.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** Makes requests one after another and returns their statuses. */
async function statuses(count: number, ask: () => Promise<Response>) {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = await ask();
    seen.push(answer.status);
    await answer.text();
  }
  return seen;
}

describe('the requests of one address', () => {
  it('get 429 with Retry-After over the limit, as JSON or as a page', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    const call = () => fetchApi('users/courses', { address: '203.0.113.7' });
    expect(await statuses(10, call)).toEqual(Array(10).fill(200));
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await refused.json()).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.stringMatching(/too many/i),
    });
    const page = await fetchPage('/faq', { address: '203.0.113.7' });
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetchPage('/faq', { address: '203.0.113.8' })).status).toBe(200);
  });

  it('count five times for pages', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    expect(await statuses(3, () => fetchPage('/faq'))).toEqual([200, 200, 429]);
  });

  it('count by the size of their answers in the API', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    const issuer = await makeIssuer();
    for (let n = 0; n < 25; n += 1) await makeCourse(issuer, { description: 'd'.repeat(5_000) });
    // 140 KB count as seven requests.
    expect(await statuses(3, () => fetchApi('users/courses'))).toEqual([200, 200, 429]);
  });

  it('count by the size of large lists that are files', async () => {
    await makeIssuer();
    await publishIssuers();
    sqlite().exec("update log_entries set document = zeroblob(300000) where type = 'issuers'");
    testEnvironment({ REQUEST_LIMIT: '10' });
    expect(await statuses(2, () => fetchRaw('/.well-known/issuers.json'))).toEqual([200, 429]);
  });

  it('count by the size of their JSON', async () => {
    const { token } = await makeIssuer();
    testEnvironment({ REQUEST_LIMIT: '10' });
    const json = { studentName: 'x'.repeat(140_000) };
    expect(await statuses(3, () => fetchApi('certs/issue', { token, json }))).toEqual([400, 400, 429]);
  });

  it('count by the time of their queries', async () => {
    await makeCourse(await makeIssuer());
    copyNewestCourse(sqlite(), 150_000);
    measureQueries();
    // Queries of other tests would cost more on a slow machine.
    onTestFinished(() => onQuery(() => undefined));
    testEnvironment({ REQUEST_LIMIT: '10' });
    // Reads all courses and finds none, which takes some 30 ms.
    const search = () => fetchApi('users/courses?filter=top-rated');
    expect(new Set(await statuses(10, search))).toEqual(new Set([200, 429]));
  });

  it('count for their account, too, from however many addresses it asks', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    for (let n = 0; n < 25; n += 1) await makeCourse(issuer, { description: 'd'.repeat(5_000) });
    testEnvironment({ REQUEST_LIMIT: '10' });
    let number = 0;
    const from = () => `203.0.113.${++number}`;
    // 140 KB count as seven requests.
    const list = () => fetchApi('users/courses', { token: issuer.token, address: from() });
    expect(await statuses(3, list)).toEqual([200, 200, 429]);
    const refused = await list();
    expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.objectContaining({ code: 'rate_limited' }),
    ]);
    const open = (path: string, { cookie } = issuer) => fetchPage(path, { cookie, address: from() });
    // A page, a page that is cached for visitors, the data of a page, and a file.
    for (const path of ['/dashboard', '/faq', '/dashboard.data', '/admin/issued-certificates.csv']) {
      const page = await open(path);
      expect([path, page.status]).toEqual([path, 429]);
      expect(await page.text()).toMatch(/too many/i);
    }
    const call = await fetchApi('users/me', { token: other.token, address: from() });
    expect([call.status, (await open('/dashboard', other)).status]).toEqual([200, 200]);
  });

  it('of an account are neither refused for those of visitors nor use up theirs', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    const [ada, bob] = [await makeVerifier(), await makeVerifier()];
    const visit = () => fetchApi('users/courses');
    const read = ({ token }: { token: string }) => fetchApi('users/me', { token });
    expect(await statuses(11, visit)).toEqual([...Array(10).fill(200), 429]);
    expect(await statuses(11, () => read(ada))).toEqual([...Array(10).fill(200), 429]);
    expect((await read(bob)).status).toBe(200);
    // A token that is none counts for the address.
    // Each account that was seen there gives its address a tenth more.
    expect(await statuses(2, () => read({ token: 'x'.repeat(43) }))).toEqual([401, 429]);
    expect(await statuses(2, () => fetchApi('users/courses', { address: '203.0.113.50' }))).toEqual([
      200, 200,
    ]);
    const policy = async (address: string) =>
      (await fetchApi('users/courses', { address })).headers.get('ratelimit-policy');
    expect([await policy('127.0.0.1'), await policy('203.0.113.50')]).toEqual([
      '"address";q=12;w=10',
      '"address";q=10;w=10',
    ]);
  });

  it('count once for files and for what has not changed, and not for public pictures', async () => {
    testEnvironment({ REQUEST_LIMIT: '20' });
    const first = await fetchPage('/faq');
    const again = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
    // Each needs the points of a page until it is known that it is none.
    expect(await statuses(12, () => fetchPage('/faq', again))).toEqual([...Array(11).fill(304), 429]);
    const thumbnail = () => fetchPage('/thumbnails/none-320.webp', { address: '203.0.113.8' });
    expect(new Set(await statuses(30, thumbnail))).toEqual(new Set([404]));
  });

  it('do not count for health checks and static files, nor with RATE_LIMITS=off', async () => {
    testEnvironment({ REQUEST_LIMIT: '10' });
    for (const path of ['/healthz', '/readyz', '/favicon.ico']) {
      expect(await statuses(20, () => fetchRaw(path))).toEqual(Array(20).fill(200));
    }
    testEnvironment({ REQUEST_LIMIT: '10', RATE_LIMITS: 'off' });
    expect(await statuses(20, () => fetchPage('/faq'))).toEqual(Array(20).fill(200));
  });

  it('are counted by client address behind a proxy, and by /64 network for IPv6', async () => {
    testEnvironment({ REQUEST_LIMIT: '10', TRUST_PROXY: '1' });
    const by = (client: string) => fetchPage('/faq', { headers: { 'x-forwarded-for': client } });
    expect(await statuses(3, () => by('203.0.113.9'))).toEqual([200, 200, 429]);
    expect(await statuses(3, () => by('203.0.113.9, 203.0.113.10'))).toEqual([200, 200, 429]);
    expect(await statuses(2, () => by('2001:db8::1'))).toEqual([200, 200]);
    expect((await by('2001:db8::2')).status).toBe(429);
  });
});

describe('a page that is the same for every visitor', () => {
  const PAGES = ['/api/docs', '/faq', '/mission', '/vision', '/verification', '/training', '/authentication'];
  const nonceOf = (answer: Response) =>
    /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';

  it.each(PAGES)('%s differs only in its nonce', async (path) => {
    const [first, second] = [
      await fetchPage(path),
      await fetchPage(`${path}/?q=1`, { cookie: 'certrace_session=x' }),
    ];
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const [one, two] = [await first.text(), await second.text()];
    expect(two).not.toContain(nonceOf(first));
    expect(one.replaceAll(nonceOf(first), '')).toBe(two.replaceAll(nonceOf(second), ''));
    const scripts = two.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonceOf(second)}"`))).toEqual([]);
  });

  it('is rendered once per theme, so that it takes less than half the time again', async () => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const { cookie } = await makeVerifier();
    const time = async (of: string) => {
      const before = process.cpuUsage();
      for (let n = 0; n < 30; n += 1) await (await fetchPage('/faq', { cookie: of })).text();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The least of several rounds, because some compile code or collect garbage.
    const rounds: { rendered: number; cached: number }[] = [];
    for (let n = 0; n < 4; n += 1)
      rounds.push({ rendered: await time(cookie), cached: await time('theme=dark') });
    const rendered = Math.min(...rounds.map((round) => round.rendered));
    const cached = Math.min(...rounds.map((round) => round.cached));
    expect(cached).toBeLessThan(rendered / 2);
  });

  it('still shows the theme, the flash message and the account', async () => {
    const { cookie } = await makeVerifier();
    const text = async (of: string) => (await fetchPage('/faq', { cookie: of })).text();
    expect(await text('theme=dark')).toContain('data-theme="dark"');
    expect(await text('theme=nonsense')).not.toContain('data-theme');
    expect(await text(cookie)).toContain('/settings');
    expect(await text('')).not.toContain('/settings');
    const flash = Buffer.from(JSON.stringify({ kind: 'info', message: 'Only once' })).toString('base64url');
    expect(await text(`certrace_flash=${flash}`)).toContain('Only once');
    expect(await text('')).not.toContain('Only once');
  });
});
