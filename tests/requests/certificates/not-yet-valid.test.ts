import { afterEach, beforeEach, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const ISSUE_DATE = '2027-05-02';
/** The issue date begins first at UTC+14. */
const BEGINS = Date.parse(ISSUE_DATE) - 14 * 3_600_000;
const ADA = 'ada@students.example';

let issuer: Person;
let admin: Person;
let verifier: Person;
let ada: Person;
let uniqueId: string;

beforeEach(async () => {
  setClock(() => BEGINS - 1);
  [issuer, admin, verifier] = [await makeIssuer(), await makeSuperAdmin(), await makeVerifier()];
  ada = await makeVerifier({ email: ADA });
  const fields = { studentEmail: ADA, courseName: 'Algebra', issueDate: ISSUE_DATE, expiryDate: null };
  ({ uniqueId } = await makeCertificate(issuer, fields));
});

afterEach(() => setClock());

const textOf = async (path: string, person?: Person) => {
  const answer = await fetchPage(path, person ? { cookie: person.cookie } : {});
  expect([path, answer.status]).toEqual([path, 200]);
  // A stored answer would show the state beyond its end.
  expect(answer.headers.get('cache-control'), path).toMatch(/no-store|no-cache/);
  return answer.text();
};

/** The text of a page without its search form, whose filter names every state. */
const shownOn = async (path: string, person?: Person) =>
  (await textOf(path, person)).replaceAll(/<option.*?<\/option>/g, '');

const statusesIn = async (path: string, { token }: Person): Promise<string[]> => {
  const answer = await fetchApi(path, { token });
  expect(answer.headers.get('cache-control'), path).toContain('no-store');
  const { certificates, verifications } = await answer.json();
  return (certificates ?? verifications).map(({ status }: { status: string }) => status);
};

it('is the state of a certificate in every list, look-up and file, until its issue date begins', async () => {
  await payFor(verifier, uniqueId);
  const shared = await fetchPage(`/my-certificates/${uniqueId}`, {
    cookie: ada.cookie,
    form: { intent: 'share', shared: 'on' },
  });
  const sharePath = /\/c\/[\w-]{22}/.exec(await shared.text())?.[0] ?? '';
  const pages: [path: string, person?: Person][] = [
    ['/admin/issued-certificates', issuer],
    ['/dashboard', issuer],
    ['/admin/verified-certificates', issuer],
    ['/superadmin/issued-certificates', admin],
    ['/superadmin/verified-certificates', admin],
    ['/my-certificates', ada],
    [`/my-certificates/${uniqueId}`, ada],
    ['/verify', verifier],
    [`/verify?id=${uniqueId}`],
    [`/tracking?id=${uniqueId}`, ada],
    [sharePath],
  ];
  const calls: [path: string, person: Person][] = [
    ['certificates/my-issued', issuer],
    ['certificates/my-verified', issuer],
    ['certificates/all', admin],
    ['certificates/all-verified', admin],
    ['certificates/mine', ada],
    ['verifications', verifier],
  ];
  const exports: [path: string, person: Person][] = [
    ['/admin/issued-certificates.csv', issuer],
    ['/admin/verified-certificates.csv', issuer],
    ['/superadmin/issued-certificates.csv', admin],
    ['/superadmin/verified-certificates.csv', admin],
  ];
  for (const isEarly of [true, false]) {
    setClock(() => (isEarly ? BEGINS - 1 : BEGINS));
    const status = isEarly ? 'not-yet-valid' : 'valid';
    for (const [path, person] of pages) {
      expect([path, />Not yet valid<|is not yet valid\./.test(await shownOn(path, person))]).toEqual([
        path,
        isEarly,
      ]);
    }
    for (const [path, person] of calls) {
      expect([path, await statusesIn(path, person)]).toEqual([path, [status]]);
    }
    for (const [path, person] of exports) {
      expect((await textOf(path, person)).split('\r\n')[1], path).toContain(`"${status}"`);
    }
    const checked = await authenticateOverApi(await download(issuer, uniqueId, 'json'));
    expect(checked.verdict).toBe(isEarly ? 'not-yet-valid' : 'genuine');
  }
});

it('is said before payment, on pages and by the API', async () => {
  const { token, cookie } = verifier;
  const found = await fetchApi('cert/verify', { token, json: { uniqueId } });
  expect([found.status, (await found.json()).cert]).toEqual([
    200,
    expect.objectContaining({ status: 'not-yet-valid', issueDate: ISSUE_DATE, paid: false }),
  ]);
  const lookedUp = await fetchPage('/verify', { cookie, form: { uniqueId } });
  for (const html of [await lookedUp.text(), await textOf('/verify/payment', verifier)]) {
    expect(html).toContain('This certificate is not yet valid');
    expect(html).toContain('It is valid from its issue date, 02/05/2027');
  }
  const paid = await fetchApi('cert/verify/payment', { token, json: paymentInput(uniqueId) });
  expect([paid.status, (await paid.json()).cert.status]).toEqual([200, 'not-yet-valid']);
  expect(await textOf('/verify/payment', verifier)).toContain('This certificate is not yet valid');
});

it('is a state to filter lists by, alone and with other filters, and excludes the other states', async () => {
  const revoked = await makeCertificate(issuer, { studentEmail: ADA, issueDate: ISSUE_DATE });
  revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'By mistake' });
  await makeCertificate(issuer, { studentEmail: ADA, issueDate: '2027-05-01', expiryDate: '2027-06-01' });
  await makeCertificate(issuer, { studentEmail: ADA, issueDate: ISSUE_DATE, expiryDate: '2027-06-01' });
  const lists: [path: string, person: Person][] = [
    ['certificates/my-issued', issuer],
    ['certificates/all', admin],
    ['certificates/mine', ada],
  ];
  const idsIn = async (path: string, { token }: Person): Promise<string[]> =>
    (await (await fetchApi(path, { token })).json()).certificates.map(
      (one: { uniqueId: string }) => one.uniqueId,
    );
  const found = async (query: string) => {
    const [mine, ...others] = await Promise.all(
      lists.map(([path, person]) => statusesIn(`${path}?${query}`, person)),
    );
    for (const other of others) expect([query, other]).toEqual([query, mine]);
    return mine;
  };
  expect(await found('state=not-yet-valid')).toEqual(['not-yet-valid', 'not-yet-valid']);
  expect(await found('state=not-yet-valid&q=algebra')).toEqual(['not-yet-valid']);
  expect(await found('state=valid')).toEqual(['valid']);
  expect(await found('state=expiring')).toEqual(['valid']);
  expect(await found('state=revoked')).toEqual(['revoked']);
  expect(await found('state=expired')).toEqual([]);
  const filtered = 'certificates/my-issued?state=not-yet-valid';
  expect(await idsIn(`${filtered}&course=Algebra`, issuer)).toEqual([uniqueId]);
  expect(await idsIn(`${filtered}&from=2027-05-03`, issuer)).toEqual([]);
  expect(await idsIn(`${filtered}&to=2027-05-01`, issuer)).toEqual([]);
  expect(await idsIn(`${filtered}&to=${ISSUE_DATE}&from=2026-01-01&limit=1`, issuer)).toHaveLength(1);
  const html = await textOf('/admin/issued-certificates?state=not-yet-valid', issuer);
  expect(html).toContain('<option value="not-yet-valid" selected="">Not yet valid</option>');
  setClock(() => BEGINS);
  expect(await found('state=not-yet-valid')).toEqual([]);
  expect(await found('state=valid')).toHaveLength(3);
});
