import { afterEach, beforeEach, expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const LAST_DAY = '2027-05-02';
/** The day ends last at UTC-12. */
const ENDS = Date.parse('2027-05-03T12:00:00Z');
const ADA = 'ada@students.example';
const FIELDS = { studentEmail: ADA, courseName: 'Algebra', issueDate: '2026-05-02', expiryDate: LAST_DAY };

let issuer: Person;
let verifier: Person;
let ada: Person;
let uniqueId: string;

beforeEach(async () => {
  setClock(() => ENDS - 1);
  [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  ada = await makeVerifier({ email: ADA });
  ({ uniqueId } = await makeCertificate(issuer, FIELDS));
});

afterEach(() => setClock());

const idsIn = async (path: string, { token }: Person) =>
  (await (await fetchApi(path, { token })).json()).certificates.map(
    (one: { uniqueId: string; status: string }) => [one.uniqueId, one.status],
  );

it('a certificate expires when its last day has ended everywhere, in lists, look-ups, pages and files', async () => {
  for (const isOver of [false, true]) {
    setClock(() => (isOver ? ENDS : ENDS - 1));
    const status = isOver ? 'expired' : 'valid';
    for (const [path, person] of [
      ['certificates/my-issued', issuer],
      ['certificates/mine', ada],
    ] as const) {
      const found = [[uniqueId, status]];
      expect([path, await idsIn(path, person)]).toEqual([path, found]);
      expect(await idsIn(`${path}?state=valid`, person)).toEqual(isOver ? [] : found);
      expect(await idsIn(`${path}?state=expiring`, person)).toEqual(isOver ? [] : found);
      expect(await idsIn(`${path}?state=expired`, person)).toEqual(isOver ? found : []);
    }
    const lookedUp = await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
    expect((await lookedUp.json()).cert.status).toBe(status);
    const page = await (await fetchPage(`/tracking?id=${uniqueId}`)).text();
    expect(page).toContain(isOver ? 'has expired.' : 'is valid.');
    const checked = await authenticateOverApi(await download(issuer, uniqueId, 'json'));
    expect([checked.verdict, checked.certificate?.expiryDate]).toEqual([
      isOver ? 'expired' : 'genuine',
      LAST_DAY,
    ]);
    const again = { token: issuer.token, json: certificateInput(FIELDS) };
    expect((await fetchApi('certs/issue', again)).status).toBe(isOver ? 201 : 409);
  }
});

it('its credential names the day and the moment at which it has ended everywhere', async () => {
  const { validUntil } = JSON.parse((await download(issuer, uniqueId, 'json')).toString());
  expect(validUntil.slice(0, 10)).toBe(LAST_DAY);
  expect(Date.parse(validUntil)).toBe(ENDS - 1_000);
});
