import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const ADA = 'ada@students.example';

let issuer: Person;
let ada: Person;
let uniqueId: string;

beforeEach(async () => {
  issuer = await makeIssuer({ name: 'Northwind & Sons' });
  ada = await makeVerifier({ email: ADA });
  ({ uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, studentName: 'Ada Lovelace' }));
});

const page = () => `/my-certificates/${uniqueId}`;
const post = (fields: Record<string, string>, cookie = ada.cookie, path = page()) =>
  fetchPage(path, { cookie, form: fields });
const own = async () => (await fetchPage(page(), { cookie: ada.cookie })).text();

/** Opens the link and returns its path. */
async function share(fields: Record<string, string> = {}) {
  const answer = await post({ intent: 'share', shared: 'on', ...fields });
  const path = /\/c\/[\w-]{22}/.exec(await answer.text())?.[0];
  if (!path) throw new Error('There is no link');
  return path;
}

const statusOf = async (path: string, init = {}) => {
  const answer = await fetchPage(path, init);
  await answer.arrayBuffer();
  return answer.status;
};

/** The checks on a page, with their results. */
const checksOf = (html: string) =>
  [...html.matchAll(/class="check-name">(\w+)<span>([\w ]+)</g)].map(
    ([, name, result]) => `${name}: ${result}`,
  );

it('shows the certificate to anyone with the link, until it is closed', async () => {
  expect(await own()).not.toContain('/c/');
  const link = await share();
  const shown = await fetchPage(link);
  expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const html = await shown.text();
  for (const text of ['Ada Lovelace', 'Distributed Systems', 'Northwind &amp; Sons', 'is valid', 'noindex'])
    expect(html).toContain(text);
  expect(checksOf(html)).toEqual([
    'Signature: Passed',
    'Issuer: Passed',
    'Log: Passed',
    'Revocation: Passed',
    'Expiry: Passed',
  ]);
  expect(html).not.toContain(ADA);
  expect(html).not.toContain('Download PDF');
  // Other sites may show the picture.
  const picture = await fetchPage(`${link}.png`);
  expect([picture.status, picture.headers.get('cross-origin-resource-policy')]).toEqual([
    200,
    'cross-origin',
  ]);
  await picture.arrayBuffer();
  const foreign = `/oembed?url=${encodeURIComponent(`https://other.example${link}`)}`;
  expect(await statusOf(foreign)).toBe(404);
  for (const method of ['POST', 'DELETE']) expect(await statusOf(`${link}.png`, { method })).toBe(405);
  const [oembed] = /\/oembed\?url=[^"]+/.exec(html) ?? [];
  const embedded = await fetchPage(oembed ?? '');
  expect(await embedded.json()).toMatchObject({
    version: '1.0',
    title: 'Distributed Systems: Ada Lovelace',
    thumbnail_url: expect.stringContaining(`${link}.jpg`),
    thumbnail_width: 1200,
    thumbnail_height: 630,
  });
  expect(await statusOf(`${link}.pdf`)).toBe(404);
  await (await post({ intent: 'share' })).text();
  for (const path of [link, `${link}.png`, oembed ?? '', `/c/${'x'.repeat(22)}`, '/c/x'])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  const [closed, wrong] = [await fetchPage(link), await fetchPage(`/c/${'y'.repeat(22)}`)];
  const plain = async (answer: Response) => /<main.*<\/main>/s.exec(await answer.text())?.[0];
  const notFound = await plain(wrong);
  expect(notFound).toContain('404');
  expect(await plain(closed)).toBe(notFound);
});

it('has a picture for crawlers without signature, which closes with the link', {
  timeout: 30_000,
}, async () => {
  const link = await share({ allowsPdf: 'on' });
  const picture = await fetchPage(`${link}.png`);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(bytes.includes('openbadgecredential')).toBe(false);
  const etag = picture.headers.get('etag') ?? '';
  expect(await statusOf(`${link}.png`, { headers: { 'if-none-match': etag } })).toBe(304);
  const head = await fetchPage(`${link}.png`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
  expect([200, 206]).toContain(await statusOf(`${link}.png`, { headers: { range: 'bytes=0-9' } }));
  expect(await statusOf(`${link}.pdf`)).toBe(200);
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Awarded by mistake' });
  expect(await statusOf(`${link}.png`, { headers: { 'if-none-match': etag } })).toBe(200);
  await (await post({ intent: 'share' })).text();
  expect(await statusOf(`${link}.png`, { headers: { 'if-none-match': etag } })).toBe(404);
});

it('has one card for link previews, with its size and alternative text', { timeout: 30_000 }, async () => {
  const link = await share();
  const html = await (await fetchPage(link)).text();
  const card = new Map<string, string[]>();
  for (const [, name = '', content = ''] of html.matchAll(
    /<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g,
  ))
    card.set(name, [...(card.get(name) ?? []), content]);
  const alt = 'Certificate of Ada Lovelace: Distributed Systems';
  expect(Object.fromEntries(card)).toEqual({
    'og:site_name': ['Certrace'],
    'og:type': ['website'],
    'og:title': ['Distributed Systems: Ada Lovelace'],
    'og:description': [expect.stringContaining('Northwind')],
    'og:url': [expect.stringMatching(new RegExp(`${link}$`))],
    'og:image': [expect.stringMatching(new RegExp(`${link}\\.jpg$`))],
    'og:image:type': ['image/jpeg'],
    'og:image:width': ['1200'],
    'og:image:height': ['630'],
    'og:image:alt': [alt],
    'twitter:card': ['summary_large_image'],
    'twitter:image:alt': [alt],
  });
  const picture = await fetchPage(`${link}.jpg`);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(250_000);
  // It is drawn again for a revoked certificate, and closes with the link.
  const etag = picture.headers.get('etag') ?? '';
  const known = { headers: { 'if-none-match': etag } };
  expect(await statusOf(`${link}.jpg`, known)).toBe(304);
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Awarded by mistake' });
  expect(await statusOf(`${link}.jpg`, known)).toBe(200);
  await (await post({ intent: 'share' })).text();
  expect(await statusOf(`${link}.jpg`, known)).toBe(404);
  // Other pages have the site's card.
  expect(await (await fetchPage('/log')).text()).toMatch(/og:image" content="[^"]+open-graph\.png"/);
});

it('counts openings by day, without pictures and HEAD', async () => {
  const link = await share();
  for (let opened = 0; opened < 2; opened += 1) await (await fetchPage(link)).text();
  expect(await own()).toMatch(/Opened (?:<!-- -->)?2 times/);
  await (await fetchPage(link)).text();
  await fetchPage(link, { method: 'HEAD' });
  await (await fetchPage(`${link}.png`, { method: 'HEAD' })).text();
  setClock(() => Date.now() + 86_400_000);
  await (await fetchPage(link)).text();
  expect(await own()).toMatch(/Opened (?:<!-- -->)?4 times/);
  expect(sqlite().prepare('select count from share_opens order by day').pluck().all()).toEqual([3, 1]);
});

it('gets a new link, an end date, and search engines by choice', async () => {
  const link = await share({ allowsSearch: 'on', endDate: '2099-01-01' });
  expect(await (await fetchPage(link)).text()).not.toContain('noindex');
  const renewed = /\/c\/[\w-]{22}/.exec(await (await post({ intent: 'new-link' })).text())?.[0];
  expect(renewed).not.toBe(link);
  expect([await statusOf(link), await statusOf(renewed ?? '')]).toEqual([404, 200]);
  // The other choices stay, and saving keeps the link.
  expect(await share({ endDate: '2099-01-01' })).toBe(renewed);
  expect((await post({ intent: 'share', shared: 'on', endDate: '2020-01-01' })).status).toBe(400);
  setClock(() => Date.parse('2099-01-02T00:00:00Z'));
  expect(await statusOf(renewed ?? '')).toBe(404);
});

it('is closed for all at once by the issuer or by the site', async () => {
  const link = await share();
  const setting = { intent: 'sharing' };
  await (await post(setting, issuer.cookie, '/settings')).text();
  expect(await statusOf(link)).toBe(404);
  expect(await own()).toContain('Sharing is switched off');
  await (await post({ ...setting, sharing: 'on' }, issuer.cookie, '/settings')).text();
  expect(await statusOf(link)).toBe(200);
  testEnvironment({ HOLDER_SHARING: 'off' });
  expect(await statusOf(link)).toBe(404);
  expect(await statusOf(`/certificates/${uniqueId}.json`, { cookie: ada.cookie })).toBe(200);
  expect((await post({ intent: 'share', shared: 'on' })).status).toBe(409);
  testEnvironment();
  expect((await post(setting, ada.cookie, '/settings')).status).toBe(403);
});

it('is named before payment, where it is open', async () => {
  const verifier = await makeVerifier({ email: 'mara@osei.example' });
  const lookUp = async () => {
    const answer = await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
    return ((await answer.json()) as { cert: { shareUrl: string | null } }).cert.shareUrl;
  };
  expect(await lookUp()).toBeNull();
  const link = await share();
  expect(await lookUp()).toMatch(new RegExp(`^http.*${link}$`));
  const found = await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId } });
  await found.text();
  expect(await (await fetchPage('/verify/payment', { cookie: verifier.cookie })).text()).toContain(link);
  await (await post({ intent: 'sharing' }, issuer.cookie, '/settings')).text();
  expect(await lookUp()).toBeNull();
});

it('belongs to the holder alone, and its token is not stored', async () => {
  const other = await makeVerifier({ email: 'bob@students.example' });
  for (const intent of ['share', 'new-link', 'correct'])
    expect(
      (await post({ intent, shared: 'on', field: 'other', right: 'x', reason: 'y' }, other.cookie)).status,
    ).toBe(404);
  const link = await share();
  const rows = JSON.stringify(sqlite().prepare('select * from share_links').all());
  expect(rows).not.toContain(link.slice(3));
});

it('shows the new state of a corrected certificate, whose holder asked for it', async () => {
  const link = await share();
  const asked = { intent: 'correct', field: 'studentName', right: 'Ada King', reason: 'I married' };
  expect((await post(asked)).status).toBe(200);
  expect((await post(asked)).status).toBe(409);
  expect((await post({ ...asked, field: 'none' })).status).toBe(400);
  expect(
    mailsTo(issuer.email)
      .map(({ text }) => text)
      .join(),
  ).toContain('I married');
  const dashboardOf = async ({ cookie }: Person) => (await fetchPage('/dashboard', { cookie })).text();
  expect(await dashboardOf(issuer)).toContain('Ada King');
  const stranger = await makeIssuer({ email: 'dean@college.example' });
  await makeCertificate(stranger);
  expect(await dashboardOf(stranger)).not.toContain('Ada King');
  const form = await (
    await fetchPage(`/admin/issued-certificates/${uniqueId}/replacement`, { cookie: issuer.cookie })
  ).text();
  expect(form).toMatch(/value="Ada King"/);
  const issued = async () =>
    (await fetchPage('/admin/issued-certificates', { cookie: issuer.cookie })).text();
  expect(await issued()).toContain('Correction asked for');
  const input = parseInput(issueSchema, certificateInput({ studentEmail: ADA, studentName: 'Ada King' }));
  await replaceCertificate(issuer.actor, uniqueId, input);
  const shown = await (await fetchPage(link)).text();
  expect(shown).toContain('was revoked');
  expect(checksOf(shown)).toContain('Revocation: Failed');
  expect(await issued()).not.toContain('Correction asked for');
  expect(shown).toContain('replaced it by a corrected certificate');
  expect(await dashboardOf(issuer)).not.toContain('I married');
  // A revoked certificate cannot be replaced.
  expect((await post(asked)).status).toBe(409);
});

it.each([
  ['issueDate', 'in May 2024', 400, ''],
  ['issueDate', '12 May 2024', 200, 'name="issueDate" value="2024-05-12"'],
  ['issueDate', '12/05/2024', 200, 'name="issueDate" value="2024-05-12"'],
  ['expiryDate', '2024-02-30', 400, ''],
  ['studentEmail', 'ada at work', 400, ''],
  ['studentEmail', 'Ada@Work.example', 200, 'value="ada@work.example"'],
])(
  'asks for a correction of %s to %s only if the form that replaces it takes it',
  async (field, right, status, filled) => {
    const asked = await post({ intent: 'correct', field, right, reason: 'It is wrong' });
    expect(asked.status).toBe(status);
    if (status !== 200) expect(await asked.text()).toContain('What is right must be a');
    const form = await fetchPage(`/admin/issued-certificates/${uniqueId}/replacement`, {
      cookie: issuer.cookie,
    });
    expect(
      (await form.text()).replaceAll(/ (?:type|id|class|autoComplete|required|aria-[a-z]+)="[^"]*"/g, ''),
    ).toContain(filled);
  },
);

it('tells the former address that a corrected certificate took the place of the revoked one', async () => {
  const input = parseInput(issueSchema, certificateInput({ studentEmail: 'ada@work.example' }));
  await replaceCertificate(issuer.actor, uniqueId, input);
  const told = mailsTo(ADA).at(-1)?.text ?? '';
  expect(told).toContain('A corrected certificate, issued to another address, takes its place.');
  expect(told).not.toContain('ada@work.example');
});

it('lets the issuer decline a correction once, with a reason for the holder', async () => {
  const [stranger] = [await makeIssuer({ email: 'dean@college.example' })];
  await (await post({ intent: 'correct', field: 'other', right: 'Logo', reason: 'It is old' })).text();
  const request = sqlite().prepare('select id from correction_requests').pluck().get() as string;
  const decline = { request, reason: 'It was right then' };
  expect((await post(decline, stranger.cookie, '/dashboard')).status).toBe(404);
  expect((await post(decline, ada.cookie, '/dashboard')).status).toBe(302);
  expect((await post(decline, issuer.cookie, '/dashboard')).status).toBe(200);
  expect((await post(decline, issuer.cookie, '/dashboard')).status).toBe(409);
  expect(await own()).toContain('It was right then');
  const declined = mailsTo(ADA).filter(({ text }) => text.includes('It was right then'));
  expect(declined).toHaveLength(1);
  expect(declined[0]?.text).toMatch(/\/holder\/[\w-]{43}/);
  expect((await post({ intent: 'correct', field: 'other', right: 'Logo', reason: 'Still' })).status).toBe(
    200,
  );
});
