import { readdirSync, statSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientAddress } from '#app/server/edge/client-address.server.ts';
import { classify } from '#app/server/edge/edge.server.ts';
import { loggablePath } from '#app/server/edge/route-needs.server.ts';
import { compress } from '#app/server/pages/compress.server.ts';
import { pageResponse } from '#app/server/pages/page-response.server.ts';
import { log } from '#app/shared/log.server.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** A built file with content: the scripts of files and API calls are empty. */
const asset = (suffix: string) => {
  const name = readdirSync('build/client/assets').find(
    (file) => file.endsWith(suffix) && statSync(`build/client/assets/${file}`).size > 1,
  );
  return `/assets/${name}`;
};

describe('security headers', () => {
  const answers: [name: string, path: string, init: RequestInit, status: number][] = [
    ['a page', '/nothing-here', {}, 404],
    ['a text response', '/healthz', {}, 200],
    ['a static file', asset('.js'), {}, 200],
    ['an unchanged static file', asset('.js'), { headers: { 'if-none-match': '*' } }, 304],
    ['an API error', '/api/v1/nothing-here', {}, 404],
    ['a refused form', '/', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['another host', '/', { headers: { host: 'evil.example' } }, 421],
    ['a malformed path', '/%E0%A4%A', {}, 400],
  ];

  it.each(answers)('are on %s', async (_name, path, init, status) => {
    const response = await fetchRaw(path, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('permissions-policy')).toContain('camera=()');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });

  it('have a new nonce for each page, which all its scripts carry', async () => {
    const nonces = [];
    for (let times = 0; times < 2; times += 1) {
      const response = await fetchPage('/nothing-here');
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1];
      expect(nonce).toHaveLength(24);
      nonces.push(nonce);
      const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts).not.toEqual([]);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('include Strict-Transport-Security on https', async () => {
    testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certrace.example' });
    const response = await fetchRaw('/healthz');
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('the host', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost:8080', 'app.localhost', '127.9.9.9'])(
    'accepts %s for a loopback site',
    async (host) => {
      expect((await fetchRaw('/api/v1/nothing-here', { headers: { host } })).status).toBe(404);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '10.0.0.1:3000',
    '',
    'localhost:3000@evil.example',
    'a b',
  ])('gets 421 if it is "%s"', async (host) => {
    expect((await fetchRaw('/api/v1/nothing-here', { headers: { host } })).status).toBe(421);
  });

  it('must be exactly the public name of a public site', async () => {
    testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certrace.example' });
    const ask = async (host: string) =>
      (await fetchRaw('/api/v1/nothing-here', { headers: { host } })).status;
    expect(await ask('certrace.example')).toBe(404);
    expect(await ask('CERTRACE.example:443')).toBe(404);
    expect(await ask('certrace.example:8443')).toBe(421);
    expect(await ask('localhost:3000')).toBe(421);
  });

  it('may be any name for health checks', async () => {
    expect((await fetchRaw('/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
    expect((await fetchRaw('/readyz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
  });
});

describe('the origin of an unsafe request', () => {
  const ask = async (headers: Record<string, string>, path = '/healthz', method = 'POST') =>
    (await fetchRaw(path, { method, headers, body: 'a=b' })).status;

  it('is accepted if Origin or Sec-Fetch-Site names this site', async () => {
    const accepted: Record<string, string>[] = [
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:3000' },
      { origin: 'http://[::1]:3000' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of accepted) expect(await ask(headers), JSON.stringify(headers)).not.toBe(403);
  });

  it('is refused if it is another site or unknown', async () => {
    const refused: Record<string, string>[] = [
      { origin: 'http://localhost:3001' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://evil.example' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'none' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: '' },
      { origin: 'http://localhost:3000/' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ];
    for (const headers of refused) {
      expect(await ask(headers), JSON.stringify(headers)).toBe(403);
      expect(await ask(headers, '/healthz', 'DELETE'), JSON.stringify(headers)).toBe(403);
      expect(await ask(headers, '/healthz.data'), JSON.stringify(headers)).toBe(403);
    }
  });

  it('is not checked for the API, which reads no cookies', async () => {
    expect(await ask({ origin: 'https://other.example' }, '/api/v1/nothing-here')).not.toBe(403);
  });
});

describe('request bodies', () => {
  it.each([
    ['/', 'application/x-www-form-urlencoded', 64 * 1024],
    ['/admin/create-course', 'application/x-www-form-urlencoded', 64 * 1024],
    ['/admin/create-course', 'multipart/form-data; boundary=x', 64 * 1024 * 1024],
    ['/Admin//create-course.data', 'Multipart/Form-Data; boundary=x', 64 * 1024 * 1024],
    ['/admin/courses/7/edit', 'multipart/form-data; boundary=x', 64 * 1024 * 1024],
    ['/admin/designs/preview', 'multipart/form-data; boundary=x', 64 * 1024],
    ['/admin/designs/7', 'multipart/form-data; boundary=x', 64 * 1024 * 1024],
    ['/admin/batches', 'multipart/form-data; boundary=x', 4 * 1024 ** 3 - 1 + 10 * 1024 * 1024 + 64 * 1024],
    ['/api/v1/certs/batches', 'application/json', 2 * 1024 * 1024],
    ['/api/v1/certs/batches', 'text/csv', 10 * 1024 * 1024],
    ['/tracing', 'multipart/form-data; boundary=x', 10 * 1024 * 1024 + 64 * 1024],
    ['/admin/course-videos', 'multipart/form-data; boundary=x', 501 * 1024 * 1024],
    ['/register', 'multipart/form-data; boundary=x', 64 * 1024],
    ['/api/v1/users/login', 'application/json', 1024 * 1024],
    ['/api/v1/users/login', 'multipart/form-data; boundary=x', 1024 * 1024],
    ['/api/v1/admin/course', 'multipart/form-data; boundary=x', 64 * 1024 * 1024],
    ['/api/v1/admin/course/module/addLesson/7', 'multipart/form-data; boundary=x', 501 * 1024 * 1024],
  ])('at %s of type %s have their limit', (path, type, bytes) => {
    expect(classify(new URL(path, 'http://localhost'), type).bodyLimit).toBe(bytes);
  });

  it('larger than any upload get 413 with advice', async () => {
    const headers = {
      'content-length': String(502 * 1024 * 1024),
      'content-type': 'multipart/form-data; boundary=x',
    };
    const page = await fetchPage('/admin/course-videos?courseId=7', { method: 'POST', headers, body: 'x' });
    expect(page.status).toBe(413);
    expect(await page.text()).toContain(
      'File size too large. Maximum allowed is 500MB. Nothing was saved. Go back to the form, choose a smaller file',
    );
  });

  it('with a Content-Length over the limit get 413, as a page or JSON', async () => {
    const headers = { 'content-length': String(1024 * 1024 + 1) };
    const page = await fetchPage('/', { method: 'POST', headers, body: 'x' });
    expect(page.status).toBe(413);
    expect(page.headers.get('content-type')).toContain('text/html');
    const api = await fetchApi('users/login', { method: 'POST', headers, body: 'x' });
    expect(api.status).toBe(413);
    expect(await api.json()).toEqual({
      success: false,
      code: expect.any(String),
      message: expect.stringMatching(/too large/),
    });
    const lesson = await fetchApi('admin/course/module/addLesson/7', { method: 'POST', headers, body: 'x' });
    expect(await lesson.json()).toEqual({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
      error: expect.any(String),
    });
  });
});

describe('static files', () => {
  it('are immutable, and compressed by Accept-Encoding', async () => {
    const path = asset('.css');
    const sizes: Record<string, number> = {};
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetchRaw(path, { headers: { 'accept-encoding': accept } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const bytes = (await response.arrayBuffer()).byteLength;
      expect(response.headers.get('content-length')).toBe(String(bytes));
      sizes[String(encoding)] = bytes;
    }
    expect(sizes.br).toBeLessThan(sizes.gzip ?? 0);
    expect(sizes.gzip).toBeLessThan(sizes.null ?? 0);
  });

  it('support HEAD and If-None-Match', async () => {
    const head = await fetchRaw(asset('.js'), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    const etag = head.headers.get('etag') ?? '';
    const again = await fetchRaw(asset('.js'), { headers: { 'if-none-match': `"x", ${etag}` } });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
  });

  it.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/.env',
  ])('are not served from outside their folder: %s', async (path) => {
    expect((await fetchRaw(`http://localhost:3000${path}`)).status).toBe(404);
  });
});

describe('invalid URLs', () => {
  it.each(['/%', '/%zz', '/%E0%A4%A', '/a%00b', '/%ff', '/%ed%a0%80'])('get 400: %s', async (path) => {
    expect((await fetchRaw(path)).status).toBe(400);
    const api = await fetchRaw(`/api/v1${path}`);
    expect(api.status).toBe(400);
    expect(await api.json()).toMatchObject({ success: false });
  });

  it('get 404 for an asset of an older build', async () => {
    expect((await fetchRaw('/assets/root-00000000.js')).status).toBe(404);
  });

  it('get 414 if they are too long', async () => {
    expect((await fetchRaw(`/?q=${'x'.repeat(5000)}`)).status).toBe(414);
  });
});

describe('compression', () => {
  const text = 'Certrace '.repeat(500);
  const html = (body: BodyInit | null, headers = {}) =>
    new Response(body, { headers: { 'content-type': 'text/html', ...headers } });

  it('encodes large text by Accept-Encoding', async () => {
    const zipped = await compress(html(text), 'gzip');
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toBe('Accept-Encoding');
    const body = zipped.body as ReadableStream<Uint8Array>;
    expect(await new Response(body.pipeThrough(new DecompressionStream('gzip') as never)).text()).toBe(text);
    expect((await compress(html(text), 'gzip, br')).headers.get('content-encoding')).toBe('br');
    expect((await compress(html(text), null)).headers.get('content-encoding')).toBeNull();
  });

  it('encodes a whole page, and leaves it unchanged for other clients', async () => {
    const page = () => pageResponse(text, 200, new Headers({ 'content-type': 'text/html' }));
    const zipped = await compress(page(), 'br');
    const bytes = Buffer.from(await zipped.arrayBuffer());
    expect(zipped.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(brotliDecompressSync(bytes).toString()).toBe(text);
    const plain = await compress(page(), null);
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain.headers.get('content-length')).toBe(String(text.length));
    expect(await plain.text()).toBe(text);
  });

  it('skips small responses, media, ranges, event streams and no-transform', async () => {
    const untouched = [
      html('short'),
      html(text, { 'content-type': 'image/png' }),
      html(text, { 'content-type': 'video/mp4' }),
      html(text, { 'content-type': 'text/event-stream' }),
      html(text, { 'content-range': 'bytes 0-1/2' }),
      html(text, { 'cache-control': 'private, no-transform' }),
      html(null),
    ];
    for (const response of untouched) {
      expect((await compress(response, 'br, gzip')).headers.get('content-encoding')).toBeNull();
    }
    expect(await (await compress(html('short'), 'br')).text()).toBe('short');
  });

  it('flushes a streamed page', async () => {
    let finish = () => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        finish = () => controller.close();
      },
    });
    const response = await compress(html(stream), 'gzip');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    finish();
    while (!(await reader.read()).done);
  });
});

describe('the client’s address', () => {
  it.each([
    ['::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1', 0, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1', 1, '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
    ['10.0.0.1', '1.1.1.1', 3, '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 2001:db8::1', 1, '2001:db8::1'],
    ['10.0.0.1', '::ffff:a00:2', 1, '10.0.0.2'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1:4711', 1, '1.1.1.1'],
    ['10.0.0.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]', 1, '2001:db8::1'],
    ['10.0.0.1', 'nonsense', 1, '10.0.0.1'],
    ['10.0.0.1', 'nonsense:80', 1, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1, ', 1, '10.0.0.1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ])('socket %s, X-Forwarded-For %s, %i proxies: %s', (socket, forwarded, proxies, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });

  it('that cannot be read is an alert, once a minute and without the entry, which anybody may have written', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(600_000);
    const alert = vi.spyOn(log, 'error').mockReturnValue();
    const ask = (forwarded: string) => fetchPage('/faq', { headers: { 'x-forwarded-for': forwarded } });
    await ask('unread');
    expect(alert).not.toHaveBeenCalled();
    testEnvironment({ TRUST_PROXY: '1' });
    for (const read of ['192.0.2.1', '192.0.2.1:4711', '[2001:db8::1]:4711']) await ask(read);
    expect(alert).not.toHaveBeenCalled();
    for (const unread of ['unread', '<script>', 'unix:']) await ask(unread);
    expect(alert.mock.calls).toEqual([[expect.stringMatching(/^X-Forwarded-For has no address/)]]);
    vi.advanceTimersByTime(61_000);
    await ask('unread');
    expect(alert).toHaveBeenCalledTimes(2);
    alert.mockRestore();
  });
});

describe('a path in the log', () => {
  const token = 'x'.repeat(43);
  it.each([
    ['/courses?q=secret', '/courses'],
    [`/verify/${token}`, '/verify/[redacted]'],
    ['/verify/short', '/verify/[redacted]'],
    ['/verify/payment', '/verify/payment'],
    ['/verify/payment.data?x=1', '/verify/payment.data'],
    [`/reset-password/${token}.data`, '/reset-password/[redacted]'],
    [`/api/v1/users/verify/${token}`, '/api/v1/users/verify/[redacted]'],
    [`/api/v1/users/reset-password/${token}`, '/api/v1/users/reset-password/[redacted]'],
    [`//verify/${token}`, '//verify/[redacted]'],
    [`/holder/${token}`, '/holder/[redacted]'],
    [`/my-certificates/addresses/${token}.data`, '/my-certificates/addresses/[redacted]'],
    ['/course/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9', '/course/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'],
    ['/certificates/7K3M-9QZX-2HVB-4TND.png?sig=x', '/certificates/7K3M-9QZX-2HVB-4TND.png'],
  ])('%s is logged as %s', (path, written) => {
    expect(loggablePath(path)).toBe(written);
  });
});

it('drops redirectTo for URLs that are too long for a Location header', async () => {
  const locationOf = async (path: string) => (await fetchPage(path)).headers.get('location');
  expect(await locationOf(`/explore?q=${'x'.repeat(900)}`)).toContain('redirectTo=%2Fexplore');
  expect(await locationOf(`/explore?${'a&'.repeat(1_500)}`)).toBe('/');
});

it('answers other servers before the pages that wait for their turn', async () => {
  const calls: [path: string, init?: RequestInit][] = [
    ['/healthz'],
    ['/webhooks/stripe', { method: 'POST', body: '{}' }],
    ['/witness'],
    ['/witness/add-checkpoint', { method: 'POST', body: 'nonsense' }],
    ['/log/checkpoint'],
    ['/log/1/previous'],
    ['/log/1/tile/0/000'],
    ['/credentials/status/1'],
    ['/.well-known/did.json'],
    ['/issuers/nobody/did.json'],
    ['/.well-known/issuers.json'],
    ['/.well-known/issuers.tlog-proof'],
  ];
  let rendered = 0;
  const pages = Array.from({ length: 40 }, async (_, n) => {
    await fetchPage(`/nothing-${n}`, { address: `10.0.${n}.1` });
    rendered += 1;
  });
  const late: string[] = [];
  const answers = calls.map(async ([path, init]) => {
    const { status } = await fetchRaw(path, init);
    if (rendered > 20 || status >= 500) late.push(`${path}: ${status} after ${rendered} pages`);
  });
  await Promise.all([...answers, ...pages]);
  expect(late).toEqual([]);
});
