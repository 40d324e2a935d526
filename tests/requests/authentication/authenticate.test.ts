import { deflateSync } from 'node:zlib';
import { bakePng, type CheckId, type JsonObject, type Report, sha256 } from '@certrace/verify';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { signBadge } from '#app/credentials/badge.server.ts';
import { currentIssuerKey, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import {
  authenticateOnPage,
  authenticateOverApi,
  download,
  fileForm,
  issued,
} from '#tests/support/authentication.ts';
import { badge, carriedFiles } from '#tests/support/carried-files.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { foreignBadge, foreignKey, jwsKey, signAsToken, signForeign } from '#tests/support/foreign-badges.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const messageOf = ({ checks }: Report, id: CheckId) => checks.find((check) => check.id === id)?.message;
const failed = ({ checks }: Report) => checks.filter(({ passed }) => passed === false).map(({ id }) => id);

/** Copies a file and changes one byte at the position of a text. */
function changedAt(file: Buffer, text: string): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(text);
  if (at === -1) throw new Error(`the file has no ${text}`);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** The JSON credential of a certificate with one text replaced. */
const changedCredential = async (file: (format: string) => Promise<Buffer>, from: string, to: string) =>
  Buffer.from((await file('json')).toString().replace(from, to));

describe('a downloaded file', () => {
  it.each(['pdf', 'png', 'json'])('is genuine as %s and passes every check', async (format) => {
    const { issuer, file } = await issued();
    const report = await authenticateOverApi(await file(format));
    expect(report).toMatchObject({ success: true, verdict: 'genuine' });
    expect(report.checks.map(({ id, passed }) => [id, passed])).toEqual([
      ['file', true],
      ['signature', true],
      ['issuer', true],
      ['log', true],
      ['revocation', true],
      ['expiry', true],
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(messageOf(report, 'issuer')).toBe(
      `Issued by ${issuer.name} (${issuer.username}, localhost:3000), approved since ${today}.`,
    );
    expect(messageOf(report, 'log')).toBe(`In the log localhost:3000/log since ${today}, entry 1.`);
    expect(report.certificate).toEqual({
      studentName: 'Ingrid Sørensen',
      courseName: 'Distributed Systems',
      issuer: issuer.name,
      issueDate: '2026-02-28',
      expiryDate: '2028-02-28',
    });
  });

  it('has its verdict, checks and content shown without JavaScript', async () => {
    const { issuer, file } = await issued();
    const response = await authenticateOnPage(await file('pdf'));
    const page = await response.text();
    expect(response.status).toBe(200);
    for (const text of ['Genuine', 'unaltered since it was drawn', 'It is not revoked.', 'Ingrid Sørensen']) {
      expect(page).toContain(text);
    }
    expect(page).toContain(`Issued by ${issuer.name} (${issuer.username}, localhost:3000)`);
    expect(page).toContain('Anybody can claim to be a university');
  });

  it.each(['de', 'ar', 'zh-Hans'])('has its checks in the reader’s language: %s', async (language) => {
    const { file } = await issued();
    const [genuine, altered] = [await file('pdf'), changedAt(await file('png'), 'IDAT')];
    for (const bytes of [genuine, altered, Buffer.from('{}'), Buffer.from('no certificate')]) {
      const english = await authenticateOverApi(bytes);
      const headers = { 'accept-language': language };
      const answer = await fetchApi('authenticate', { body: fileForm(bytes) as never, headers });
      const report = (await answer.json()) as Report;
      expect(report.verdict).toBe(english.verdict);
      for (const [at, { id, passed, message }] of report.checks.entries()) {
        expect([id, passed]).toEqual([english.checks[at]?.id, english.checks[at]?.passed]);
        expect(message).not.toBe(english.checks[at]?.message);
        expect(message).not.toMatch(/\b(the|was|its?|not)\b/i);
      }
    }
    const page = await fetchPage('/authentication', {
      form: fileForm(genuine),
      headers: { 'accept-language': language },
    });
    expect(await page.text()).not.toContain('unaltered since it was drawn');
  });

  it('is genuine after a program rewrote its JSON, and the report says so', async () => {
    const { file } = await issued();
    const { proof, ...rest } = JSON.parse((await file('json')).toString());
    const report = await authenticateOverApi(Buffer.from(JSON.stringify({ proof, ...rest }, null, 2)));
    expect([report.verdict, messageOf(report, 'log')]).toEqual([
      'genuine',
      'In the log localhost:3000/log, entry 1. Only its formatting was changed since.',
    ]);
  });

  it('is genuine after the site moved to https and another host name', async () => {
    const { file } = await issued();
    const json = await file('json');
    testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certs.example.org' });
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const later = sqlite()
      .prepare('select bytes from certificate_credentials order by certificate_seq desc limit 1')
      .pluck()
      .get() as Buffer;
    testEnvironment();
    expect((await authenticateOverApi(json)).verdict).toBe('genuine');

    expect(later.toString()).toContain('did:web:certs.example.org');
    expect((await authenticateOverApi(later)).verdict).toBe('genuine');
  });
});

describe('the verdict', () => {
  it('is genuine for a JSON file with a byte order mark', async () => {
    const { file } = await issued();
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), await file('json')]);
    expect((await authenticateOverApi(marked)).verdict).toBe('genuine');
  });

  it('is altered when one letter of the credential changed', async () => {
    const { file } = await issued();
    const report = await authenticateOverApi(await changedCredential(file, 'Distributed', 'Distributes'));
    expect([report.verdict, failed(report)]).toEqual(['altered', ['signature', 'log']]);
    expect(messageOf(report, 'signature')).toContain('changed after it was signed');
  });

  it.each([
    ['pdf', 'page'],
    ['png', 'picture'],
  ])('is altered when a %s was redrawn around a genuine credential', async (format, word) => {
    const { file } = await issued();
    const original = await file(format);
    const other = await (await issued({ studentName: 'Someone Else' })).file(format);
    // The page of the other file with the attachments of the first.
    const redrawn =
      format === 'pdf'
        ? Buffer.concat([
            other.subarray(0, other.indexOf('%%EOF')),
            original.subarray(original.indexOf('%%EOF')),
          ])
        : bakePng(
            withoutTexts(other),
            ['openbadgecredential', 'certraceproof', 'certracefile'].map((keyword) => ({
              keyword,
              text: textOf(original, keyword),
            })),
          );
    const report = await authenticateOverApi(redrawn);
    expect([report.verdict, failed(report)]).toEqual(['altered', ['file']]);
    expect(messageOf(report, 'file')).toContain(`The ${word} was changed, not the credential in it`);
    expect(await (await authenticateOnPage(redrawn)).text()).toContain('the file around it was changed');
  });

  it('is unknown-issuer for a certificate of another site, whose revocation is not checked', async () => {
    const { json } = await carriedFiles({ issuer: { ...badge.issuer } });
    const report = await authenticateOverApi(json);
    expect([report.verdict, failed(report)]).toEqual(['unknown-issuer', ['issuer']]);
    expect(report.checks.find(({ id }) => id === 'revocation')?.passed).toBeNull();
  });

  it('is unknown-issuer for a foreign badge by any standard signature, and unknown if it does not verify', async () => {
    const picture = await (await issued()).file('png');
    const signers = [await foreignKey('ed25519'), await foreignKey('p256'), await foreignKey('p384')];
    for (const signer of signers) {
      const signed = await signForeign(foreignBadge(signer.did), [signer]);
      const png = bakePng(withoutTexts(picture), [
        { keyword: 'openbadgecredential', text: Buffer.from(JSON.stringify(signed)) },
      ]);
      for (const file of [Buffer.from(JSON.stringify(signed)), png]) {
        const report = await authenticateOverApi(file);
        expect([report.verdict, failed(report)]).toEqual(['unknown-issuer', ['issuer']]);
      }
      const changed = Buffer.from(JSON.stringify({ ...signed, name: 'Leadership' }));
      const report = await authenticateOverApi(changed);
      expect([report.verdict, report.reason]).toEqual([
        'unknown',
        'This is not a yes: its signature does not verify.',
      ]);
      const page = await (await authenticateOnPage(changed)).text();
      expect(page).toContain('its signature does not verify');
      expect(page).toContain('What the file claims');
    }
    const token = await signAsToken(foreignBadge('did:web:badges.example'), await jwsKey('ES256'), {
      jwk: { kty: 'EC' },
    });
    expect((await authenticateOverApi(Buffer.from(token))).verdict).toBe('unknown-issuer');
  });

  it('is not-in-log for an ID that never existed, which this site never issued', async () => {
    const { issuer } = await issued();
    const key = currentIssuerKey(issuer.id);
    const forged = await signBadge(
      {
        ...badge,
        id: 'http://localhost:3000/certificates/0000-0000-0000-0000.json',
        issuer: { id: issuer.id, did: key.did, name: issuer.name },
        statusList: 'http://localhost:3000/credentials/status/1',
      },
      key,
      timestamp(),
    );
    const report = await authenticateOverApi(forged);
    expect(report.verdict).toBe('not-in-log');
    expect(messageOf(report, 'revocation')).toBe('This site never issued it.');
    expect(messageOf(report, 'log')).toContain('This site never issued it.');
    expect(JSON.stringify(report)).not.toContain('restored');
  });

  it('is revoked for a replaced certificate, and the reason names the replacement, which is genuine', async () => {
    const { issuer, certificate, file } = await issued();
    const pdf = await file('pdf');
    const corrected = parseInput(issueSchema, certificateInput({ studentName: 'Ingrid Sorensen' }));
    const replacement = await replaceCertificate(issuer.actor, certificate.uniqueId, corrected);
    const report = await authenticateOverApi(pdf);
    expect([report.verdict, messageOf(report, 'revocation')]).toEqual([
      'revoked',
      expect.stringContaining(`It was replaced by ${replacement.uniqueId}.`),
    ]);
    const json = await download(issuer, replacement.uniqueId, 'json');
    expect((await authenticateOverApi(json)).verdict).toBe('genuine');
  });

  it('is revoked, with the date, over the API and on the page', async () => {
    const { issuer, certificate, file } = await issued();
    const pdf = await file('pdf');
    revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'An error' });
    const report = await authenticateOverApi(pdf);
    expect([report.verdict, failed(report)]).toEqual(['revoked', ['revocation']]);
    const today = new Date().toISOString().slice(0, 10);
    expect(messageOf(report, 'revocation')).toMatch(
      new RegExp(`^It was revoked on ${today}\\. Status list made ${today} \\d\\d:\\d\\d UTC\\.$`),
    );
    expect(await (await authenticateOnPage(pdf)).text()).toContain('Revoked');
  });

  it('is not-yet-valid before the issue date has begun anywhere', async () => {
    const { file } = await issued();
    const [png, pdf] = [await file('png'), await file('pdf')];
    setClock(() => Date.parse('2026-02-27T09:59:59Z'));
    const report = await authenticateOverApi(png);
    expect([report.verdict, failed(report)]).toEqual(['not-yet-valid', ['start']]);
    expect(await (await authenticateOnPage(pdf)).text()).toContain('Not yet valid');
    setClock(() => Date.parse('2026-02-27T10:00:00Z'));
    expect((await authenticateOverApi(png)).verdict).toBe('genuine');
  });

  it('is expired when the expiry date has ended everywhere', async () => {
    const { file } = await issued({ expiryDate: '2028-02-28' });
    const png = await file('png');
    setClock(() => Date.parse('2028-02-29T11:59:59Z'));
    expect((await authenticateOverApi(png)).verdict).toBe('genuine');
    setClock(() => Date.parse('2028-02-29T12:00:00Z'));
    const report = await authenticateOverApi(png);
    expect([report.verdict, messageOf(report, 'expiry')]).toEqual(['expired', 'It expired on 2028-02-28.']);
  });

  it('is not-in-log when the issuer’s key signed a certificate that was never issued', async () => {
    const { issuer } = await issued();
    const key = currentIssuerKey(issuer.id);
    const forged = await signBadge(
      { ...badge, issuer: { id: issuer.id, did: key.did, name: issuer.name } },
      key,
      timestamp(),
    );
    const report = await authenticateOverApi(forged);
    expect([report.verdict, failed(report)]).toEqual(['not-in-log', ['log']]);
  });

  it('is unknown for a certificate that was lost in a restore', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const backup = sqlite().serialize();
    const { uniqueId } = await makeCertificate(issuer, { studentName: 'Lost Later' });
    const read = async (format: string) => {
      const response = await fetchPage(`/certificates/${uniqueId}.${format}`, { cookie: issuer.cookie });
      return Buffer.from(await response.arrayBuffer());
    };
    const [pdf, json] = [await read('pdf'), await read('json')];
    installDatabase(new Database(backup));
    const behind = await authenticateOverApi(pdf);
    expect([behind.verdict, messageOf(behind, 'log')]).toEqual([
      'unknown',
      expect.stringContaining('restored'),
    ]);
    expect(behind.reason).toMatch(
      /^We could not check .*, so this is not a yes\..* an older database was restored\.$/,
    );
    expect(await authenticateOverApi(json)).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('an older database was restored'),
    });
    await catchUpLog();
    const report = await authenticateOverApi(pdf);
    expect(report.verdict).toBe('unknown');
    expect(messageOf(report, 'revocation')).toContain('lost');
    const alone = await authenticateOverApi(json);
    expect(alone.checks.find(({ id }) => id === 'log')).toMatchObject({
      passed: null,
      message: expect.stringContaining('lost'),
    });
    // A later certificate may get the same index of the status list.
    const later = await makeCertificate(issuer);
    revokeCertificate(issuer.actor, later.uniqueId, { reason: 'An error' });
    const { statusListIndex } = JSON.parse(json.toString()).credentialStatus;
    sqlite()
      .prepare(
        `update certificate_credentials set status_index = ?
         where certificate_seq = (select max(certificate_seq) from certificate_credentials)`,
      )
      .run(Number(statusListIndex));
    const taken = await authenticateOverApi(json);
    expect([taken.verdict, messageOf(taken, 'revocation')]).toEqual([
      'unknown',
      expect.stringContaining('lost'),
    ]);
  });

  it('comes with a note when the issuer is suspended', async () => {
    const { issuer, file } = await issued();
    const json = await file('json');
    decideIssuer((await makeSuperAdmin()).actor, { issuerId: issuer.id, decision: 'suspend' });
    const report = await authenticateOverApi(json);
    expect([report.verdict, messageOf(report, 'issuer')]).toEqual([
      'genuine',
      expect.stringContaining('It has been suspended since'),
    ]);
  });

  it('lists the achievements of all subjects of a badge, in an SVG picture too', async () => {
    const signer = await foreignKey('ed25519');
    const badge = foreignBadge(signer.did);
    const first = badge.credentialSubject as JsonObject;
    const achievement = { ...(first.achievement as JsonObject), name: 'Leadership' };
    const second = { type: ['AchievementSubject'], name: 'Ada Lovelace', achievement };
    const signed = await signForeign({ ...badge, credentialSubject: [first, second] }, [signer]);
    const svg = `<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential><![CDATA[${JSON.stringify(signed)}]]></openbadges:credential></svg>`;
    expect(await authenticateOverApi(Buffer.from(svg))).toMatchObject({
      verdict: 'unknown-issuer',
      certificate: {
        achievements: [
          { studentName: 'Grace Hopper', courseName: 'Teamwork' },
          { studentName: 'Ada Lovelace', courseName: 'Leadership' },
        ],
      },
    });
    const text = (await (await authenticateOnPage(Buffer.from(svg))).text()).replaceAll(
      /<[^>]+>|[\u2066-\u2069]/g,
      '',
    );
    expect(text).toContain('Teamwork, for Grace Hopper');
    expect(text).toContain('Leadership, for Ada Lovelace');
  });

  it('is unreadable for another type of file', async () => {
    expect(await authenticateOverApi(Buffer.from('PK\u0003\u0004'))).toMatchObject({
      verdict: 'unreadable',
      checks: [{ id: 'file', passed: false, message: 'It is not a PDF, PNG, SVG or JSON file.' }],
    });
  });

  it.each(['PNG', 'PDF'])('is unreadable for a %s without a credential', async (type) => {
    const { file } = await issued();
    const bytes = type === 'PNG' ? withoutTexts(await file('png')) : Buffer.from('%PDF-1.7\n%%EOF\n');
    expect(await authenticateOverApi(bytes)).toMatchObject({
      verdict: 'unreadable',
      checks: [
        {
          id: 'file',
          passed: false,
          message: 'It contains no credential. It may have been made or saved again by another program.',
        },
      ],
    });
  });
});

it('accepts the signed receipt of a verification as genuine', async () => {
  const { certificate } = await issued();
  await payFor(await makeVerifier(), certificate.uniqueId);
  const receipt = sqlite()
    .prepare("select document from log_entries where type = 'verify'")
    .pluck()
    .get() as Buffer;
  const report = await authenticateOverApi(receipt);
  expect(report.checks.map(({ id, passed }) => [id, passed])).toEqual([
    ['file', true],
    ['signature', true],
    ['issuer', true],
    ['log', true],
  ]);
  expect([report.verdict, messageOf(report, 'issuer')]).toEqual([
    'genuine',
    'Issued by this site, localhost:3000.',
  ]);
  const changed = changedAt(receipt, '"status":"valid"');
  expect((await authenticateOverApi(changed)).verdict).not.toBe('genuine');
});

/** The chunks of a PNG. */
function chunksOf(png: Buffer) {
  const chunks: { type: string; whole: Buffer; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const whole = png.subarray(at, at + 12 + length);
    chunks.push({ type: whole.toString('latin1', 4, 8), whole, data: whole.subarray(8, 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
const withoutTexts = (png: Buffer) =>
  Buffer.concat([
    png.subarray(0, 8),
    ...chunksOf(png).flatMap(({ type, whole }) => (type === 'iTXt' ? [] : whole)),
  ]);
function textOf(png: Buffer, keyword: string): Buffer {
  const chunk = chunksOf(png).find(
    ({ data }) => data.toString('latin1', 0, keyword.length + 1) === `${keyword}\0`,
  );
  if (!chunk) throw new Error(`no ${keyword}`);
  return chunk.data.subarray(keyword.length + 5);
}

describe('bad input', () => {
  const attachment = (bytes: Buffer, filter = '') =>
    Buffer.concat([
      Buffer.from(`1 0 obj\n<</Type /EmbeddedFile ${filter} /Length ${bytes.length}>>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const pdf = (...parts: Buffer[]) => Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts]);
  const bomb = (bytes: number) => attachment(deflateSync(Buffer.alloc(bytes)), '/Filter /FlateDecode');
  const cases: [string, () => Buffer | Promise<Buffer>][] = [
    ['an empty file', () => Buffer.alloc(0)],
    [
      'a PDF bomb',
      () => pdf(bomb(100_000_000), ...Array<Buffer>(500).fill(bomb(1_048_576)), bomb(100_000_000)),
    ],
    ['JSON of depth 10,000', () => Buffer.from(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
    [
      'a PNG with two credentials',
      async () => {
        const { file } = await issued();
        return Buffer.from(
          bakePng(await file('png'), [{ keyword: 'openbadgecredential', text: await file('json') }]),
        );
      },
    ],
    [
      'a proof of almost 10 MB',
      async () => {
        const { file } = await issued();
        const proof = Buffer.from(`c2sp.org/tlog-proof@v1\n${'AAAA\n'.repeat(2_000_000)}`);
        return pdf(attachment(await file('json')), attachment(proof.subarray(0, 10_000_000)));
      },
    ],
    ['9 MB of open brackets', () => Buffer.alloc(9_000_000, '{')],
    ['9 MB of PDF marks', () => pdf(Buffer.from('/EmbeddedFile>>stream\n'.repeat(400_000)))],
    [
      'random bytes behind a PNG’s first',
      () =>
        Buffer.concat([
          Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
          ...Array.from({ length: 1_000 }, (_, id) => Buffer.from(sha256(String(id)))),
        ]),
    ],
  ];

  it('is rejected once the checking thread has started', async () => {
    await authenticateOverApi(Buffer.from('{}'));
  });

  it.each(cases)('(%s) gets a report within two seconds', async (_, make) => {
    const bytes = await make();
    const started = performance.now();
    const report = await authenticateOverApi(bytes);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(report.verdict).toMatch(/^(?:unreadable|altered)$/);
    expect(report.checks.filter(({ passed }) => passed === false)[0]?.message).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['/authentication', '/api/v1/authenticate'])('%s rejects more than 10 MB', async (path) => {
    const response = await fetchPage(path, { form: fileForm(Buffer.alloc(10 * 1_048_576 + 1)) });
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('at most 10 MB')]);
  });

  it.each(['/authentication', '/api/v1/authenticate'])('%s rejects an empty file', async (path) => {
    const form = new FormData();
    form.set('file', new File([], ''));
    const response = await fetchPage(path, { form });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Please choose a PDF, PNG, SVG or JSON file.'),
    ]);
  });

  it('rejects other content types with 415', async () => {
    expect((await fetchApi('authenticate', { json: {} })).status).toBe(415);
  });

  const checks = (count: number, token?: string) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const body = fileForm(Buffer.from('{}')) as never;
        const options = { body, address: '198.51.100.7', ...(token && { token }) };
        return (await fetchApi('authenticate', options)).status;
      }),
    );

  it('checks all files of a class, whose later ones wait, and of an account 30 a minute', async () => {
    const { token } = await makeVerifier();
    const startedAt = performance.now();
    expect(await checks(33)).toEqual(Array(33).fill(200));
    expect(performance.now() - startedAt).toBeGreaterThan(2_900);
    expect(await checks(31, token)).toEqual([...Array(30).fill(200), 429]);
  });
});
