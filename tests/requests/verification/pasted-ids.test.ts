import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidCertificate } from '#app/verification/texts.ts';
import { makeCertificate, makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const samples: string[] = JSON.parse(readFileSync('tests/inputs/34-pasted-ids.json', 'utf8')).refused;

const PASTED = [
  ...samples.map((text) => text.replace(/(?<!\{)\bID\b(?![:}])/, '{ID}')),
  '{URL}/certificates/{ID}.pdf?expires=1790000000&signature=Zm9vYmFyYmF6cXV4Zm9v',
  'https://safe.mail.example/?url={URL}%2Fverify%3Fid%3D{ID}&data=05%7C02%7Cada',
  'https://safe.mail.example/?url=x%253Fid%253D{ID}%2526a%253Db',
  'Dear team, the certificate that Ada sent has the ID {ID} (valid until May).',
  'That cert {COMPACT} was sent to me',
  'certificate-{ID}.pdf',
  'Ada_Lovelace_{UNDERSCORES}_(1).pdf',
  'Certificate{COMPACT}.png',
  '「{WIDE}」',
  '«\u200f{ID}\u200f»',
  'Сертификат № {ID} (копия)',
  '&lt;b&gt;{ID}&lt;/b&gt;',
  '<td>{HTML}</td>',
  '证书编号：{ID}。',
  'Its ID is {WRAPPED}',
];

const written = (text: string, id: string) =>
  text
    .replace('{URL}', 'http://localhost:3000')
    .replace('{ID}', id)
    .replace('{COMPACT}', id.replaceAll('-', ''))
    .replace('{UNDERSCORES}', id.replaceAll('-', '_'))
    .replace('{HTML}', id.replace('-', '<wbr>&#8209;'))
    .replace('{WRAPPED}', `${id.slice(0, 7)}\r\n> ${id.slice(7)}`)
    .replace(
      '{WIDE}',
      id.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
    );

let issuer: Person;
let uniqueId: string;
let verifier: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
  ({ uniqueId } = await makeCertificate(issuer));
  verifier = await makeVerifier();
});

const read = async (path: string, cookie?: string) => {
  const response = await fetchPage(path, cookie === undefined ? {} : { cookie });
  return { status: response.status, text: await response.text() };
};

describe('an ID is found in what was pasted', () => {
  it('at /tracking and behind a code, for anybody', async () => {
    for (const pasted of PASTED.map((text) => written(text, uniqueId))) {
      for (const page of ['/tracking', '/verify']) {
        const { status, text } = await read(`${page}?id=${encodeURIComponent(pasted)}`);
        expect([pasted, page, status, text.includes('is valid.')]).toEqual([pasted, page, 200, true]);
      }
    }
  });

  it('by a verifier, in the form and where a link fills it in', async () => {
    for (const pasted of PASTED.map((text) => written(text, uniqueId))) {
      const posted = await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId: pasted } });
      expect([pasted, posted.status]).toEqual([pasted, 200]);
      const { text } = await read(`/verify?id=${encodeURIComponent(pasted)}`, verifier.cookie);
      expect(text, pasted).toContain(`value="${uniqueId}"`);
    }
  });

  it('in a search of lists', async () => {
    const q = encodeURIComponent(`Certificate no. ${uniqueId}`);
    const { certificates } = await (
      await fetchApi(`certificates/my-issued?q=${q}`, { token: issuer.token })
    ).json();
    expect(certificates.map((each: { uniqueId: string }) => each.uniqueId)).toEqual([uniqueId]);
  });

  it('but not by the API, which takes an ID', async () => {
    const verify = (typed: string) =>
      fetchApi('cert/verify', { token: verifier.token, json: { uniqueId: typed } });
    expect((await verify(`ID: ${uniqueId}`)).status).toBe(404);
    expect((await verify(uniqueId.toLowerCase().replaceAll('-', '\u2011'))).status).toBe(200);
  });

  it('asks where a text has two', async () => {
    const { uniqueId: other } = await makeCertificate(issuer, { courseName: 'Botany' });
    const two = encodeURIComponent(`${uniqueId} and ${other}`);
    const { status, text } = await read(`/tracking?id=${two}`);
    expect(status).toBe(400);
    expect(text).toContain('This text has several IDs. Please enter one of them.');
  });
});

it('says of an unknown ID whether the text had the form of one', async () => {
  const cases: [typed: string, hint: string][] = [
    ['7K3M-9QZX-2HVB-4TND', 'It has the form of an ID: 16 of 16 characters.'],
    ['No.: 7K3M-9QZX-2HVB-4TN', 'It does not have the form of an ID: 15 of 16 characters.'],
    ['7K3M-9QZX-2HVB-4TNU', 'No ID contains ‘U’.'],
  ];
  for (const [typed, hint] of cases) {
    expect((await read(`/tracking?id=${encodeURIComponent(typed)}`)).text).toContain(hint);
    const posted = await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId: typed } });
    const text = await posted.text();
    expect([posted.status, text.includes(invalidCertificate()), text.includes(hint)]).toEqual([
      404,
      true,
      true,
    ]);
  }
});
