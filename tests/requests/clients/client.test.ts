import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createCertrace,
  events,
  type Options,
  type PageQuery,
  pages,
  unwrap,
  verifyWebhook,
} from '@certrace/client';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { siteOfIssuer } from '#tests/support/site-of-issuer.ts';

async function standIn(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close() };
}

const ISSUE = { body: {} as never };

/** Makes a client whose server answers in turn, and keeps the keys and the times of the requests. */
async function withAnswers(
  answers: (number | 'none')[],
  retryAfter?: string,
  options: Partial<Options> = {},
) {
  const seen: { key: unknown; at: number }[] = [];
  const { url, stop } = await standIn((request, response) => {
    const answer = answers[seen.length] ?? answers.at(-1) ?? 'none';
    seen.push({ key: request.headers['idempotency-key'], at: Date.now() });
    if (answer === 'none') return response.destroy();
    const wait = answer >= 400 && retryAfter !== undefined && { 'Retry-After': retryAfter };
    response.writeHead(answer, { 'Content-Type': 'application/json', ...wait });
    return response.end('{"success":false,"message":"No.","code":"busy"}');
  });
  onTestFinished(stop);
  return { certrace: createCertrace({ url, token: 't', ...options }), seen };
}

it('makes a call again with its Idempotency-Key, after the time that Retry-After names', async () => {
  const { certrace, seen } = await withAnswers([429, 'none', 409, 201], '1');
  const { response } = await certrace.POST('/certs/issue', ISSUE);
  expect(response.status).toBe(201);
  expect(seen).toHaveLength(4);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  expect(seen[0]?.key).toMatch(/^[\w-]{36}$/);
  expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
});

it('gives up in the end', async () => {
  const { certrace, seen } = await withAnswers([503], '0', { retries: 2 });
  const failed = await certrace.GET('/users/me');
  expect([seen.length, failed.response.status]).toEqual([3, 503]);
  expect(() => unwrap(failed)).toThrow(expect.objectContaining({ status: 503, code: 'busy' }));
});

it.each([
  ['an error of the caller', [400], '0'],
  ['a conflict that waiting does not solve', [409], undefined],
  ['a long wait', [429], '3600'],
])('does not repeat after %s', async (_, answers, retryAfter) => {
  const { certrace, seen } = await withAnswers(answers, retryAfter);
  const { response } = await certrace.POST('/certs/issue', ISSUE);
  expect([seen.length, response.status]).toEqual([1, answers[0]]);
});

it('does not repeat a call without a key that may have taken effect', async () => {
  const { certrace, seen } = await withAnswers(['none', 201], undefined, { token: undefined });
  await expect(certrace.POST('/users/register', ISSUE)).rejects.toThrow();
  expect([seen.length, seen[0]?.key]).toEqual([1, undefined]);
});

it('stops to wait when the caller aborts', async () => {
  const { certrace, seen } = await withAnswers([429], '60');
  const aborting = new AbortController();
  const call = certrace.POST('/certs/issue', { ...ISSUE, signal: aborting.signal });
  await expect.poll(() => seen.length).toBe(1);
  aborting.abort();
  await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});

it('reads all pages of a list, and events as they happen', async () => {
  const { url, token, stop } = await siteOfIssuer();
  const certrace = createCertrace({ url, token });
  const issue = async (courseName: string) => {
    const body = {
      studentEmail: 'x@students.example',
      studentName: 'X',
      courseName,
      issueDate: '2026-02-28',
    };
    const { certificate } = unwrap(await certrace.POST('/certs/issue', { body }));
    return certificate.uniqueId;
  };
  const ids = [];
  for (const course of ['One', 'Two', 'Three']) ids.push(await issue(course));
  const seen: string[] = [];
  const read = (query: PageQuery) =>
    certrace.GET('/certificates/my-issued', { params: { query: { limit: 2, ...query } } });
  for await (const { certificates } of pages(read)) {
    seen.push(...certificates.map(({ uniqueId }) => uniqueId));
  }
  expect(seen.slice(0, 3)).toEqual(ids.toReversed());
  expect(new Set(seen).size).toBe(seen.length);

  let last: string | undefined;
  for await (const event of events(certrace)) last = event.id;
  const following = events(certrace, { after: last, follow: true, types: ['certificate.issued'] });
  const next = following.next();
  const id = await issue('Four');
  expect((await next).value).toMatchObject({
    type: 'certificate.issued',
    data: { certificate: { uniqueId: id } },
  });
  await stop();
});

it('accepts a webhook with the right signature only', () => {
  const secret = `whsec_${Buffer.from('a secret of the tests, which is long').toString('base64')}`;
  const body = JSON.stringify({ id: 'e1', type: 'certificate.issued', data: {} });
  const sign = (text: string, at = new Date()) => ({
    'Webhook-Id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('e1', at, text),
  });
  expect(verifyWebhook(body, sign(body), secret)).toMatchObject({ id: 'e1' });
  expect(verifyWebhook(Buffer.from(body), new Headers(sign(body)), secret)).toMatchObject({
    id: 'e1',
  });
  const other = `whsec_${Buffer.from('another secret of the tests, long').toString('base64')}`;
  expect(() => verifyWebhook(body, sign(body), other)).toThrow();
  expect(() => verifyWebhook(`${body} `, sign(body), secret)).toThrow();
  expect(() => verifyWebhook(body, sign(body, new Date(Date.now() - 600_000)), secret)).toThrow();
  expect(() => verifyWebhook(body, {}, secret)).toThrow();
});
