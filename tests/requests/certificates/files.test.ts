import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

describe('a certificate’s file', () => {
  it('has an ETag and a file name, and gets 304 when it is unchanged', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    for (const [format, type] of [
      ['png', 'image/png'],
      ['pdf', 'application/pdf'],
    ]) {
      const path = `/certificates/${uniqueId}.${format}`;
      const whole = await fetchPage(path, { cookie: issuer.cookie });
      const bytes = await whole.arrayBuffer();
      const etag = whole.headers.get('etag') ?? '';
      expect(whole.status).toBe(200);
      expect(etag).toMatch(/^W\/"[\w.-]+"$/);
      expect(whole.headers.get('content-type')).toBe(type);
      expect(whole.headers.get('content-disposition')).toBe(
        `inline; filename="Distributed Systems - Ingrid S_rensen - ${uniqueId}.${format}"; filename*=UTF-8''Distributed%20Systems%20-%20Ingrid%20S%C3%B8rensen%20-%20${uniqueId}.${format}`,
      );
      expect(Number(whole.headers.get('content-length'))).toBe(bytes.byteLength);
      const again = await fetchPage(path, { cookie: issuer.cookie, headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      const head = await fetchPage(path, { cookie: issuer.cookie, method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('etag')).toBe(etag);
      expect(await head.text()).toBe('');
    }
  });

  it('is neither read nor drawn for a 304', async () => {
    testEnvironment({ UPLOADS_DIR: join(env().UPLOADS_DIR, 'unread') });
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const path = `/certificates/${uniqueId}.pdf`;
    const etag = (await fetchPage(path, { cookie: issuer.cookie })).headers.get('etag') ?? '';
    rmSync(join(env().UPLOADS_DIR, 'certificates'), { recursive: true });
    const again = await fetchPage(path, { cookie: issuer.cookie, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(existsSync(join(env().UPLOADS_DIR, 'certificates'))).toBe(false);
    revokeCertificate(issuer.actor, uniqueId, { reason: 'A mistake' });
    const revoked = await fetchPage(path, { cookie: issuer.cookie, headers: { 'if-none-match': etag } });
    expect(revoked.status).toBe(200);
  });

  it('opens for its issuer, super admins and verifiers who paid, and gets 403 otherwise, like an unknown ID', async () => {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(issuer);
    const ask = async (cookie?: string, id = uniqueId) =>
      (await fetchPage(`/certificates/${id}.pdf`, { headers: { accept: '*/*' }, ...(cookie && { cookie }) }))
        .status;
    expect(await ask()).toBe(403);
    expect(await ask(verifier.cookie)).toBe(403);
    expect(await ask(verifier.cookie, 'AAAA-AAAA-AAAA-AAAA')).toBe(403);
    expect(await ask((await makeIssuer()).cookie)).toBe(403);
    expect(await ask((await makeSuperAdmin()).cookie)).toBe(200);
    await payFor(verifier, uniqueId);
    expect(await ask(verifier.cookie)).toBe(200);
  });

  it('leads a browser without a session to the login, also for an unknown ID', async () => {
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const open = (path: string, accept: string, cookie = '') =>
      fetchPage(path, { cookie, headers: { accept } });
    for (const path of [
      `/certificates/${uniqueId}.pdf`,
      '/certificates/7K3M-9QZX-2HVB-4TND.png',
      '/videos/no-video.mp4',
    ]) {
      for (const query of ['', '?expires=1&signature=x']) {
        const answer = await open(path + query, 'text/html,application/xhtml+xml,*/*;q=0.8');
        expect([answer.status, answer.headers.get('location')]).toEqual([
          302,
          `/?redirectTo=${encodeURIComponent(path)}`,
        ]);
        expect(answer.headers.get('cache-control')).toContain('no-store');
      }
      expect((await open(path, 'image/avif,image/webp,*/*')).status).toBe(403);
    }
    const stranger = await makeVerifier();
    expect((await open(`/certificates/${uniqueId}.pdf`, 'text/html', stranger.cookie)).status).toBe(403);
  });

  it('is drawn again when the bounded cache has evicted it', async () => {
    testEnvironment({ CERTIFICATE_CACHE_MB: '1', UPLOADS_DIR: join(env().UPLOADS_DIR, 'bounded') });
    const issuer = await makeIssuer();
    const made = await Promise.all(Array.from({ length: 12 }, () => makeCertificate(issuer)));
    const ids = made.map(({ uniqueId }) => uniqueId);
    for (const id of [...ids, ids[0] ?? '']) {
      const answer = await fetchPage(`/certificates/${id}.png`, { cookie: issuer.cookie });
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
    }
    const kept = readdirSync(join(env().UPLOADS_DIR, 'certificates'), { recursive: true }).filter((name) =>
      String(name).endsWith('.png'),
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(12);
  });
});

it('exports lists as CSV without formulas', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, { studentName: '=1+1', courseName: 'Say "hi", twice', expiryDate: null });
  await makeCertificate(issuer, { studentName: 'Somebody Else' });
  const answer = await fetchPage('/admin/issued-certificates.csv?q=twice', { cookie: issuer.cookie });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'=1+1","Say ""hi"", twice"`);
  expect((await fetchPage('/admin/issued-certificates.csv')).status).toBe(302);
  expect(
    (await fetchPage('/admin/issued-certificates.csv', { cookie: (await makeVerifier()).cookie })).status,
  ).toBe(403);
});

it('shows a receipt only to its payer, as a page and as a PDF', async () => {
  const issuer = await makeIssuer();
  const verifier = await makeVerifier({ name: 'Ольга 王小明' });
  const { payment } = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
  const page = await fetchPage(`/verify/receipts/${payment.id}`, { cookie: verifier.cookie });
  const html = await page.text();
  expect(html).toContain('R-000001');
  expect(html).toContain('Visa ending in 4242');
  const pdf = await fetchPage(`/verify/receipts/${payment.id}/pdf`, { cookie: verifier.cookie });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const stranger = await makeVerifier();
  expect((await fetchPage(`/verify/receipts/${payment.id}`, { cookie: stranger.cookie })).status).toBe(404);
  expect((await fetchPage(`/verify/receipts/${payment.id}/pdf`, { cookie: stranger.cookie })).status).toBe(
    404,
  );
});

it('draws a receipt once, and limits how many a payer has drawn', async () => {
  testEnvironment({ UPLOADS_DIR: join(env().UPLOADS_DIR, 'receipts') });
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  const receipts: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { payment } = await payFor(verifier, (await makeCertificate(issuer)).uniqueId);
    receipts.push(`/verify/receipts/${payment.id}/pdf`);
  }
  const [first = '', second = ''] = receipts;
  const ask = (path: string, headers = {}) => fetchPage(path, { cookie: verifier.cookie, headers });
  const drawn = () =>
    readdirSync(join(env().UPLOADS_DIR, 'certificates'), { recursive: true }).filter((name) =>
      String(name).endsWith('-receipt.pdf'),
    );
  const answers = await Promise.all([ask(first), ask(first), ask(first)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  // Each drawing has another time and a random ID, so equal bytes mean one drawing.
  expect(bodies.every((body) => body.equals(bodies[0] ?? body))).toBe(true);
  expect(drawn()).toHaveLength(1);
  const etag = answers[0]?.headers.get('etag') ?? '';
  expect((await ask(first, { 'if-none-match': etag })).status).toBe(304);
  expect((await ask(second, { 'if-none-match': etag })).status).toBe(200);
  expect(drawn()).toHaveLength(2);

  rmSync(join(env().UPLOADS_DIR, 'certificates'), { recursive: true });
  expect((await ask(first)).status).toBe(200);
  for (let count = 3; count < 20; count += 1) await limit(verifier.actor, 'receipts');
  const refused = await ask(second);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toMatch(/^Too many attempts\./);
  expect((await ask(first)).status).toBe(200);
});
