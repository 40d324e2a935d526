import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { certificateMailPictures } from '#app/certificates/mail-pictures.server.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOverApi } from '#tests/support/authentication.ts';
import {
  certificateInput,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';

const ADA = 'ada@students.example';

let issuer: Person;
let photo: string;

beforeEach(async () => {
  issuer = await makeIssuer();
  const plain = { width: 350, height: 450, channels: 3, background: '#ff00ff' } as const;
  photo = await storePicture(issuer.id, await sharp({ create: plain }).png().toBuffer());
});

function issueWith(visibility: ('certificate' | 'verifiers' | 'shared')[], inDesign = true) {
  makeField(issuer, 'photo', { name: 'Photo', kind: 'picture', visibility });
  const designId = inDesign ? makeDesign(issuer) : 'standard';
  return makeCertificate(issuer, { studentEmail: ADA, designId, fields: { photo } });
}

/** Whether a part of a picture as large as a photograph is magenta. */
async function showsPhoto(picture: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > 215 && data[at + 1]! < 45 && data[at + 2]! > 215) count += 1;
  return count / (info.width * info.height) > 0.005;
}

const fileOf = (path: string, person: Person | null = issuer) =>
  fetchPage(path, person ? { cookie: person.cookie } : {});
const bytesOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

it('are on a certificate and in its mail, if the field is on the certificate', async () => {
  const { uniqueId } = await issueWith(['certificate']);
  const png = await bytesOf(await fileOf(`/certificates/${uniqueId}.png`));
  expect(await showsPhoto(png)).toBe(true);
  const pdf = await bytesOf(await fileOf(`/certificates/${uniqueId}.pdf`));
  const at = pdf.indexOf('/DCTDecode');
  expect(at).toBeGreaterThan(0);
  const seq = sqlite().prepare<[], number>('select max(seq) from certificates').pluck().get() ?? 0;
  const mail = await certificateMailPictures(seq);
  expect(await showsPhoto(mail?.certificate ?? Buffer.alloc(0))).toBe(true);
  for (const file of [png, pdf]) expect((await authenticateOverApi(file)).verdict).toBe('genuine');
  // In the pixels of the photograph.
  const changed = pdf.with(at + 600, (pdf[at + 600] ?? 0) ^ 1);
  expect((await authenticateOverApi(Buffer.from(changed))).verdict).toBe('altered');
});

it.each([
  ['with a field for others', ['verifiers', 'shared'], true],
  ['in the standard layout', ['certificate'], false],
] as const)('are not on a certificate %s', async (_, visibility, inDesign) => {
  const { uniqueId } = await issueWith([...visibility], inDesign);
  expect(await showsPhoto(await bytesOf(await fileOf(`/certificates/${uniqueId}.png`)))).toBe(false);
});

it.each([
  ['damaged', "update field_pictures set bytes = cast(bytes || 'x' as blob)"],
  ['missing', 'delete from field_pictures'],
])('are not drawn, nor the certificate without them, where they are %s', async (_, change) => {
  const { uniqueId } = await issueWith(['certificate']);
  sqlite().prepare(change).run();
  for (const format of ['png', 'pdf']) {
    const answer = await fileOf(`/certificates/${uniqueId}.${format}`);
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  }
});

it('are on the card of a shared page only if the holder shows them there', async () => {
  const { uniqueId } = await issueWith(['certificate', 'shared']);
  const ada = await makeVerifier({ email: ADA });
  const share = async (form: [string, string][]) => {
    const body = new URLSearchParams([['intent', 'share'], ['shared', 'on'], ...form]);
    const page = await fetchPage(`/my-certificates/${uniqueId}`, { cookie: ada.cookie, form: body });
    return /\/c\/[\w-]{22}/.exec(await page.text())?.[0] ?? '';
  };
  const shown = async (path: string) => showsPhoto(await bytesOf(await fileOf(path, null)));
  const link = await share([]);
  expect([await shown(`${link}.png`), await shown(`${link}.jpg`)]).toEqual([true, false]);
  await share([['sharedFields', 'photo']]);
  expect([await shown(`${link}.png`), await shown(`${link}.jpg`)]).toEqual([true, true]);
});

it('are on drafts, which are refused where they are damaged', async () => {
  makeField(issuer, 'photo', { kind: 'picture' });
  const json = { ...certificateInput({ designId: makeDesign(issuer), expiryDate: null }), fields: { photo } };
  const draft = () => fetchApi('certs/preview', { token: issuer.token, json });
  expect(await showsPhoto(await bytesOf(await draft()))).toBe(true);
  sqlite().prepare("update field_pictures set bytes = cast(bytes || 'x' as blob)").run();
  const refused = await draft();
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    'This picture is no longer stored. Please choose it again.',
  ]);
});

it('have a silhouette in their place in previews of designs', async () => {
  const id = makeDesign(issuer);
  const preview = async () => bytesOf(await fileOf(`/admin/designs/${id}/480.png`));
  const before = await preview();
  makeField(issuer, 'photo', { name: 'Photo', kind: 'picture', visibility: [] });
  expect(Buffer.compare(before, await preview())).toBe(0);
  makeField(issuer, 'portrait', { name: 'Portrait', kind: 'picture', visibility: ['certificate'] });
  expect(Buffer.compare(before, await preview())).not.toBe(0);
});
