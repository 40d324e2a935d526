import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { der, INTEGER, SEQUENCE, timeOfToken, timestampInfo } from '@certrace/verify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestTimestamp } from '#app/credentials/request-timestamp.server.ts';
import {
  encodeTimestampRequest,
  readTimestampResponse,
  TimestampError,
  timestampQuery,
} from '#app/credentials/timestamp-token.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import {
  type AuthorityOptions,
  hasOpenssl,
  signContent,
  startAuthority,
  verifyToken,
} from '#tests/support/timestamp-authority.ts';

const isHere = hasOpenssl();
if (!isHere) process.stdout.write('skipped: openssl is not installed\n');

type Authority = Awaited<ReturnType<typeof startAuthority>>;
const CONTENT = Buffer.from('the bytes of a signature');
const never = new AbortController().signal;

let authority: Authority;
beforeAll(async () => {
  if (isHere) authority = await startAuthority();
});
afterAll(() => authority?.stop());

/** Sets TSA_URL. */
const askAt = (...urls: string[]) =>
  testEnvironment({
    SIGNING_P12: 'tests/assets/signing/ec.p12',
    SIGNING_P12_PASSPHRASE: 'swordfish',
    TSA_URL: urls.join(', '),
  });
beforeEach(() => {
  if (isHere) askAt(authority.url);
});
afterEach(() => {
  vi.restoreAllMocks();
  authority?.answerWith(null);
});

describe.runIf(isHere)('a timestamp', () => {
  it.each<AuthorityOptions>([{ key: 'ec' }, { key: 'rsa' }, { key: 'rsa', digest: 'sha512', ess: 'sha1' }])(
    'comes from an authority with %j, and OpenSSL accepts it',
    async (options) => {
      const own = await startAuthority(options);
      try {
        askAt(own.url);
        const token = await requestTimestamp(CONTENT, never);
        expect(token && verifyToken(token, CONTENT, own.folder)).toContain('Verification: OK');
        expect(Math.abs(timeOfToken(token ?? CONTENT) - Date.now())).toBeLessThan(60_000);
      } finally {
        await own.stop();
      }
    },
  );

  it('comes from the next authority when one is dead, answers nonsense, or does not respond in time', async () => {
    const other = await startAuthority();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 8));
    try {
      askAt('http://127.0.0.1:1/', other.url, authority.url);
      other.answerWith((_query, response) => response.writeHead(200).end('nonsense'));
      expect(await requestTimestamp(CONTENT, never)).not.toBeNull();
      other.answerWith(() => {});
      expect(await requestTimestamp(CONTENT, never)).not.toBeNull();
      expect(authority.state.requests.length).toBeGreaterThanOrEqual(2);
      other.answerWith(null);
      askAt(other.url);
      expect(await requestTimestamp(CONTENT, never)).not.toBeNull();
    } finally {
      await other.stop();
    }
  });

  it('is given up when the authority does not respond in time, in the middle of its response too', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 8));
    authority.answerWith(() => {});
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
    authority.answerWith((_query, response) => response.writeHead(200).write('0'));
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
    expect(Math.max(...spy.mock.calls.map(([ms]) => ms))).toBeLessThanOrEqual(10_000);
  });

  it('ends with the task that wants it', async () => {
    authority.answerWith(() => stop.abort());
    const stop = new AbortController();
    expect(await requestTimestamp(CONTENT, stop.signal)).toBeNull();
  });

  it('is not read from an endless response', async () => {
    let written = 0;
    function* pieces() {
      for (; written < 50_000_000; written += 65_536) yield Buffer.alloc(65_536);
    }
    const closed = new Promise((resolve) => {
      authority.answerWith((_query, response) => {
        response.writeHead(200);
        return pipeline(Readable.from(pieces()), response).catch(resolve);
      });
    });
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
    await closed;
    expect(written).toBeLessThan(10_000_000);
  });

  it.each([404, 500])('is not read from a response with the status %i', async (status) => {
    authority.answerWith(async (_query, response, reply) => response.writeHead(status).end(await reply()));
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
  });

  it('is not requested where a response redirects to', async () => {
    authority.answerWith((_query, response) => response.writeHead(307, { location: authority.url }).end());
    const before = authority.state.requests.length;
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
    expect(authority.state.requests.length).toBe(before + 1);
  });

  it('is refused for another request', async () => {
    let earlier: Buffer | undefined;
    authority.answerWith(async (_query, response, reply) => {
      const answer = await reply();
      response.writeHead(200).end(earlier ?? answer);
      earlier ??= answer;
    });
    expect(await requestTimestamp(CONTENT, never)).not.toBeNull();
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
  });

  it('is refused when its time is not the present one', async () => {
    setClock(() => Date.now() + 600_000);
    expect(await requestTimestamp(CONTENT, never)).toBeNull();
    setClock();
    expect(await requestTimestamp(CONTENT, never)).not.toBeNull();
  });
});

describe.runIf(isHere)('a response', () => {
  /** A query with its response from OpenSSL. */
  async function answered() {
    const query = timestampQuery(CONTENT);
    let response: Buffer = Buffer.alloc(0);
    authority.answerWith(async (_query, out, reply) => {
      response = await reply();
      out.end(response);
    });
    await fetch(authority.url, { method: 'POST', body: new Uint8Array(encodeTimestampRequest(query)) });
    return { query, response };
  }

  it('is accepted as a whole, and refused with a change in any byte that counts', async () => {
    const { query, response } = await answered();
    const read = (bytes: Buffer, asked = query) => {
      try {
        return readTimestampResponse(bytes, asked, Date.now());
      } catch (error) {
        if (error instanceof TimestampError) return null;
        throw error;
      }
    };
    const whole = read(response);
    expect(whole).not.toBeNull();
    expect(read(Buffer.concat([response, Buffer.alloc(1)]))).toBeNull();
    expect(read(Buffer.alloc(0))).toBeNull();
    expect(read(response, timestampQuery(CONTENT))).toBeNull();
    expect(read(response, { ...query, digest: Buffer.alloc(32) })).toBeNull();
    const certificate = new X509Certificate(readFileSync(join(authority.folder, 'tsa.pem'))).raw;
    const info = timestampInfo(whole ?? response).content;
    // The signer's last part: its signed attributes, the name of its algorithm and its signature.
    const signer = response.length - response.indexOf(certificate) - certificate.length;
    const covered = [
      [response.indexOf(certificate), certificate.length],
      [response.indexOf(info), info.length],
      [response.length - Math.min(signer, 64), 64],
    ] as const;
    for (const [start, length] of covered) {
      expect(start).toBeGreaterThan(0);
      for (let at = start; at < start + length; at += 1) {
        const changed = Buffer.from(response);
        changed[at] = (changed[at] ?? 0) ^ 4;
        expect(read(changed), `byte ${at}`).toBeNull();
      }
    }
    for (let end = 0; end < response.length; end += 7) expect(read(response.subarray(0, end))).toBeNull();
  });

  it('is refused from a certificate that is not for timestamps', async () => {
    // Their certificates must be valid at the time of the statement, so they are made before it.
    const own = await startAuthority({ purpose: 'tsa_extensions' });
    const mail = await startAuthority({ purpose: 'mail_extensions' });
    const { query, response } = await answered();
    const info = timestampInfo(readTimestampResponse(response, query, Date.now())).whole;
    const granted = der(SEQUENCE, der(INTEGER, Uint8Array.of(0)));
    const signedBy = async (other: typeof own) => {
      const token = signContent(info, other.folder);
      await other.stop();
      return der(SEQUENCE, granted, token);
    };
    const stamped = await signedBy(own);
    expect(readTimestampResponse(stamped, query, Date.now()).length).toBeGreaterThan(info.length);
    const mailed = await signedBy(mail);
    expect(() => readTimestampResponse(mailed, query, Date.now())).toThrow('is not for timestamps');
  });

  it.each([
    ['a refusal', '30053003020102'],
    ['a grant without a token', '30053003020100'],
    ['another value', '0500'],
    ['a value with an impossible length', '3084ffffffff'],
  ])('is refused as %s', (_what, hex) => {
    const query = timestampQuery(CONTENT);
    expect(() => readTimestampResponse(Buffer.from(hex, 'hex'), query, Date.now())).toThrow(TimestampError);
  });
});
