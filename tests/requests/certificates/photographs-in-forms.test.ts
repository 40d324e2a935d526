import { beforeEach, describe, expect, it } from 'vitest';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { pictureOf } from '#app/certificates/field-pictures.server.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { readFrozen } from '#app/certificates/own-fields.ts';
import { sqlite } from '#db/client.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { erase } from '#tests/support/erasures.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';

const FORM = '/admin/issue-certificate';
const EMAIL = 'ada@students.example';

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

const declare = (more: Partial<OwnField> = {}) =>
  makeField(issuer, 'photo', { name: 'Photo', kind: 'picture', visibility: [], ...more });

const jpeg = async (height = 300) => ({
  bytes: await picture(240, height, 'jpeg'),
  name: 'a.jpg',
  type: 'image/jpeg',
});
const content = (more = {}) =>
  Object.fromEntries(
    Object.entries({ ...certificateInput({ studentEmail: EMAIL }), formKey: 'k', ...more }).map(
      ([name, value]) => [name, value ?? ''],
    ),
  ) as Parameters<typeof multipart>[0];

const send = (fields: Parameters<typeof multipart>[0], path = FORM) =>
  fetchPage(path, { cookie: issuer.cookie, form: multipart(fields) });

const valuesOf = (uniqueId: unknown) =>
  readFrozen(
    sqlite()
      .prepare('select fields from certificates where unique_id = ?')
      .pluck()
      .get(String(uniqueId).replaceAll('-', '')) as string | null,
  ).map(({ value }) => value);
const issued = () => sqlite().prepare('select unique_id from certificates order by seq').pluck().all();
/** The ID of the photograph that a form holds. */
const heldIn = (html: string) =>
  /<input type="hidden" name="fields.photo" value="(\w{64})"/.exec(html)?.[1] ?? '';

describe('the form of a certificate', () => {
  it('stores a photograph with the form, and keeps it when another field is wrong', async () => {
    declare({ isRequired: true });
    const page = await (await fetchPage(FORM, { cookie: issuer.cookie })).text();
    expect(page).toMatch(/<form[^>]*enctype="multipart\/form-data"/i);
    const wrong = await send({ ...content({ studentEmail: 'nobody' }), 'fields.photo': await jpeg() });
    const html = await wrong.text();
    const hash = heldIn(html);
    expect([wrong.status, pictureOf(issuer.id, hash)?.length]).toEqual([400, expect.any(Number)]);
    expect(html).toContain(`src="/admin/fields/pictures/${hash}.jpg"`);
    const again = await send({ ...content(), 'fields.photo': hash });
    expect(again.status).toBe(200);
    expect(valuesOf(issued()[0])).toEqual([hash]);
  });

  it('says what is wrong with a photograph, beside what else is wrong, and keeps the rest', async () => {
    declare();
    const pdf = { bytes: Buffer.from('%PDF-1.7 no picture'), name: 'a.pdf', type: 'application/pdf' };
    const refused = async (more: object) => {
      const answer = await send({ ...content(more), 'fields.photo': pdf });
      return { status: answer.status, html: await answer.text() };
    };
    const { status, html } = await refused({});
    expect(status).toBe(400);
    expect(html).toContain('PNG, JPEG, WebP, GIF, and AVIF are taken.');
    expect(html).toContain(`value="${EMAIL}"`);
    const both = await refused({ studentEmail: 'nobody' });
    expect(both.html).toContain('PNG, JPEG, WebP, GIF, and AVIF are taken.');
    expect(both.html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(issued()).toEqual([]);
  });

  it('asks for a required one, and previews what is chosen', async () => {
    declare({ isRequired: true });
    const without = await send(content());
    expect([without.status, await without.text()]).toEqual([
      400,
      expect.stringContaining('Photo is required.'),
    ]);
    const draft = await (
      await send({ ...content({ intent: 'preview' }), 'fields.photo': await jpeg() })
    ).text();
    expect(draft).toContain('data:image/png;base64,');
    expect(heldIn(draft)).toMatch(/^\w{64}$/);
    expect(issued()).toEqual([]);
  });

  it('says when more photographs are taken', async () => {
    declare();
    for (let use = 0; use < 60; use += 1) await limit(issuer.actor, 'photographs');
    const answer = await send({ ...content(), 'fields.photo': await jpeg() });
    const seconds = Number(answer.headers.get('retry-after'));
    expect([answer.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
    expect(await answer.text()).toContain('Too many attempts');
    expect(issued()).toEqual([]);
  });

  it('replaces and removes the photograph of a certificate, which a renewal carries over', async () => {
    declare();
    const [old, other] = [await storePicture(issuer.id, await picture(240, 300)), await jpeg(500)];
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: EMAIL, fields: { photo: old } });
    const path = (id: unknown) => `/admin/issued-certificates/${id}/replacement`;
    expect(heldIn(await (await fetchPage(path(uniqueId), { cookie: issuer.cookie })).text())).toBe(old);
    await send({ ...content({ 'fields.photo': old }), formKey: 'r1', studentName: 'Ada L' }, path(uniqueId));
    const [, second] = issued();
    expect(valuesOf(second)).toEqual([old]);
    const both = multipart({ ...content({ 'fields.photo': old }), formKey: 'r2', studentName: 'Ada M' });
    const { bytes, name, type } = other;
    both.append('fields.photo', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
    await fetchPage(path(second), { cookie: issuer.cookie, form: both });
    const [, , third] = issued();
    const [changed] = valuesOf(third);
    expect(changed).not.toBe(old);
    const { renewals } = await (
      await fetchApi('certificates/renewals', {
        token: issuer.token,
        json: { uniqueIds: [third], issueDate: '2027-01-01', expiresAfter: 'P1Y' },
      })
    ).json();
    const [, , , fourth] = issued();
    expect([renewals?.length ?? 1, valuesOf(fourth)]).toEqual([1, [changed]]);
    await send(
      {
        ...content({ 'fields.photo': String(changed), 'removed-photo': 'on' }),
        formKey: 'r3',
        studentName: 'Ada N',
      },
      path(fourth),
    );
    expect(valuesOf(issued()[4])).toEqual([]);
  });

  it('changes the photograph of a certificate that waits', async () => {
    declare();
    const old = await storePicture(issuer.id, await picture(240, 300));
    const { uniqueId } = await schedule(issuer, { studentEmail: EMAIL, fields: { photo: old } });
    const path = `/admin/issued-certificates/${uniqueId}/scheduled`;
    expect(heldIn(await (await fetchPage(path, { cookie: issuer.cookie })).text())).toBe(old);
    expect((await send({ ...content(), 'fields.photo': await jpeg(500) }, path)).status).toBe(302);
    const held = heldIn(await (await fetchPage(path, { cookie: issuer.cookie })).text());
    expect(held).not.toBe(old);
    expect(pictureOf(issuer.id, held)).toBeDefined();
  });
});

describe('a photograph', () => {
  const shown = (bytes: Buffer | undefined) => `data:image/jpeg;base64,${bytes?.toString('base64')}`;
  const heldPage = async (uniqueId: string) => {
    const link = /\/holder\/[\w-]+/.exec(mailsTo(EMAIL)[0]?.text ?? '')?.[0] ?? '';
    const holder = browserSession();
    await (await holder.visit(link)).arrayBuffer();
    return { holder, html: await (await holder.visit(`/my-certificates/${uniqueId}`)).text() };
  };
  const made = async () => {
    const hash = await storePicture(issuer.id, await picture(240, 300));
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: EMAIL, fields: { photo: hash } });
    return { hash, uniqueId, src: shown(pictureOf(issuer.id, hash)) };
  };

  it('for the issuer only is a picture on the page of its issuer, and its hash in its list', async () => {
    declare();
    const { hash, uniqueId, src } = await made();
    const visit = async (path: string) => (await fetchPage(path, { cookie: issuer.cookie })).text();
    const page = await visit(`/admin/issued-certificates/${uniqueId}`);
    expect(page).toContain(src);
    expect(page).toMatch(/<img[^>]*alt="Photo"/);
    expect(await visit('/admin/issued-certificates.csv')).toContain(hash);
    expect((await heldPage(uniqueId)).html).not.toContain(src);
    const verifier = await makeVerifier();
    await payFor(verifier, uniqueId);
    const paid = await fetchApi(`cert/verify`, { token: verifier.token, json: { uniqueId } });
    expect(await paid.text()).not.toContain(hash);
    const credential = sqlite().prepare('select bytes from certificate_credentials').pluck().get() as Buffer;
    expect(credential.includes(hash)).toBe(false);
  });

  it('for verifiers is its hash in the credential, and a picture for its holder and on the shared page', async () => {
    declare({ visibility: ['certificate', 'verifiers', 'shared'] });
    const { hash, uniqueId, src } = await made();
    const credential = sqlite().prepare('select bytes from certificate_credentials').pluck().get() as Buffer;
    expect(credential.includes(hash)).toBe(true);
    const { holder, html } = await heldPage(uniqueId);
    expect(html).toContain(src);
    const sharing = { intent: 'share', shared: 'on', sharedFields: 'photo' };
    const answer = await holder.fetch(`/my-certificates/${uniqueId}`, { form: sharing });
    const link = /\/c\/[\w-]{22}/.exec(await answer.text())?.[0] ?? '';
    expect(await (await fetchPage(link)).text()).toContain(src);
  });

  it('is deleted with the last certificate that has it, when holders are erased', async () => {
    declare();
    const { hash } = await made();
    const other = 'grace@students.example';
    await makeCertificate(issuer, { studentEmail: EMAIL, courseName: 'Knots', fields: { photo: hash } });
    await makeCertificate(issuer, { studentEmail: other, fields: { photo: hash } });
    await erase(issuer, { email: EMAIL });
    expect(pictureOf(issuer.id, hash)).toBeDefined();
    await erase(issuer, { email: other });
    expect(pictureOf(issuer.id, hash)).toBeUndefined();
  });

  it('of a certificate that waits is deleted when its holder is erased', async () => {
    declare();
    const hash = await storePicture(issuer.id, await picture(240, 300));
    await schedule(issuer, { studentEmail: EMAIL, fields: { photo: hash } });
    await erase(issuer, { email: EMAIL });
    expect(pictureOf(issuer.id, hash)).toBeUndefined();
  });
});

describe('POST fields/pictures', () => {
  const store = (form: Parameters<typeof multipart>[0], person = issuer) =>
    fetchApi('fields/pictures', { token: person.token, method: 'POST', body: multipart(form) });

  it('answers with the value of a field', async () => {
    declare();
    const answer = await store({ picture: await jpeg() });
    const { picture: stored } = await answer.json();
    expect([answer.status, stored]).toEqual([201, { _id: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const json = { ...certificateInput(), fields: { photo: stored._id } };
    expect((await fetchApi('certs/issue', { token: issuer.token, json })).status).toBe(201);
  });

  it('refuses a second file by its name', async () => {
    const form = multipart({ picture: await jpeg() });
    const second = { ...(await jpeg(400)), name: 'second.jpg' };
    form.append('picture', new File([new Uint8Array(second.bytes)], second.name, { type: second.type }));
    const answer = await fetchApi('fields/pictures', { token: issuer.token, method: 'POST', body: form });
    const message = 'Only one file is taken here, and ‘second.jpg’ is a second one.';
    expect([answer.status, (await answer.json()).errors]).toEqual([400, { picture: [message] }]);
    expect(sqlite().prepare('select count(*) from field_pictures').pluck().get()).toBe(0);
  });

  it('refuses a form without a picture, and others than issuers', async () => {
    const error = async (answer: Response) => ({ status: answer.status, ...(await answer.json()).errors });
    expect(await error(await store({ other: 'x' }))).toMatchObject({
      status: 400,
      picture: [expect.any(String), expect.any(String)],
    });
    expect((await store({ picture: await jpeg() }, await makeVerifier())).status).toBe(403);
  });
});
