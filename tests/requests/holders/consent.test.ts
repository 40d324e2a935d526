import { beforeEach, expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { consentTo } from '#app/holders/consent.server.ts';
import { mailLookUps } from '#app/holders/look-up-mails.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';

const ADA = 'ada@students.example';
const DAY_MS = 86_400_000;

let issuer: Person;
let ada: Person;
let verifier: Person;
let uniqueId: string;
let certificateId: string;

beforeEach(async () => {
  issuer = await makeIssuer({ name: 'Northwind' });
  ada = await makeVerifier({ email: ADA });
  verifier = await makeVerifier({ name: 'Mara Osei', email: 'mara@osei.example' });
  ({ uniqueId, id: certificateId } = await makeCertificate(issuer, { studentEmail: ADA }));
});

const page = () => `/my-certificates/${uniqueId}`;
const post = (fields: Record<string, string>, path = page(), cookie = ada.cookie) =>
  fetchPage(path, { cookie, form: fields });
const choose = async (consent: string) => (await post({ intent: 'consent', consent })).text();

async function lookUp(who: Person, more: object = {}) {
  const answer = await fetchApi('cert/verify', { token: who.token, json: { uniqueId, ...more } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function pay(who: Person) {
  const answer = await fetchApi('cert/verify/payment', { token: who.token, json: paymentInput(uniqueId) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The link behind a button of the newest mail that asks the holder. */
const consentLink = () => {
  const [path] = /\/consent\/[\w-]{43}/.exec(mailsTo(ADA).at(-1)?.text ?? '') ?? [];
  if (!path) throw new Error('No mail asks for consent');
  return path;
};
const answerLink = (answer: string, link = consentLink()) => fetchPage(link, { form: { answer } });
const textOf = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();

it('asks the holder, takes no payment until then, and says nothing but the state', async () => {
  await choose('ask');
  const before = mailsTo(ADA).length;
  const first = await lookUp(verifier, { purpose: 'employment', purposeText: 'Head of research' });
  const waiting = {
    success: true,
    message: 'Waiting for the holder’s consent',
    consent: 'pending',
    status: 'valid',
  };
  expect(first).toEqual({ status: 202, body: waiting });
  expect(await lookUp(verifier)).toEqual({ status: 202, body: waiting });
  expect(await pay(verifier)).toEqual({
    status: 403,
    body: { ...waiting, success: false, code: 'consent_required' },
  });
  const asked = mailsTo(ADA).slice(before);
  expect(asked.map(({ subject }) => subject)).toEqual(['Mara Osei asks to look up your certificate']);
  expect(asked[0]?.text).toMatch(/Allow:\n\S+answer=granted\n\nDecline:\n\S+answer=declined/);
  expect(asked[0]?.text).toContain('Purpose: Employment');
  // Free text of strangers stands on the page only.
  expect(asked[0]?.text).not.toContain('Head of research');
  expect(await textOf(consentLink(), '')).toContain('Employment: Head of research');
  const listed = await textOf('/verify', verifier.cookie);
  expect(listed).toContain('Waiting for the holder’s consent');
  for (const secret of ['Distributed Systems', 'Northwind', '2026', ADA])
    expect([secret, JSON.stringify(first.body).includes(secret)]).toEqual([secret, false]);
  const list = await (await fetchApi('verifications', { token: verifier.token })).text();
  expect(list).not.toContain(uniqueId);

  expect((await fetchPage(consentLink())).status).toBe(200);
  expect(await lookUp(verifier)).toMatchObject({ status: 202 });
  await (await answerLink('granted')).text();
  expect(subjectsTo(verifier.email)).toContain('The holder allowed your look-up');
  expect(await lookUp(verifier)).toMatchObject({
    status: 200,
    body: { cert: { issuedBy: { name: 'Northwind' } } },
  });
  expect((await pay(verifier)).status).toBe(200);
  await choose('closed');
  expect((await lookUp(verifier)).status).toBe(200);
  expect((await pay(verifier)).status).toBe(200);
  const history = await textOf(page(), ada.cookie);
  for (const event of [
    'Consent asked for',
    'Consent given',
    'Looked up',
    'Verification paid',
    'an individual',
  ])
    expect(history).toContain(event);
  expect(history).not.toContain('by Mara Osei');
});

it('ends with a decline, after which the verifier may ask again three times', async () => {
  await choose('ask');
  await lookUp(verifier);
  const refused = {
    success: false,
    code: expect.any(String),
    message: 'The holder declined this look-up.',
    consent: 'declined',
  };
  for (let again = 0; again < 3; again += 1) {
    await (await answerLink('declined')).text();
    expect(await lookUp(verifier)).toEqual({ status: 403, body: { ...refused, status: 'valid' } });
    expect((await pay(verifier)).body).toEqual({ ...refused, status: 'valid' });
    expect(await textOf('/verify', verifier.cookie)).toContain('Ask again');
    const asked = await post({ intent: 'ask-again', uniqueId }, '/verify', verifier.cookie);
    expect(await asked.text()).toContain('Waiting for the holder’s consent');
    expect((await lookUp(verifier)).status).toBe(202);
  }
  await (await answerLink('declined')).text();
  const askAgain = () => post({ intent: 'ask-again', uniqueId }, '/verify', verifier.cookie);
  expect((await askAgain()).status).toBe(409);
  await choose('closed');
  expect((await askAgain()).status).toBe(403);
  expect(subjectsTo(verifier.email).filter((subject) => subject.includes('declined'))).toHaveLength(4);
});

it('takes the first of two answers, and none after 14 days', async () => {
  await choose('ask');
  await lookUp(verifier);
  const link = consentLink();
  const answers = await Promise.all([answerLink('granted', link), answerLink('declined', link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const other = await makeVerifier({ email: 'lars@berg.example' });
  await lookUp(other);
  setClock(() => Date.now() + 14 * DAY_MS);
  expect(await lookUp(other)).toMatchObject({ status: 403, body: { consent: 'lapsed' } });
  expect((await answerLink('granted')).status).toBe(409);
  expect((await fetchPage(`/consent/${'x'.repeat(43)}`)).status).toBe(404);
  expect((await fetchPage(link.slice(0, -1))).status).toBe(404);
});

it('is answered for the certificate of the page only, and asked once by looks at the same time', async () => {
  const other = await makeCertificate(issuer, { studentEmail: 'bob@students.example' });
  const bob = await makeVerifier({ email: 'bob@students.example' });
  await choose('ask');
  expect((await Promise.all([lookUp(verifier), lookUp(verifier)])).map(({ status }) => status)).toEqual([
    202, 202,
  ]);
  const requests = sqlite().prepare('select id from consent_requests').pluck().all() as string[];
  expect(requests).toHaveLength(1);
  const [request = ''] = requests;
  const decide = { intent: 'decide', request, decision: 'granted' };
  expect((await post(decide, `/my-certificates/${other.uniqueId}`, bob.cookie)).status).toBe(404);
  expect((await pay(verifier)).status).toBe(403);
  expect((await post(decide)).status).toBe(200);
});

it('is in the history of the holder once it has lapsed', async () => {
  await choose('ask');
  await lookUp(verifier);
  setClock(() => Date.now() + 13 * DAY_MS);
  expect(await textOf(page(), ada.cookie)).not.toContain('Consent not answered in time');
  setClock(() => Date.now() + 15 * DAY_MS);
  expect(await textOf(page(), ada.cookie)).toContain('Consent not answered in time');
});

it('can be withdrawn until it is paid for', async () => {
  await choose('ask');
  await lookUp(verifier);
  await (await answerLink('granted')).text();
  const { id } = sqlite().prepare('select id from consent_requests').get() as { id: string };
  const withdraw = { intent: 'decide', request: id, decision: 'withdrawn' };
  expect((await post(withdraw, page(), verifier.cookie)).status).toBe(404);
  expect((await post(withdraw)).status).toBe(200);
  expect(await lookUp(verifier)).toMatchObject({ status: 403, body: { consent: 'declined' } });
  await (await post({ intent: 'ask-again', uniqueId }, '/verify', verifier.cookie)).text();
  const { id: second } = sqlite().prepare('select id from consent_requests order by seq desc').get() as {
    id: string;
  };
  expect((await post({ intent: 'decide', request: second, decision: 'granted' })).status).toBe(200);
  expect((await pay(verifier)).status).toBe(200);
  expect((await post({ ...withdraw, request: second })).status).toBe(409);
});

it('is for one verifier, and closes a certificate for all but super admins', async () => {
  const other = await makeVerifier({ email: 'lars@berg.example' });
  await choose('ask');
  await lookUp(verifier);
  await (await answerLink('granted')).text();
  expect((await lookUp(verifier)).status).toBe(200);
  expect((await lookUp(other)).status).toBe(202);
  await choose('closed');
  for (const person of [verifier, other, issuer]) {
    expect(await lookUp(person)).toEqual({
      status: 403,
      body: {
        success: false,
        code: expect.any(String),
        message: 'The holder does not allow look-ups of this certificate.',
        consent: 'closed',
        status: 'valid',
      },
    });
  }
  const office = await makeSuperAdmin();
  expect((await lookUp(office)).status).toBe(200);
  expect(await textOf(`/tracing?id=${uniqueId}`, issuer.cookie)).toContain(
    'Looked up</strong> by a super admin',
  );
  expect(await textOf(page(), ada.cookie)).toContain('Looked up</strong> by a super admin');
});

it('tells a verifier nothing more of an earlier look-up, unless it was paid', async () => {
  const listed = async ({ token }: Person) =>
    (await (await fetchApi('verifications', { token })).json()).verifications.length;
  const payer = await makeVerifier();
  for (const person of [verifier, payer]) await lookUp(person);
  await payFor(payer, uniqueId);
  expect(await textOf('/verify', verifier.cookie)).toContain('Northwind');
  for (const choice of ['closed', 'ask']) {
    await choose(choice);
    expect([await listed(verifier), await listed(payer)]).toEqual([0, 1]);
    expect(await textOf('/verify', verifier.cookie)).not.toContain('Northwind');
  }
  await choose('open');
  expect(await listed(verifier)).toBe(1);
});

it('shows a scanned code the state alone, unless the holder chose Open', async () => {
  expect(await textOf(`/verify?id=${uniqueId}`, '')).toContain('Northwind');
  for (const choice of ['ask', 'closed']) {
    await choose(choice);
    const scanned = await textOf(`/verify?id=${uniqueId}`, '');
    expect(scanned).not.toContain('Northwind');
    expect(scanned).toContain('Check the file for free');
  }
});

it('counts for all certificates of an address, unless one has its own choice, also after a correction', async () => {
  const settings = { intent: 'settings', consent: 'closed', lookUpMails: 'on' };
  expect((await post(settings, '/my-certificates')).status).toBe(200);
  expect((await lookUp(verifier)).status).toBe(403);
  await choose('open');
  expect((await lookUp(verifier)).status).toBe(200);
  await choose('ask');
  const input = parseInput(issueSchema, certificateInput({ studentEmail: ADA, courseName: 'Corrected' }));
  const { id } = await replaceCertificate(issuer.actor, uniqueId, input);
  expect(consentTo({ certificateId: id, studentEmail: ADA })).toBe('ask');
  await choose('as-for-all');
  expect(consentTo({ certificateId, studentEmail: ADA })).toBe('closed');
  expect((await post({ ...settings, consent: 'none' }, '/my-certificates')).status).toBe(400);
  expect((await post(settings, '/my-certificates', '')).status).toBe(401);
});

it('tells the holder of look-ups by one mail a day, which can be switched off', async () => {
  const sent = () => mailsTo(ADA).filter(({ subject }) => subject === 'Your certificates were looked up');
  await lookUp(verifier);
  await payFor(verifier, uniqueId);
  await lookUp(await makeVerifier({ email: 'lars@berg.example' }));
  mailLookUps();
  expect(sent()).toHaveLength(0);
  setClock(() => Date.now() + DAY_MS);
  mailLookUps();
  mailLookUps();
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.text).toContain('were looked up 2 times');
  expect(sent()[0]?.text).toContain('paid for once');
  expect(sent()[0]?.text).not.toMatch(/Mara|Lars/);
  await lookUp(await makeVerifier({ email: 'ines@berg.example' }));
  setClock(() => Date.now() + DAY_MS + 23 * 3_600_000);
  mailLookUps();
  expect(sent()).toHaveLength(1);
  setClock(() => Date.now() + 2 * DAY_MS);
  mailLookUps();
  expect(sent()).toHaveLength(2);
  expect(sent()[1]?.text).toContain('were looked up once');
  await lookUp(await makeVerifier({ email: 'olaf@berg.example' }));
  await (await post({ intent: 'settings', consent: 'open' }, '/my-certificates')).text();
  await lookUp(await makeVerifier({ email: 'pia@berg.example' }));
  setClock(() => Date.now() + 9 * DAY_MS);
  mailLookUps();
  expect(sent()).toHaveLength(2);
});

it('names organisations to the holder, and the purposes', async () => {
  const company = await makeVerifier({ name: 'Acme Ltd', email: 'hr@acme.example', role: 'corporate' });
  await lookUp(company, { purpose: 'other', purposeText: 'Audit' });
  expect(await textOf(page(), ada.cookie)).toMatch(
    /Looked up<\/strong> by Acme Ltd(?:<!-- -->)?, for: Other: Audit/,
  );
  for (const bad of [{ purpose: 'fun' }, { purposeText: 'x'.repeat(201) }, { purpose: 1 }])
    expect((await lookUp(company, bad)).status).toBe(400);
});
