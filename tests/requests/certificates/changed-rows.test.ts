import { readFile, readStatus } from '@certrace/verify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { remindStep } from '#app/certificates/remind.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import {
  compareWithDocuments,
  SIGNED_ROWS_SQL,
  type SignedRow,
} from '#app/certificates/signed-record.server.ts';
import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { checkRecords } from '#app/operations/check-records.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import {
  certificateInput,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

// Somebody who can write to the database changes a certificate that was issued. The site signs what it draws, so it must not draw that.

let issuer: Person;
let uniqueId: string;

beforeEach(async () => {
  issuer = await makeIssuer();
  ({ uniqueId } = await makeCertificate(issuer, { designId: await makeDesign(issuer) }));
});

const read = (path: string, cookie = issuer.cookie) =>
  fetchPage(path, { cookie, headers: { accept: '*/*' } });
const statusesOf = async (paths: string[]) =>
  Promise.all(paths.map(async (path) => (await read(path)).status));
const filesOf = (id = uniqueId) => [`/certificates/${id}.png`, `/certificates/${id}.pdf`];

/** The stored ID, as in the database. */
const stored = () => uniqueId.replaceAll('-', '');
const change = (set: string) =>
  sqlite().prepare(`update certificates set ${set} where unique_id = ?`).run(stored());

describe('a certificate whose row differs from its signed document', () => {
  it.each([
    ['studentName', "student_name = 'Mallory'"],
    ['studentEmail', "student_email = 'mallory@students.example'"],
    ['courseName', "course_name = 'Surgery'"],
    ['issuerName', "issuer_name = 'Another University'"],
    ['issueDate', "issue_date = '2016-02-28'"],
    ['expiryDate', 'expiry_date = null'],
  ])('is not drawn, named in an alert and by fsck: %s', async (column, set) => {
    expect(await statusesOf(filesOf())).toEqual([200, 200]);
    expect(checkRecords()).toEqual([]);
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    change(set);
    expect(await statusesOf(filesOf())).toEqual([503, 503]);
    expect(await (await read(filesOf()[1] ?? '')).text()).toContain('This site is checking this certificate');
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ uniqueId, differences: [column], alert: true });
    expect(checkRecords()).toEqual([
      `certificate ${uniqueId} differs from its signed documents in ${column}`,
    ]);
  });

  it('is not one whose row was read just before another process revoked it', () => {
    const [row] = sqlite().prepare<[], SignedRow>(SIGNED_ROWS_SQL).all();
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    expect(row && compareWithDocuments(row).differences).toEqual([]);
  });

  it('is neither drawn under another ID nor when its credential was taken away', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    change("unique_id = '7K3M9QZX2HVB4TND'");
    expect(await statusesOf(filesOf('7K3M-9QZX-2HVB-4TND'))).toEqual([503, 503]);
    sqlite().prepare('delete from certificate_credentials').run();
    expect(await statusesOf(filesOf('7K3M-9QZX-2HVB-4TND'))).toEqual([503, 503]);
    expect(checkRecords()).toEqual([
      'certificate 7K3M-9QZX-2HVB-4TND differs from its signed documents in credential',
    ]);
  });

  it('is not drawn with a credential that the log does not have', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const name = 'Ingrid Sørensen';
    change("student_name = 'Mallory'");
    sqlite()
      .prepare('update certificate_credentials set bytes = cast(replace(cast(bytes as text), ?, ?) as blob)')
      .run(name, 'Mallory');
    expect(await statusesOf(filesOf())).toEqual([503, 503]);
  });

  it('has its credential as it was logged, or none', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const path = `/certificates/${uniqueId}.json`;
    const logged = await (await read(path)).text();
    change("student_name = 'Mallory'");
    expect(await (await read(path)).text()).toBe(logged);
    sqlite()
      .prepare('update certificate_credentials set bytes = cast(replace(cast(bytes as text), ?, ?) as blob)')
      .run('Ingrid Sørensen', 'Mallory');
    const answer = await read(path);
    expect([answer.status, (await answer.text()).includes('Mallory')]).toEqual([503, false]);
  });

  it('with a damaged credential has files that can still be checked', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const files = await Promise.all(['pdf', 'json'].map((format) => download(issuer, uniqueId, format)));
    sqlite().exec("update certificate_credentials set bytes = cast('{' as blob)");
    const [pdf, json] = await Promise.all(files.map(authenticateOverApi));
    expect([pdf?.verdict, json?.verdict, json?.checks.find(({ id }) => id === 'log')?.message]).toEqual([
      'genuine',
      'unknown',
      expect.stringContaining('This site is checking this certificate'),
    ]);
  });

  it('is neither mailed again, nor is its student reminded of it', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const other = await makeCertificate(issuer, { studentEmail: 'other@students.example' });
    const mailed = sqlite()
      .prepare("select to_address from outbox where to_address like '%@students.example'")
      .pluck();
    sqlite().exec('delete from outbox');
    change("student_name = 'Mallory'");
    const { token } = issuer;
    const again = await fetchApi(`certificates/${uniqueId}/mail`, { token, json: {} });
    expect([again.status, mailed.all()]).toEqual([503, []]);
    // The first run finds only what expires on its day.
    for (const day of ['2027-12-30', '2027-12-31']) {
      setClock(() => Date.parse(`${day}T12:00:00Z`));
      while (remindStep());
    }
    expect(other.expiryDate).toBe('2028-02-28');
    expect(mailed.all()).toEqual(['other@students.example']);
  });

  it('is neither looked up nor sold', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const { token, cookie } = await makeVerifier();
    change("student_name = 'Mallory'");
    const answers = [
      await fetchApi('cert/verify', { token, json: { uniqueId } }),
      await fetchPage('/verify', { cookie, form: { uniqueId } }),
      await fetchApi('cert/verify/payment', { token, json: paymentInput(uniqueId) }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('3600');
      expect(await answer.text()).toContain('This site is checking this certificate');
    }
    const counted = sqlite().prepare(
      'select (select count(*) from verifications) + (select count(*) from payments)',
    );
    expect(counted.pluck().get()).toBe(0);
  });

  it.each([
    ['its row', "update certificates set student_name = 'Mallory'"],
    ['its credential', `update certificate_credentials set bytes = cast(bytes || ' ' as blob)`],
    [
      'the entry of its credential',
      `update log_entries set entry = replace(entry, '"digest":"', '"digest":"A')`,
    ],
    ['the salt of that entry', "update log_entries set salt = zeroblob(16) where type = 'issue'"],
    ['the statement of its revocation', "update log_entries set document = '{}' where type = 'revoke'"],
    ['its entries', 'delete from log_entries'],
  ])('is not looked up, although it was before the change of %s', async (_, sql) => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const { token } = await makeVerifier();
    const lookUp = async () => (await fetchApi('cert/verify', { token, json: { uniqueId } })).status;
    expect(await lookUp()).toBe(200);
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    expect(await lookUp()).toBe(200);
    sqlite().exec(sql);
    expect(await lookUp()).toBe(503);
  });

  it.each(['/verify', '/tracking'])('has no state on the page of its code: %s', async (page) => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    change("student_name = 'Mallory'");
    const answer = await fetchPage(`${page}?id=${uniqueId}`);
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(html).toContain('This site is checking this certificate');
    expect(html).not.toContain('is valid');
  });

  it('is shown neither to a verifier who paid, nor to its student, until it is as it was signed', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const verifier = await makeVerifier();
    const student = await makeVerifier({ email: 'ingrid@students.example' });
    await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId } });
    await payFor(verifier, uniqueId);
    const shown = async () => {
      const [paid, held, traced] = [
        await fetchPage('/verify/payment', { cookie: verifier.cookie }),
        await fetchPage(`/my-certificates/${uniqueId}`, { cookie: student.cookie }),
        await fetchPage(`/tracing?id=${uniqueId}`, { cookie: verifier.cookie }),
      ];
      const lists = [
        await fetchApi('verifications', { token: verifier.token }),
        await fetchApi('certificates/mine', { token: student.token }),
        await fetchPage('/verify', { cookie: verifier.cookie }),
        await fetchPage('/my-certificates', { cookie: student.cookie }),
        await fetchPage('/students', { cookie: verifier.cookie }),
      ];
      const texts = await Promise.all(lists.map((list) => list.text()));
      return {
        statuses: [paid, held, traced].map(({ status }) => status),
        listed: texts.map((text) => /Ingrid Sørensen|Mallory/.test(text)),
        pagesThatSaySo: texts.filter((text) => text.includes('Some certificates are not listed')).length,
      };
    };
    const whole = { statuses: [200, 200, 200], listed: [true, true, true, true, true], pagesThatSaySo: 0 };
    expect(await shown()).toEqual(whole);
    change("student_name = 'Mallory'");
    expect(await shown()).toEqual({
      statuses: [503, 503, 503],
      listed: [false, false, false, false, false],
      pagesThatSaySo: 3,
    });
    change("student_name = 'Ingrid Sørensen'");
    expect(await shown()).toEqual(whole);
  });

  it('is neither renewed nor replaced, but can be revoked', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    change("student_name = 'Mallory'");
    const { token } = issuer;
    const [renewal, replacement, revocation] = [
      await fetchApi(`certificates/${uniqueId}/renewal`, { token, json: {} }),
      await fetchApi(`certificates/${uniqueId}/replacement`, { token, json: certificateInput() }),
      await fetchApi(`certificates/${uniqueId}/revocation`, { token, json: { reason: 'An error' } }),
    ];
    expect([renewal.status, replacement.status, revocation.status]).toEqual([503, 503, 201]);
  });

  it('is named in one alert an hour, however many readers ask, who are told when to ask again', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    change("student_name = 'Mallory'");
    expect(await statusesOf([...filesOf(), ...filesOf()])).toEqual([503, 503, 503, 503]);
    expect((await read(filesOf()[0] ?? '')).headers.get('retry-after')).toBe('3600');
    await fetchPage(`/verify?id=${uniqueId}`);
    expect(logged).toHaveBeenCalledOnce();
    setClock(() => Date.now() + 3_600_000);
    expect(await statusesOf(filesOf())).toEqual([503, 503]);
    expect(logged).toHaveBeenCalledTimes(2);
  });
});

describe('a revocation', () => {
  const removal = () => sqlite().prepare('delete from certificate_revocations').run();

  it('that was removed keeps the files from being drawn', async () => {
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    expect(await statusesOf(filesOf())).toEqual([200, 200]);
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    removal();
    expect(await statusesOf(filesOf())).toEqual([503, 503]);
    expect(checkRecords()).toEqual([
      `certificate ${uniqueId} differs from its signed documents in revocation`,
    ]);
  });

  it('that was removed is not denied to who checks a file, nor in the list', async () => {
    const pdf = Buffer.from(await (await read(filesOf()[1] ?? '')).arrayBuffer());
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    expect((await authenticateOverApi(pdf)).verdict).toBe('revoked');
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    removal();
    const { verdict, checks } = await authenticateOverApi(pdf);
    const { passed, message } = checks.find(({ id }) => id === 'revocation') ?? {};
    expect([verdict, passed, message]).toEqual([
      'unknown',
      null,
      expect.stringContaining('This site is checking this certificate'),
    ]);
    const { credentialStatus } = JSON.parse(Buffer.from(readFile(pdf).credential).toString());
    const list = JSON.parse((await publishedStatusList('1')).toString());
    expect(readStatus(list, Number(credentialStatus.statusListIndex))).toBe(true);
  });
});

describe('a design', () => {
  it('that differs from what was saved keeps the files from being drawn', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    sqlite().prepare(`update design_versions set design = replace(design, '{student}', 'Mallory')`).run();
    sqlite().prepare(`update design_versions set design = design || ' '`).run();
    expect(await statusesOf(filesOf())).toEqual([503, 503]);
    expect(checkRecords()).toEqual(['version 1 of the design Graduation is not as it was saved']);
  });
});

describe('a paid verification', () => {
  it.each([
    ['amountMinor', 'update payments set amount_minor = 1'],
    ['receiptNumber', 'update payments set receipt_number = 7'],
    ['createdAt', 'update payments set created_at = created_at - 86400000'],
    ['paidAt', 'update verifications set paid_at = null'],
  ])('is compared with its signed receipt: %s', async (column, set) => {
    await payFor(await makeVerifier(), uniqueId);
    expect(checkRecords()).toEqual([]);
    sqlite().exec(set);
    expect(checkRecords().join()).toContain(`differs from its signed receipt in ${column}`);
  });
});
