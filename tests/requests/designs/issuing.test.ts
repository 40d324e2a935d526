import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { ownCertificateListSchema } from '#app/certificates/certificate-list.schema.ts';
import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { defaultSchema, designSchema } from '#app/designs/design.schema.server.ts';
import { retireDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { baseDefaults } from '#app/drawing/design.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  csvOf,
  designFields,
  makeCertificate,
  makeDesign,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';

/** The design's name and version of every certificate, oldest first. */
const used = () =>
  sqlite()
    .prepare(
      `select coalesce(designs.name || ' ' || design_versions.number, 'standard') from certificates
       left join design_versions on design_versions.id = certificates.design_version_id
       left join designs on designs.seq = certificates.design_seq order by certificates.seq`,
    )
    .pluck()
    .all();
const expiries = () => sqlite().prepare('select expiry_date from certificates order by seq').pluck().all();

const issue = ({ token }: Person, fields: Record<string, unknown> = {}, headers = {}) =>
  fetchApi('certs/issue', {
    token,
    json: certificateInput({ expiryDate: null, allowDuplicate: true, ...fields }),
    headers,
  });

describe('the design of a certificate', () => {
  it('is the requested one, or the default of the course, or of the issuer, or standard', async () => {
    const issuer = await makeIssuer();
    const [named, ofCourse, ofIssuer] = ['Named', 'Course', 'Issuer'].map((name) =>
      makeDesign(issuer, { name }),
    );
    await issue(issuer);
    setDefaultDesign(issuer.actor, ofIssuer ?? '', parseInput(defaultSchema, {}));
    await issue(issuer);
    setDefaultDesign(issuer.actor, ofCourse ?? '', { courseName: 'Law' });
    await issue(issuer, { courseName: 'Law' });
    await issue(issuer, { courseName: 'Law', designId: named });
    await issue(issuer, { courseName: 'Law', designId: 'standard' });
    await issue(issuer, { designId: '' });
    expect(used()).toEqual(['standard', 'Issuer 1', 'Course 1', 'Named 1', 'standard', 'Issuer 1']);
    const list = await (await fetchApi('certificates/my-issued', { token: issuer.token })).json();
    const ids = list.certificates.map(({ designId }: { designId: string | null }) => designId);
    expect(ids.reverse()).toEqual([null, ofIssuer, ofCourse, named, null, ofIssuer]);
    const answers = [await issue(issuer, { designId: named }), await issue(issuer, { designId: 'standard' })];
    const issued = await Promise.all(answers.map((answer) => answer.json()));
    expect(issued.map(({ certificate }) => certificate.designId)).toEqual([named, null]);
  });

  it('keeps the version at the time of issue', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer);
    await issue(issuer, { designId });
    updateDesign(
      issuer.actor,
      designId,
      parseInput(designSchema, designFields({ version: '1', title: 'Diploma' })),
    );
    await issue(issuer, { designId });
    retireDesign(issuer.actor, designId);
    expect(used()).toEqual(['Graduation 1', 'Graduation 2']);
  });

  it('gives the certificate its paper, with a sixth signatory and dates in words', async () => {
    const issuer = await makeIssuer();
    const fields = { pageSize: 'letter', dateStyle: 'words', signatory6Name: 'Professor Six' };
    const { uniqueId } = await makeCertificate(issuer, { designId: makeDesign(issuer, fields) });
    const png = await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie });
    const { width, height } = await sharp(Buffer.from(await png.arrayBuffer())).metadata();
    expect([width, height]).toEqual([1650, 1275]);
  });

  it('is used for its files even after the design changed', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer, { ...toFields(baseDefaults('portrait-modern')), name: 'Portrait' });
    const { uniqueId } = await makeCertificate(issuer, { designId });
    const standard = await makeCertificate(issuer);
    updateDesign(
      issuer.actor,
      designId,
      parseInput(designSchema, designFields({ name: 'Landscape', version: '1' })),
    );
    const later = await makeCertificate(issuer, { designId });
    const sizeOf = async (id: string) => {
      const png = await fetchPage(`/certificates/${id}.png`, { cookie: issuer.cookie });
      const { width, height } = await sharp(Buffer.from(await png.arrayBuffer())).metadata();
      return [width, height];
    };
    expect(await sizeOf(uniqueId)).toEqual([1240, 1754]);
    expect(await sizeOf(standard.uniqueId)).toEqual([1754, 1240]);
    expect(await sizeOf(later.uniqueId)).toEqual([1754, 1240]);
    const pdf = await fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: issuer.cookie });
    expect(pdf.status).toBe(200);
  });

  it('is rejected with 400 if it is unknown, retired or another issuer’s', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const retired = makeDesign(issuer);
    retireDesign(issuer.actor, retired);
    for (const designId of ['none', makeDesign(other), retired, 7]) {
      const answer = await issue(issuer, { designId });
      expect(answer.status, String(designId)).toBe(400);
      expect(Object.keys((await answer.json()).errors)).toEqual(['designId']);
    }
    expect(used()).toEqual([]);
  });

  it('may be retired between two calls with the same Idempotency-Key', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer);
    const call = () => issue(issuer, { designId }, { 'idempotency-key': 'once' });
    const first = await (await call()).json();
    retireDesign(issuer.actor, designId);
    const second = await call();
    expect(second.status).toBe(201);
    expect((await second.json()).certificate.uniqueId).toBe(first.certificate.uniqueId);
    expect(used()).toHaveLength(1);
  });

  it('sets the validity if the call gives no expiry', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer, { expiresAfter: '2 years' });
    await issue(issuer, { designId });
    await issue(issuer, { designId, expiresAfter: 'P1Y' });
    await issue(issuer, { designId, expiryDate: '2026-12-31' });
    await issue(issuer, { designId, expiresAfter: 'never' });
    expect(expiries()).toEqual(['2028-02-28', '2027-02-28', '2026-12-31', null]);
    const late = await issue(issuer, { designId, issueDate: '9999-01-01' });
    expect(Object.keys((await late.json()).errors)).toEqual(['designId']);
    const both = await issue(issuer, { expiryDate: '2026-12-31', expiresAfter: 'never' });
    expect(Object.keys((await both.json()).errors)).toEqual(['expiresAfter']);
  });

  it('is kept by a replacement unless the call names another', async () => {
    const issuer = await makeIssuer();
    const [one, two] = [makeDesign(issuer), makeDesign(issuer, { name: 'Two' })];
    const replace = async (designId?: string) => {
      const { uniqueId } = await makeCertificate(issuer, { designId: one });
      const json = certificateInput({ studentName: 'Corrected', allowDuplicate: true, designId });
      return fetchApi(`certificates/${uniqueId}/replacement`, { token: issuer.token, json });
    };
    expect((await replace()).status).toBe(201);
    expect((await replace(two)).status).toBe(201);
    expect((await replace('standard')).status).toBe(201);
    updateDesign(
      issuer.actor,
      one,
      parseInput(designSchema, designFields({ version: '1', title: 'Diploma' })),
    );
    expect(used()).toEqual([
      'Graduation 1',
      'Graduation 1',
      'Graduation 1',
      'Two 1',
      'Graduation 1',
      'standard',
    ]);
  });
});

describe('the expiry date in a form', () => {
  const form = (fields: Record<string, string>) => ({
    ...(certificateInput({ expiryDate: '', expiresAfter: '', ...fields }) as Record<string, string>),
    allowDuplicate: 'on',
  });
  const shown = (html: string) =>
    ['expiryDate', 'expiresAfter'].map((name) => {
      const input = new RegExp(`<input(?=[^>]* name="${name}")[^>]*>`).exec(html)?.[0];
      return / value="([^"]*)"/.exec(input ?? '')?.[1];
    });

  it('is what was entered for the last certificate, never what followed from a design or a duration', async () => {
    const issuer = await makeIssuer();
    setDefaultDesign(
      issuer.actor,
      makeDesign(issuer, { expiresAfter: 'P5Y' }),
      parseInput(defaultSchema, {}),
    );
    const send = async (fields: Record<string, string>) => {
      const answer = await fetchPage('/admin/issue-certificate', {
        cookie: issuer.cookie,
        form: form(fields),
      });
      expect(answer.status).toBe(200);
      return await answer.text();
    };
    const byDesign = await send({ issueDate: '2026-11-27' });
    expect(byDesign).toContain('Valid until 27/11/2031, by the design: 5 years');
    expect(shown(byDesign)).toEqual(['', '']);
    const entered = await send({ expiryDate: '2027-01-31' });
    expect(entered).not.toContain('by the design');
    expect(shown(entered)).toEqual(['2027-01-31', '']);
    expect(shown(await send({ expiresAfter: 'P2Y' }))).toEqual(['', 'P2Y']);
    const opened = await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie });
    expect(shown(await opened.text())).toEqual(['', '']);
  });

  it('is entered in a replacement only if somebody entered it before', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer, { expiresAfter: 'P5Y' });
    const page = ({ uniqueId }: { uniqueId: string }) => `/admin/issued-certificates/${uniqueId}/replacement`;
    const open = async (path: string) => (await fetchPage(path, { cookie: issuer.cookie })).text();
    const byDesign = await makeCertificate(issuer, { designId, expiryDate: null, issueDate: '2026-11-27' });
    const html = await open(page(byDesign));
    expect(html).toContain('Valid until 27/11/2031, by the design: 5 years');
    expect(shown(html)).toEqual(['', '']);
    const changed = form({ issueDate: '2026-11-20', studentName: 'Corrected' });
    const answer = await fetchPage(page(byDesign), { cookie: issuer.cookie, form: changed });
    expect(answer.status).toBe(302);
    expect(expiries()).toEqual(['2031-11-27', '2031-11-20']);
    const entered = await makeCertificate(issuer, { designId, expiryDate: '2029-01-31' });
    expect(shown(await open(page(entered)))).toEqual(['2029-01-31', '']);
    const never = form({ expiresAfter: 'never', studentName: 'Another' });
    await fetchPage(page(entered), { cookie: issuer.cookie, form: never });
    expect(expiries().at(-1)).toBeNull();
  });

  it('and the issue date are empty in a renewal', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer, { issueDate: '2026-01-10', expiryDate: '2026-03-10' });
    const path = `/admin/issued-certificates/renewal?id=${uniqueId}`;
    const html = await (await fetchPage(path, { cookie: issuer.cookie })).text();
    expect(html).toContain('Renewed today until');
    expect(/<input[^>]* name="issueDate"[^>]*>/.exec(html)?.[0]).not.toMatch(/ value="\d/);
    expect(shown(html)).toEqual(['', '']);
  });
});

describe('the designs of a batch', () => {
  it('are those of the rows, or that of the batch, or the defaults', async () => {
    const issuer = await makeIssuer();
    const [one, two] = [makeDesign(issuer, { expiresAfter: 'P1Y' }), makeDesign(issuer, { name: 'Two' })];
    setDefaultDesign(issuer.actor, two, { courseName: 'Law' });
    const row = (studentName: string, fields = {}) =>
      certificateInput({ studentName, expiryDate: null, ...fields });
    const send = (json: unknown) => fetchApi('certs/batches', { token: issuer.token, json });
    expect(
      (await send({ certificates: [row('A'), row('B', { designId: two })], designId: one })).status,
    ).toBe(202);
    await issueBatches();
    expect((await send({ certificates: [row('C', { courseName: 'Law' }), row('D')] })).status).toBe(202);
    await issueBatches();
    expect(used()).toEqual(['Graduation 1', 'Two 1', 'Two 1', 'standard']);
    expect(expiries()).toEqual(['2027-02-28', null, null, null]);
  });

  it('are shown with their validity by the API, the batch’s page and the list of batches', async () => {
    const issuer = await makeIssuer();
    const timed = makeDesign(issuer, { name: 'Timed', expiresAfter: 'P1Y6M' });
    const plain = makeDesign(issuer, { name: 'Plain <b>' });
    const send = async (body: object) => {
      const certificates = [certificateInput({ expiryDate: null, allowDuplicate: true })];
      const answer = await fetchApi('certs/batches', {
        token: issuer.token,
        json: { certificates, ...body },
      });
      return (await answer.json()).batch as { _id: string; designId: string | null };
    };
    const mixed = {
      certificates: [certificateInput({ designId: plain }), certificateInput({ studentName: 'Other' })],
      designId: timed,
    };
    const batches = [
      await send({ designId: timed }),
      await send(mixed),
      await send({ designId: 'standard' }),
    ];
    expect(batches.map(({ designId }) => designId)).toEqual([timed, timed, 'standard']);
    setDefaultDesign(issuer.actor, plain, parseInput(defaultSchema, {}));
    const unnamed = await send({});
    expect(unnamed.designId).toBeNull();
    const found = await (await fetchApi(`certs/batches/${batches[0]?._id}`, { token: issuer.token })).json();
    expect(found.batch.designId).toBe(timed);

    const html = async (path: string) => (await fetchPage(path, { cookie: issuer.cookie })).text();
    const pages = await Promise.all([...batches, unnamed].map(({ _id }) => html(`/admin/batches/${_id}`)));
    const facts = pages.map((page) => [...page.matchAll(/<dd[^>]*>([^<]*)<\/dd>/g)].map(([, fact]) => fact));
    const rule = 'after the issue date, unless a row has its own expiry';
    expect(facts).toEqual([
      ['Timed', `1 year 6 months ${rule}`],
      ['Plain &lt;b&gt;, Timed', `Timed: 1 year 6 months ${rule}`],
      ['Standard'],
      ['Plain &lt;b&gt;'],
    ]);
    expect(await html('/admin/batches')).toContain('Plain &lt;b&gt;, Timed');
  });

  it('may be retired before the batch starts, and its page says so', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer);
    const answer = await fetchApi('certs/batches', {
      token: issuer.token,
      json: { certificates: [certificateInput()], designId, start: false },
    });
    const path = `/admin/batches/${(await answer.json()).batch._id}`;
    const page = async () => (await fetchPage(path, { cookie: issuer.cookie })).text();
    expect(await page()).not.toContain('as it was when the file was checked');
    retireDesign(issuer.actor, designId);
    expect(await page()).toContain('as it was when the file was checked');
  });

  it('are chosen when the batch is checked, and rejected by field', async () => {
    const issuer = await makeIssuer();
    const designId = makeDesign(issuer);
    const sendCsv = (query: string) =>
      fetchApi(`certs/batches?${query}`, {
        token: issuer.token,
        method: 'POST',
        body: csvOf(2),
        headers: { 'content-type': 'text/csv' },
      });
    const wrong = await sendCsv('designId=none');
    expect(wrong.status).toBe(400);
    expect(Object.keys((await wrong.json()).errors)).toEqual(['designId']);
    const { batch } = await (await sendCsv(`designId=${designId}&start=false`)).json();
    updateDesign(
      issuer.actor,
      designId,
      parseInput(designSchema, designFields({ version: '1', title: 'Diploma' })),
    );
    retireDesign(issuer.actor, designId);
    await fetchApi(`certs/batches/${batch._id}/start`, { method: 'POST', token: issuer.token });
    await issueBatches();
    expect(used()).toEqual(['Graduation 1', 'Graduation 1']);
    const rows = await fetchApi('certs/batches', {
      token: issuer.token,
      json: { certificates: [certificateInput({ designId })], onError: 'skip' },
    });
    expect((await rows.json()).batch).toMatchObject({ failed: 1 });
  });
});

describe('the list of certificates of a design', () => {
  it('pages through the issuer’s own certificates by an index, with the other filters', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const designId = makeDesign(issuer);
    for (const courseName of ['Law', 'Ethics', 'Law'])
      await makeCertificate(issuer, { designId, courseName });
    await makeCertificate(issuer);
    const page = (query: string, { token } = issuer) =>
      fetchApi(`certificates/my-issued?design=${designId}&${query}`, { token }).then((answer) =>
        answer.json(),
      );
    const first = await page('limit=2');
    expect(first.certificates).toHaveLength(2);
    expect((await page(`cursor=${first.nextCursor}`)).certificates).toHaveLength(1);
    expect((await page('course=Law')).certificates).toHaveLength(2);
    expect((await page('q=ethics')).certificates).toHaveLength(1);
    expect((await page('', other)).certificates).toHaveLength(0);
    const plans = await queryPlans(() => {
      for (const state of ['', 'valid', 'expired', 'revoked']) {
        listOwnCertificates(
          issuer.actor,
          parseInput(ownCertificateListSchema, {
            design: designId,
            state,
            course: 'Law',
            from: '2026-01-01',
          }),
        );
      }
    });
    expect(tableScans(plans)).toEqual([]);
    const steps = plans.flatMap((plan) => plan.steps).join('\n');
    expect(steps).toMatch(/certificates_by_design \(design_seq=\? AND seq<\?\)/);
    expect(steps).not.toContain('TEMP B-TREE FOR ORDER BY');
  });
});
