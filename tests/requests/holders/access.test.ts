import { expect, it } from 'vitest';
import { makeCertificate, makeIssuer, makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

// Each page of holders, as the holder, as another holder and as every role. tests/requests/access-table.ts has the same pages for
// certificates that nobody of these roles holds.

const ADA = 'ada@students.example';

const linkTo = (address: string, path: string) => {
  const found = mailsTo(address).flatMap(({ text }) => new RegExp(`/${path}/[\\w-]{43}`).exec(text) ?? []);
  return found.at(-1) ?? '';
};

async function sessionOf(address: string) {
  const followed = await fetchPage(linkTo(address, 'holder'));
  return followed.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function world() {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA });
  await makeCertificate(issuer, { studentEmail: 'bob@students.example' });
  const cookies = {
    holder: (await makeVerifier({ email: ADA })).cookie,
    'holder by link': await sessionOf(ADA),
    'other holder': (await makeVerifier({ email: 'bob@students.example' })).cookie,
    'other by link': await sessionOf('bob@students.example'),
    visitor: '',
    verifier: (await makeVerifier()).cookie,
    issuer: issuer.cookie,
    'other issuer': (await makeIssuer()).cookie,
    'super admin': (await makeSuperAdmin()).cookie,
  };
  return { uniqueId, cookies };
}

type Row = [
  name: string,
  request: (uniqueId: string) => [path: string, form?: Record<string, string>],
  answers: number[],
];

const page = (id: string) => `/my-certificates/${id}`;
const HOLDER_ONLY = [404, 404, 302, 404, 404, 404, 302];
const FILE = [403, 302, 302, 403, 200, 403, 200];

const ROWS: Row[] = [
  ['the certificate', (id) => [page(id)], [200, 200, ...HOLDER_ONLY]],
  ['its data', (id) => [`${page(id)}.data`], [200, 200, 404, 404, 202, 404, 404, 404, 202]],
  ['sharing', (id) => [page(id), { intent: 'share', shared: 'on' }], [200, 200, ...HOLDER_ONLY]],
  ['a new link', (id) => [page(id), { intent: 'new-link' }], [200, 200, ...HOLDER_ONLY]],
  ['consent', (id) => [page(id), { intent: 'consent', consent: 'ask' }], [200, 200, ...HOLDER_ONLY]],
  [
    'a correction, which one of them has asked for already',
    (id) => [page(id), { intent: 'correct', field: 'studentName', right: 'Ada King', reason: 'I married' }],
    [200, 409, ...HOLDER_ONLY],
  ],
  [
    'a request that does not exist',
    (id) => [page(id), { intent: 'decide', request: 'none', decision: 'granted' }],
    [404, 404, ...HOLDER_ONLY],
  ],
  ...['png', 'pdf', 'json', 'tlog-proof'].map(
    (format): Row => [`the ${format}`, (id) => [`/certificates/${id}.${format}`], [200, 200, ...FILE]],
  ),
];

it('gives what belongs to a holder to nobody else', async () => {
  const { uniqueId, cookies } = await world();
  const wrong: string[] = [];
  for (const [name, request, answers] of ROWS) {
    const [path, form] = request(uniqueId);
    for (const [index, [who, cookie]] of Object.entries(cookies).entries()) {
      const answer = await fetchPage(path, { cookie, ...(form && { form }) });
      await answer.arrayBuffer();
      if (answer.status !== answers[index])
        wrong.push(`${name} as ${who}: ${answer.status} instead of ${answers[index]}`);
    }
  }
  expect(wrong).toEqual([]);
});
