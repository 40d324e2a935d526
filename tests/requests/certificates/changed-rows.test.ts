import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { checkRecords } from '#app/operations/check-records.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import {
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

  it('is not sold', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const verifier = await makeVerifier();
    change("course_name = 'Surgery'");
    const answer = await fetchApi('cert/verify/payment', {
      token: verifier.token,
      json: paymentInput(uniqueId),
    });
    expect(answer.status).toBe(503);
    expect(sqlite().prepare('select count(*) from payments').pluck().get()).toBe(0);
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
