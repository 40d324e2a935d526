import { X509Certificate } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childAt, pdfSignatureValue, readDer } from '@certrace/verify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimestamping } from '#app/certificates/pdf-timestamps.server.ts';
import { env } from '#app/config/env.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOverApi, issued } from '#tests/support/authentication.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { SIGNING_PASSPHRASE, signerFrom } from '#tests/support/signed-pdfs.ts';
import {
  hasOpenssl,
  startAuthority,
  verifyToken,
  verifyWithOpenssl,
} from '#tests/support/timestamp-authority.ts';

const isHere = hasOpenssl();
if (!isHere) process.stdout.write('skipped: openssl is not installed\n');

const TEN_YEARS = 10 * 365 * 86_400;
/** From the drawing to the first try, and from a failed try to the next one. */
const FIRST_TRY_MS = 5_000;
const RETRY_MS = 60_000;
/** Less than the authority's time to respond. */
const NO_WAIT_MS = 6_000;

let authority: Awaited<ReturnType<typeof startAuthority>>;
beforeAll(async () => {
  if (isHere) authority = await startAuthority();
});
afterAll(() => authority?.stop());

/** Sets SIGNING_P12 and TSA_URL, and starts the background task. */
function timestampWith(signer: string, ...urls: string[]) {
  testEnvironment({
    SIGNING_P12: `tests/assets/signing/${signer}.p12`,
    SIGNING_P12_PASSPHRASE: SIGNING_PASSPHRASE,
    TSA_URL: urls.join(','),
  });
  stop = startTimestamping();
}
let stop: (() => Promise<void>) | undefined;
beforeEach(() => authority?.state.requests.splice(0));
afterEach(async () => {
  authority?.answerWith(null);
  await stop?.();
  stop = undefined;
});

/** A new certificate, and a function that downloads its PDF with its ETag. */
async function certificate() {
  const { issuer, certificate: row } = await issued();
  const pdf = async () => {
    const path = `/certificates/${row.uniqueId}.pdf`;
    const response = await fetchPage(path, { cookie: issuer.cookie });
    expect(response.status).toBe(200);
    return { file: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag') ?? '' };
  };
  return { pdf, path: `/certificates/${row.uniqueId}.pdf`, issuer };
}

const described = async (file: Buffer) => {
  const { verdict, checks } = await authenticateOverApi(file);
  return [verdict, checks.find(({ id }) => id === 'file')?.message];
};
const WITHOUT = ['genuine', expect.stringMatching(/It carries the signature of [^,]+\.$/)];
const WITH = ['genuine', expect.stringMatching(/signature of [^,]+, with a timestamp of \d{4}-.* UTC\.$/)];

/** Waits until a PDF has its timestamp. */
const stamped = (pdf: () => Promise<{ file: Buffer; etag: string }>) =>
  vi.waitFor(
    async () => {
      const got = await pdf();
      expect(await described(got.file)).toEqual(WITH);
      return got;
    },
    { timeout: 20_000, interval: 200 },
  );

/** The roots of a signer's certificates in PEM. */
const rootsOf = (name: string) =>
  signerFrom(name)
    .certificates.map((each) => new X509Certificate(each).toString())
    .join('');

/** The message with a PDF's signature, and the bytes before and after it. */
function partsOf(pdf: Buffer) {
  const start = pdf.lastIndexOf('/Contents <') + '/Contents <'.length;
  const end = pdf.indexOf('>', start);
  const message = Buffer.from(pdf.toString('latin1', start, end), 'hex');
  return { message, others: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]) };
}

/** The token in a PDF's signature. */
function tokenIn(pdf: Buffer): Buffer {
  const signer = childAt(readDer(partsOf(pdf).message), 1, 0, 4, 0);
  const attributes = [childAt(signer, 6, 0), childAt(signer, 6, 1)];
  const token = attributes.find(
    (each) => childAt(each, 0).whole.toString('hex') === '060b2a864886f70d010910020e',
  );
  if (!token) throw new Error('no token');
  return childAt(token, 1, 0).whole;
}

describe.runIf(isHere)('with TSA_URL, the signature of a PDF', () => {
  it.each(['rsa', 'ec'])(
    'with the key in %s.p12 gets a timestamp that OpenSSL accepts, in place',
    async (name) => {
      timestampWith(name, authority.url);
      const { pdf } = await certificate();
      const first = await pdf();
      const drawnAt = Date.now();
      expect(await described(first.file)).toEqual(WITHOUT);
      const { file, etag } = await stamped(pdf);
      expect((authority.state.requests[0] ?? Number.NaN) - drawnAt).toBeLessThan(FIRST_TRY_MS);
      expect(etag).not.toBe(first.etag);
      expect(partsOf(file).others.equals(partsOf(first.file).others)).toBe(true);
      const value = pdfSignatureValue(file);
      expect(value && verifyToken(tokenIn(file), value, authority.folder)).toContain('Verification: OK');
      for (const later of [60, TEN_YEARS]) {
        expect(() =>
          verifyWithOpenssl(file, rootsOf(name), Math.floor(Date.now() / 1_000) + later),
        ).not.toThrow();
      }
      const changed = Buffer.from(file);
      changed[100] = (changed[100] ?? 0) ^ 1;
      expect(() => verifyWithOpenssl(changed, rootsOf(name), Math.floor(Date.now() / 1_000))).toThrow();
      // The stored file is served again, without another request.
      const requests = authority.state.requests.length;
      expect((await pdf()).file.equals(file)).toBe(true);
      expect(authority.state.requests).toHaveLength(requests);
    },
  );

  it('is tried again within a minute after a failure, and not at once', async () => {
    timestampWith('ec', authority.url);
    authority.answerWith((_query, response) => response.writeHead(500).end());
    const { pdf } = await certificate();
    await pdf();
    await vi.waitFor(() => expect(authority.state.requests).toHaveLength(1), FIRST_TRY_MS);
    authority.answerWith(null);
    expect(await described((await pdf()).file)).toEqual(WITHOUT);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(authority.state.requests).toHaveLength(1);
    setClock(() => Date.now() + RETRY_MS);
    await stamped(pdf);
  });

  it('waits for nobody: a file is drawn and tried at once while an authority does not respond', async () => {
    let asked = 0;
    authority.answerWith(() => {
      asked += 1;
    });
    timestampWith('ec', authority.url);
    const files = [await certificate(), await certificate(), await certificate()];
    for (const [index, { pdf }] of files.entries()) {
      const before = performance.now();
      expect(await described((await pdf()).file)).toEqual(WITHOUT);
      expect(performance.now() - before).toBeLessThan(NO_WAIT_MS);
      await vi.waitFor(() => expect(asked).toBe(index + 1), FIRST_TRY_MS);
    }
    const before = performance.now();
    await stop?.();
    expect(performance.now() - before).toBeLessThan(NO_WAIT_MS);
  });

  it('goes on after a restart, and comes from the next authority', async () => {
    timestampWith('ec', 'http://127.0.0.1:1/');
    const { pdf } = await certificate();
    await pdf();
    await stop?.();
    timestampWith('ec', 'http://127.0.0.1:1/', authority.url);
    setClock(() => Date.now() + RETRY_MS);
    await stamped(pdf);
  });

  it('has its timestamp again after the file was removed from the cache', async () => {
    timestampWith('ec', authority.url);
    const { pdf, path, issuer } = await certificate();
    await pdf();
    const { etag } = await stamped(pdf);
    const folder = join(env().UPLOADS_DIR, 'certificates');
    expect(readdirSync(folder, { recursive: true }).join(' ')).toContain('-stamped.pdf');
    rmSync(folder, { recursive: true });
    expect(await described((await pdf()).file)).toEqual(WITHOUT);
    const again = await stamped(pdf);
    expect(again.etag).not.toBe(etag);
    const headers = { 'if-none-match': again.etag };
    expect((await fetchPage(path, { cookie: issuer.cookie, headers })).status).toBe(304);
  });

  it('stays without a timestamp after an invalid response', async () => {
    timestampWith('ec', authority.url);
    authority.answerWith(async (_query, response, reply) => {
      response.end(Buffer.concat([await reply(), Buffer.alloc(1)]));
    });
    const { pdf } = await certificate();
    await pdf();
    await vi.waitFor(() => expect(authority.state.requests).toHaveLength(1), FIRST_TRY_MS);
    await stop?.();
    expect(await described((await pdf()).file)).toEqual(WITHOUT);
  });

  it('is found by an index among those of other files', () => {
    const plan = (tried: string) =>
      sqlite()
        .prepare(
          `explain query plan select file from pdf_timestamps where due_at <= 1 and tried_at ${tried} order by due_at`,
        )
        .all()
        .map((step) => (step as { detail: string }).detail)
        .join();
    expect(plan('is null')).toContain('SEARCH pdf_timestamps USING INDEX pdf_timestamps_new');
    expect(plan('is not null')).toContain('SEARCH pdf_timestamps USING INDEX pdf_timestamps_tried');
  });
});

it('without TSA_URL, a signed PDF leaves no space and waits for nothing', async () => {
  testEnvironment({
    SIGNING_P12: 'tests/assets/signing/ec.p12',
    SIGNING_P12_PASSPHRASE: SIGNING_PASSPHRASE,
  });
  const { pdf } = await certificate();
  const { file } = await pdf();
  expect(await described(file)).toEqual(WITHOUT);
  expect(partsOf(file).message.length).toBeLessThan(4_000);
  expect(sqlite().prepare('select count(*) from pdf_timestamps').pluck().get()).toBe(0);
});
