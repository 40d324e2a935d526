import { beforeEach, expect, it } from 'vitest';
import {
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const ADA = 'ada@students.example';
const VALUES = { staff: 'K-771', grade: 'Merit', hours: '48 in class', place: 'Tromsø' };

let issuer: Person;
let ada: Person;
let uniqueId: string;

beforeEach(async () => {
  issuer = await makeIssuer();
  ada = await makeVerifier({ email: ADA });
  makeField(issuer, 'staff', { visibility: [] });
  makeField(issuer, 'grade', { name: 'Grade', visibility: ['certificate'] });
  makeField(issuer, 'hours', { name: 'Hours', visibility: ['verifiers'] });
  makeField(issuer, 'place', { name: 'Place', visibility: ['shared'] });
  ({ uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, fields: VALUES }));
});

/** Which of the values a text has. */
const shownIn = (text: string) =>
  Object.entries(VALUES).flatMap(([key, value]) => (text.includes(value) ? [key] : []));

const page = () => `/my-certificates/${uniqueId}`;
const share = async (form: [string, string][]) => {
  const body = new URLSearchParams([['intent', 'share'], ['shared', 'on'], ...form]);
  return (await fetchPage(page(), { cookie: ada.cookie, form: body })).text();
};
const linkIn = (text: string) => /\/c\/[\w-]{22}/.exec(text)?.[0] ?? '';

it('are shown to their holder, but for those of the issuer only', async () => {
  const own = await (await fetchPage(page(), { cookie: ada.cookie })).text();
  expect(shownIn(own)).toEqual(['grade', 'hours', 'place']);
  const list = await (await fetchApi('certificates/mine', { token: ada.token })).text();
  expect(shownIn(list).includes('staff')).toBe(false);
});

it('are shown to verifiers who paid, on the page and by the API, and to nobody before', async () => {
  const verifier = await makeVerifier();
  const { token, cookie } = verifier;
  const found = await (await fetchApi('cert/verify', { token, json: { uniqueId } })).text();
  expect(shownIn(found)).toEqual([]);
  const paid = await (await fetchApi('cert/verify/payment', { token, json: paymentInput(uniqueId) })).text();
  expect(shownIn(paid)).toEqual(['grade', 'hours']);
  await fetchPage('/verify', { cookie, form: { uniqueId } });
  expect(shownIn(await (await fetchPage('/verify/payment', { cookie })).text())).toEqual(['grade', 'hours']);
  expect(shownIn(await (await fetchApi('verifications', { token })).text())).toEqual(['grade', 'hours']);
});

it('are on the shared page only where the holder has chosen them', async () => {
  const link = linkIn(await share([]));
  const visit = async () => shownIn(await (await fetchPage(link)).text());
  expect(await visit()).toEqual([]);
  for (const keys of [['place'], ['place', 'grade', 'staff', 'other']]) {
    await share(keys.map((key) => ['sharedFields', key]));
    expect(await visit()).toEqual(['place']);
  }
});

it('for verifiers go with a shared PDF only after a tick that names them', async () => {
  const refused = await share([['allowsPdf', 'on']]);
  expect(refused).toContain('The PDF also contains Hours. Please agree to that, or do not offer it.');
  const answer = await share([
    ['allowsPdf', 'on'],
    ['allowsVerifiersFields', 'on'],
  ]);
  const link = linkIn(answer);
  expect((await fetchPage(`${link}.pdf`)).status).toBe(200);
  // As if the certificate had got the value after the choice.
  await share([]);
  expect((await fetchPage(`${link}.pdf`)).status).toBe(404);
});
