import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { planCertificate } from '#app/certificates/issue-certificate.server.ts';
import {
  releaseCertificate,
  signCertificate,
  storeCertificate,
} from '#app/certificates/new-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { setHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { askForCertificate } from '#app/courses/completion/certificate-requests.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { issueWaiting } from '#app/courses/completion/issue-completion-certificates.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeWholeCourse, multipart } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeArtwork, soundBoxes } from '#tests/support/own-artwork.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});
afterEach(() => setClock());

const api = (path: string, json: object, method = 'POST') =>
  fetchApi(path, { method, token: issuer.token, json });

describe('a certificate with own artwork', () => {
  it('is issued, drawn, and marked when it is revoked', async () => {
    const designId = await makeArtwork(issuer);
    const { uniqueId } = await makeCertificate(issuer, { designId });
    const png = await download(issuer, uniqueId, 'png');
    expect(await sharp(png).metadata()).toMatchObject({ width: 1754, height: 1240 });
    revokeCertificate(issuer.actor, uniqueId, { reason: '' });
    expect((await download(issuer, uniqueId, 'png')).equals(png)).toBe(false);
  });

  it('is issued by the form, is genuine as every file, and not when one is altered', async () => {
    const designId = await makeArtwork(issuer);
    const form = { ...certificateInput(), expiryDate: '', formKey: 'k', designId };
    const answer = await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form });
    expect(answer.status).toBe(200);
    const uniqueId = formatUniqueId(
      String(sqlite().prepare('select unique_id from certificates').pluck().get()),
    );
    for (const format of ['png', 'pdf', 'json']) {
      const file = await download(issuer, uniqueId, format);
      expect([format, (await authenticateOverApi(file)).verdict]).toEqual([format, 'genuine']);
      const at = file.indexOf({ png: 'IDAT', pdf: '/Contents', json: 'Ingrid' }[format] ?? '') + 2;
      const changed = Buffer.from(file.with(at, (file[at] ?? 0) ^ 1));
      expect([format, (await authenticateOverApi(changed)).verdict]).not.toEqual([format, 'genuine']);
    }
    const credential = JSON.parse((await download(issuer, uniqueId, 'json')).toString());
    expect(JSON.stringify(credential.credentialSubject)).toContain('Distributed Systems');
    const scanned = await (await fetchPage(`/verify?id=${uniqueId}`)).text();
    for (const shown of ['is valid.', issuer.name]) expect(scanned).toContain(shown);
  });

  it('shows a photograph of its holder', async () => {
    makeField(issuer, 'photo', { name: 'Photo', kind: 'picture' });
    const magenta = { width: 350, height: 450, channels: 3, background: '#ff00ff' } as const;
    const photo = await storePicture(issuer.id, await sharp({ create: magenta }).png().toBuffer());
    const place = { kind: 'picture', picture: 'photo', x: 20_000, y: 20_000, width: 35_000, height: 45_000 };
    const designId = await makeArtwork(issuer, { boxes: JSON.stringify([...soundBoxes(), place]) });
    const { uniqueId } = await makeCertificate(issuer, { designId, fields: { photo } });
    const png = await download(issuer, uniqueId, 'png');
    const middle = { left: 200, top: 230, width: 40, height: 40 };
    const { channels } = await sharp(await sharp(png).extract(middle).png().toBuffer()).stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 64))).toEqual([4, 0, 4]);
    expect((await authenticateOverApi(png)).verdict).toBe('genuine');
  });
});

describe('a value that the box of own artwork cannot show', () => {
  const LONG = 'Maximiliane Alexandrina '.repeat(8).trim();
  const ERRORS = { studentName: [expect.stringMatching(/name: .*box 1/i)] };

  /** A design whose first box holds 100 letters of each script, and not 191. */
  const narrow = (place: 'default' | 'chosen' = 'default') => {
    const boxes = soundBoxes().map((box, index) =>
      index === 0 ? { ...box, height: 8_000, minSize: 10, long: 'shrink' } : box,
    );
    return makeArtwork(issuer, { boxes: JSON.stringify(boxes) }).then((id) => {
      if (place === 'default') setDefaultDesign(issuer.actor, id, { courseName: '' });
      return id;
    });
  };
  const tooLong = (more: object = {}) => certificateInput({ studentName: LONG, ...more });
  const waitingId = () =>
    formatUniqueId(String(sqlite().prepare('select unique_id from scheduled_certificates').pluck().get()));

  it.each([
    ['at once', {}],
    ['and waits', { holdMinutes: 60 }],
  ])('is refused when it is issued %s', async (_, more) => {
    await narrow();
    const refused = await api('certs/issue', tooLong(more));
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: ERRORS }]);
    expect((await api('certs/issue', { ...certificateInput(), ...more })).status).toBe(201);
  });

  it('is refused before it would be issued, in rows of a batch by their line, and in the form', async () => {
    await narrow();
    await expect(planCertificate(issuer.actor, parseInput(issueSchema, tooLong()))).rejects.toMatchObject({
      fields: ERRORS,
    });
    const batch = await api('certs/batches', {
      certificates: [certificateInput(), tooLong()],
      onError: 'abort',
    });
    expect([batch.status, await batch.json()]).toMatchObject([400, { rows: [{ line: 2, errors: ERRORS }] }]);
    const form = { ...tooLong({ expiryDate: '' }), formKey: 'k' };
    const page = await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form });
    expect([page.status, (await page.text()).includes('box 1')]).toEqual([400, true]);
  });

  it('is refused when a certificate that waits is changed, or replaced', async () => {
    const designId = await narrow('chosen');
    await api('certs/issue', { ...certificateInput(), holdMinutes: 60, designId });
    const path = `certificates/scheduled/${waitingId()}`;
    const changed = await api(path, { studentName: LONG }, 'PATCH');
    expect([changed.status, await changed.json()]).toMatchObject([400, { errors: ERRORS }]);
    expect((await api(path, { studentName: 'Ada' }, 'PATCH')).status).toBe(200);
    const form = { ...tooLong({ expiryDate: '' }), designId, revision: '1' };
    const page = await fetchPage(`/admin/issued-certificates/${waitingId()}/scheduled`, {
      cookie: issuer.cookie,
      form: multipart(form as Parameters<typeof multipart>[0]),
    });
    expect([page.status, (await page.text()).includes('box 1')]).toEqual([400, true]);
    const { uniqueId } = await makeCertificate(issuer, { designId });
    const replaced = await api(`certificates/${uniqueId}/replacement`, tooLong());
    expect([replaced.status, await replaced.json()]).toMatchObject([400, { errors: ERRORS }]);
  });

  it('is refused when a certificate of before is renewed, naming it', async () => {
    const designId = await narrow('chosen');
    const { uniqueId: other } = await makeCertificate(issuer, { designId });
    const designVersionId = Number(sqlite().prepare('select id from design_versions').pluck().get());
    const content = {
      ...parseInput(issueSchema, tooLong({ expiryDate: '2028-02-28' })),
      designVersionId,
    } as Parameters<typeof signCertificate>[1];
    const made = await signCertificate({ ...issuer.actor.organisation, issuedBy: null } as never, content);
    transaction((tx) => storeCertificate(tx, made));
    releaseCertificate(made);
    const uniqueId = formatUniqueId(made.certificate.uniqueId);
    const renewed = await api('certificates/renewals', { uniqueIds: [other, uniqueId] });
    expect([renewed.status, await renewed.json()]).toMatchObject([
      400,
      { message: expect.stringMatching(new RegExp(`^${uniqueId}: .*name: .*box 1`, 'i')) },
    ]);
    expect((await api('certificates/renewals', { uniqueIds: [other] })).status).toBe(201);
  });

  it('is a problem of a certificate of a course that waits, also in another language', async () => {
    const forward = stopClock();
    const learner = await makeVerifier();
    const { course, lesson } = await makeWholeCourse(issuer, { title: 'Distributed Systems' });
    setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: false, certificate: 'at-once' });
    setHoldMinutes(issuer.actor, { holdMinutes: 60 });
    await narrow();
    enrol(learner.actor, course.id);
    await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    await askForCertificate(learner.actor, course.id, { name: LONG });
    await issueWaiting();
    forward(3_700_000);
    await issueScheduled();
    expect(sqlite().prepare('select count(*) from certificates').pluck().get()).toBe(0);
    expect(findScheduled(issuer.actor, waitingId())?.notIssued).toMatch(/name: .*box 1/i);
    const german = await fetchPage('/admin/issued-certificates?state=scheduled', {
      cookie: issuer.cookie,
      headers: { 'accept-language': 'de' },
    });
    expect(await german.text()).toContain('Feld 1');
  });
});
