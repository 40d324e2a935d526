import { expect, it } from 'vitest';
import { MOST_ADDRESSES } from '#app/accounts/add-address.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const COLLEGE = 'ada@college.example';
const SENT = 'A link is on its way to this address.';
const ADDED = 'The address was added to your account.';
const TAKEN = 'This address belongs to another account.';
const PATH = '/my-certificates';

const submit = ({ cookie }: Person, intent: string, email: string) =>
  fetchPage(PATH, { cookie, form: { intent, email } });
const textOf = async (path: string, { cookie }: Person) => (await fetchPage(path, { cookie })).text();

/** The path of the newest mailed link to add an address. */
function linkTo(address: string): string {
  const links = mailsTo(address).flatMap(
    ({ text }) => /\/my-certificates\/addresses\/[\w-]{43}/.exec(text) ?? [],
  );
  return links.at(-1) ?? '';
}

/** Posts the form of a mailed link and returns the status with the toast or the page. */
async function confirm(link: string, { cookie }: Person) {
  const answer = await fetchPage(link, { cookie, form: {} });
  const text = await answer.text();
  const flash = answer.headers.get('set-cookie')?.split(';')[0];
  if (answer.status !== 302) return { status: answer.status, text };
  // The next page shows the toast.
  const next = await fetchPage(answer.headers.get('location') ?? '', { cookie: `${cookie}; ${flash}` });
  return { status: 302, text: await next.text() };
}

async function add(person: Person, address: string) {
  await (await submit(person, 'add', address)).text();
  return confirm(linkTo(address), person);
}

it('adds an address by a mailed link with a click, lists its certificates, and hides them again', async () => {
  const issuer = await makeIssuer();
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: COLLEGE, courseName: 'Geometry' });
  // Somebody who registers with an address and confirms nothing does not keep it from its owner.
  const squatter = { name: 'Eve', email: COLLEGE, password: 'blue-heron-over-fen', role: 'individual' };
  expect((await fetchApi('users/register', { json: squatter })).status).toBe(201);
  expect(await (await submit(ada, 'add', 'Ada@COLLEGE.example')).text()).toContain(SENT);
  const link = linkTo(COLLEGE);
  expect(sqlite().serialize().includes(link.slice(-43))).toBe(false);
  // Opening the link, also by a mail scanner, adds nothing.
  const asked = await textOf(link, ada);
  expect(asked).toContain(COLLEGE);
  expect(await textOf(PATH, ada)).not.toContain('Geometry');
  const confirmed = await confirm(link, ada);
  expect([confirmed.status, confirmed.text.includes(ADDED)]).toEqual([302, true]);
  // A second click succeeds too.
  expect((await confirm(link, ada)).status).toBe(302);
  const page = await textOf(PATH, ada);
  for (const shown of ['Geometry', `aria-label="Remove ${COLLEGE}"`]) expect(page).toContain(shown);
  expect((await fetchPage(`${PATH}/${uniqueId}`, { cookie: ada.cookie })).status).toBe(200);
  expect((await fetchPage(`/tracing?id=${uniqueId}`, { cookie: ada.cookie })).status).toBe(200);
  // Settings for all certificates count for all addresses.
  const closed = { intent: 'settings', consent: 'closed', lookUpMails: 'on' };
  await (await fetchPage(PATH, { cookie: ada.cookie, form: closed })).text();
  const mara = await makeVerifier({ email: 'mara@osei.example' });
  expect((await fetchApi('cert/verify', { token: mara.token, json: { uniqueId } })).status).toBe(403);
  const mine = await (await fetchApi('certificates/mine', { token: ada.token })).text();
  expect(mine).toContain(uniqueId);
  for (let n = 0; n < 2; n += 1) {
    const removed = await submit(ada, 'remove', COLLEGE);
    expect([removed.status, (await removed.text()).includes('Geometry')]).toEqual([200, false]);
  }
  expect((await fetchPage(`${PATH}/${uniqueId}`, { cookie: ada.cookie })).status).toBe(404);
  // The used link does not bring it back.
  expect((await confirm(link, ada)).status).toBe(404);
});

it('gives an address to the first of two accounts that confirm it, and tells the other', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const eve = await makeVerifier({ email: 'eve@students.example' });
  await (await submit(ada, 'add', COLLEGE)).text();
  const adas = linkTo(COLLEGE);
  await (await submit(eve, 'add', COLLEGE)).text();
  const eves = linkTo(COLLEGE);
  expect(eves).not.toBe(adas);
  const answers = await Promise.all([confirm(eves, eve), confirm(adas, ada)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toContain(TAKEN);
  const [winner, loser] = answers[0]?.status === 302 ? [eve, ada] : [ada, eve];
  const page = await fetchPage(loser === ada ? adas : eves, { cookie: loser.cookie });
  expect([page.status, (await page.text()).includes(TAKEN)]).toEqual([409, true]);
  expect(await textOf(PATH, winner)).toContain(`Remove ${COLLEGE}`);
  expect(await textOf(PATH, loser)).not.toContain(COLLEGE);
});

it('answers for an address of another account like for a free one, and tells its owner by mail', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const bob = await makeVerifier({ email: 'bob@students.example' });
  await add(bob, COLLEGE);
  const pages = [];
  for (const address of [bob.email, COLLEGE, 'nobody@example.org']) {
    const page = await (await submit(ada, 'add', address)).text();
    expect(page).toContain(SENT);
    pages.push(page.replaceAll(/nonce="[^"]*"/g, ''));
  }
  expect(new Set(pages).size).toBe(1);
  for (const address of [bob.email, COLLEGE])
    expect(subjectsTo(address).at(-1)).toBe('This address belongs to another Certrace account');
  expect(linkTo('nobody@example.org')).not.toBe('');
  // Ada's own mails never carry Bob's address or name.
  expect(mailsTo(ada.email).some(({ text }) => text.includes('bob'))).toBe(false);
});

it('moves an address to the account that registers with it and confirms it, and tells the former', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  await add(ada, COLLEGE);
  await makeVerifier({ email: COLLEGE, verified: false });
  expect(await textOf(PATH, ada)).toContain(`Remove ${COLLEGE}`);
  sqlite().prepare('delete from users where email = ?').run(COLLEGE);
  const owner = await makeVerifier({ email: COLLEGE });
  expect(await textOf(PATH, ada)).not.toContain(COLLEGE);
  expect(await textOf(PATH, owner)).toContain(COLLEGE);
  expect(subjectsTo(ada.email).at(-1)).toBe('An address was removed from your account');
});

it('opens a link for no other account, no visitor, and not after 24 hours', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  await (await submit(ada, 'add', COLLEGE)).text();
  const link = linkTo(COLLEGE);
  const visitor = await fetchPage(link);
  expect([visitor.status, visitor.headers.get('location')]).toEqual([
    302,
    `/?redirectTo=${encodeURIComponent(link)}`,
  ]);
  expect((await fetchPage(link, { cookie: ada.cookie })).headers.get('referrer-policy')).toBe('no-referrer');
  for (const other of [await makeVerifier(), await makeSuperAdmin()]) {
    for (const answer of [await fetchPage(link, other), await fetchPage(link, { ...other, form: {} })]) {
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain(COLLEGE);
    }
  }
  for (const wrong of ['none', 'x'.repeat(43), link.slice(0, -1)])
    expect((await confirm(`${PATH}/addresses/${wrong}`, ada)).status).toBe(404);
  const reset = await fetchApi('users/forgot-password', { json: { email: ada.email } });
  await reset.text();
  const [, token] = /\/reset-password\/([\w-]{43})/.exec(mailsTo(ada.email).at(-1)?.text ?? '') ?? [];
  expect((await confirm(`${PATH}/addresses/${token}`, ada)).status).toBe(404);
  const at = Date.now();
  setClock(() => at + 24 * 3_600_000 + 1_000);
  expect((await confirm(link, ada)).status).toBe(404);
});

it('refuses own, invalid and too many addresses, and too many mails', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const refused = async (email: string) => {
    const answer = await submit(ada, 'add', email);
    return [answer.status, await answer.text()] as const;
  };
  for (const [email, message] of [
    [ada.email, 'This address belongs to your account already.'],
    ['nonsense', 'Email must be a valid email address.'],
    ['', 'Email is required.'],
  ] as const) {
    const [status, page] = await refused(email);
    expect([email, status]).toEqual([email, 400]);
    expect(page).toContain(message);
    expect(page).toContain('aria-invalid="true"');
  }
  const statuses = [];
  for (let n = 1; n <= 6; n += 1) statuses.push((await refused(`ada${n}@college.example`))[0]);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  testEnvironment({ RATE_LIMITS: 'off' });
  await (await submit(ada, 'add', COLLEGE)).text();
  for (let n = 1; n <= MOST_ADDRESSES; n += 1)
    expect((await add(ada, `ada${n}@school.example`)).status).toBe(302);
  expect((await refused('one-more@school.example'))[0]).toBe(409);
  expect((await confirm(linkTo(COLLEGE), ada)).status).toBe(409);
});

it('is for a login, and removes no address of another account', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  await add(ada, COLLEGE);
  const eve = await makeVerifier();
  await (await submit(eve, 'remove', COLLEGE)).text();
  expect(await textOf(PATH, ada)).toContain(`Remove ${COLLEGE}`);
  for (const intent of ['add', 'remove']) {
    const visitor = await fetchPage(PATH, { form: { intent, email: COLLEGE } });
    expect(visitor.status).toBe(401);
  }
  const named = { name: 'Campus', scopes: ['payments:read'] };
  const made = await fetchApi('tokens', { token: ada.token, json: named });
  const { secret } = (await made.json()).token;
  for (const method of ['POST', 'DELETE']) {
    const program = await fetchApi('users/me/addresses', { token: secret, method, json: { email: COLLEGE } });
    expect(program.status).toBe(403);
  }
  expect(await textOf(PATH, ada)).toContain(`Remove ${COLLEGE}`);
});

it('follows the choice for all certificates from the moment it is added', async () => {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: COLLEGE });
  const chooseForAll = async (consent: string) =>
    (
      await fetchPage(PATH, { cookie: ada.cookie, form: { intent: 'settings', consent, lookUpMails: 'on' } })
    ).text();
  const { token } = await makeVerifier({ email: 'mara@osei.example' });
  const lookUp = () => fetchApi('cert/verify', { token, json: { uniqueId } });
  // Look-ups before, which are counted for the holder, are no choice.
  expect((await lookUp()).status).toBe(200);
  await chooseForAll('closed');
  expect((await add(ada, COLLEGE)).text).toContain(ADDED);
  const refused = await lookUp();
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ consent: 'closed', status: 'valid' }),
  ]);
  await chooseForAll('open');
  expect((await lookUp()).status).toBe(200);
});
