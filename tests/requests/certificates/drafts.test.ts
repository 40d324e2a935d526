import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const preview = ({ token }: Person, fields: Record<string, unknown> = {}) =>
  fetchApi('certs/preview', { token, json: certificateInput({ expiryDate: null, ...fields }) });

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** A draft as PNG. */
async function drawn(issuer: Person, fields: Record<string, unknown> = {}): Promise<Buffer> {
  const answer = await preview(issuer, fields);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return bytesOf(answer);
}

/** The names of a PNG's chunks. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return [...new Set(names)];
}

const rows = () =>
  ['certificates', 'outbox', 'events', 'audit_rows', 'idempotency_keys', 'remembered_answers'].map((table) =>
    sqlite().prepare(`select count(*) from ${table}`).pluck().get(),
  );

const errorsOf = async (answer: Response) => [answer.status, (await answer.json()).errors];

describe('a draft', () => {
  it('is a picture without credential, kept by no cache, and leaves nothing behind', async () => {
    const issuer = await makeIssuer();
    const before = rows();
    const answer = await preview(issuer);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const png = await bytesOf(answer);
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([960, 679]);
    expect(chunksOf(png)).toEqual(['IHDR', 'sRGB', 'pHYs', 'IDAT', 'IEND']);
    expect(rows()).toEqual(before);
  });

  it('is drawn as the file, with a mark across it and without its ID', { timeout: 60_000 }, async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer, { expiryDate: null });
    const file = await bytesOf(await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie }));
    const draft = await drawn(issuer);
    /** The mean difference of the two pictures in a region, in shares of the page. */
    const differ = async (left: number, top: number, width: number, height: number) => {
      const region = {
        left: Math.round(left * 960),
        top: Math.round(top * 679),
        width: Math.round(width * 960),
        height: Math.round(height * 679),
      };
      const pixels = (png: Buffer) =>
        sharp(png).resize(960, 679).greyscale().extract(region).raw().toBuffer();
      const [one, other] = [await pixels(file), await pixels(draft)];
      return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    };
    const heading = await differ(0.25, 0.1, 0.5, 0.25);
    const middle = await differ(0.2, 0.4, 0.6, 0.3);
    const idText = await differ(0.225, 0.76, 0.11, 0.03);
    expect(heading).toBeLessThan(5);
    expect(middle).toBeGreaterThan(7);
    expect(idText).toBeGreaterThan(10);
  });

  it('has the design and the expiry that the certificate would have', { timeout: 60_000 }, async () => {
    const issuer = await makeIssuer();
    const [standard, designId] = [await drawn(issuer), makeDesign(issuer, { expiresAfter: 'P2Y' })];
    const named = await drawn(issuer, { designId });
    expect(named.equals(standard)).toBe(false);
    expect(named.equals(await drawn(issuer, { designId, expiryDate: '2028-02-28' }))).toBe(true);
    expect(named.equals(await drawn(issuer, { designId, expiresAfter: 'never' }))).toBe(false);
    setDefaultDesign(issuer.actor, designId, { courseName: 'Distributed Systems' });
    expect(named.equals(await drawn(issuer))).toBe(true);
    expect(standard.equals(await drawn(issuer, { designId: 'standard' }))).toBe(true);
  });

  it('of a second certificate for the course is drawn too', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    await drawn(issuer);
  });

  it('names the fields that are missing or cannot be printed', async () => {
    const issuer = await makeIssuer();
    const missing = await errorsOf(await fetchApi('certs/preview', { token: issuer.token, json: {} }));
    expect([missing[0], Object.keys(missing[1])]).toEqual([
      400,
      ['studentEmail', 'studentName', 'courseName', 'issueDate'],
    ]);
    expect(await errorsOf(await preview(issuer, { studentName: 'Ann \ua840' }))).toEqual([
      400,
      { studentName: [expect.stringContaining('(U+A840)')] },
    ]);
    expect(await errorsOf(await preview(issuer, { courseName: 'x'.repeat(10_000) }))).toEqual([
      400,
      { courseName: [expect.any(String)] },
    ]);
    const stranger = makeDesign(await makeIssuer());
    expect(await errorsOf(await preview(issuer, { designId: stranger }))).toEqual([
      400,
      { designId: ['This design does not exist or is retired.'] },
    ]);
    expect(await errorsOf(await preview(issuer, { expiryDate: '2020-01-01' }))).toEqual([
      400,
      { expiryDate: [expect.any(String)] },
    ]);
    expect((await preview(await makeVerifier())).status).toBe(403);
  });
});

describe('a draft and own fields', () => {
  it('names those that are missing or do not fit', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number', isRequired: true });
    expect(await errorsOf(await preview(issuer))).toEqual([400, { 'fields.hours': ['hours is required.'] }]);
    const [status, errors] = await errorsOf(await preview(issuer, { fields: { hours: 'many' } }));
    expect([status, Object.keys(errors)]).toEqual([400, ['fields.hours']]);
    await drawn(issuer, { fields: { hours: 12.5 } });
  });
});

describe('the draft beside the form', () => {
  const sent = ({ cookie }: Person, form: Record<string, string>) =>
    fetchPage('/admin/issue-certificate/draft', { cookie, form });

  it('shows what is entered so far, and is kept by no cache', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number', isRequired: true });
    const answer = await sent(issuer, { studentEmail: 'ing', studentName: 'Ingrid', courseName: '' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const draft = await bytesOf(answer);
    const whole = {
      studentName: 'Ingrid',
      courseName: '…',
      issueDate: new Date().toISOString().slice(0, 10),
    };
    expect(draft.equals(await drawn(issuer, { ...whole, fields: { hours: 1 } }))).toBe(true);
    const dated = await sent(issuer, { studentName: 'Ingrid', expiresAfter: '2 years' });
    expect(draft.equals(await bytesOf(dated))).toBe(false);
  });

  it('names what does not fit', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number' });
    const problem = async (fields: Record<string, string>) => {
      const answer = await sent(issuer, fields);
      return [answer.status, (await answer.json()).message];
    };
    expect(await problem({ studentName: 'Ann \ua840' })).toEqual([400, expect.stringContaining('(U+A840)')]);
    expect(await problem({ expiresAfter: 'soon' })).toEqual([400, expect.stringContaining('Expires after')]);
    expect(await problem({ 'fields.hours': 'many' })).toEqual([400, expect.stringContaining('hours')]);
    expect(await problem({ designId: 'nobody' })).toEqual([400, 'This design does not exist or is retired.']);
    expect((await fetchPage('/admin/issue-certificate/draft', { cookie: issuer.cookie })).status).toBe(405);
  });
});

describe('many drafts', () => {
  it('of one account are refused with a time to wait, and those of others drawn', async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    for (let use = 0; use < 300; use += 1) await limit(one.actor, 'design-previews');
    const refused = await preview(one);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await drawn(other);
  });

  it('of one account wait for their turn, and let others go first', { timeout: 60_000 }, async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    const done: string[] = [];
    const ask = async (person: Person, name: string) => {
      const { status } = await preview(person, { studentName: name });
      done.push(`${name.split(' ')[0]} ${status}`);
    };
    const many = Array.from({ length: 24 }, (_, at) => ask(one, `Many ${at}`));
    await many[0];
    await ask(other, 'Other');
    const before = done.indexOf('Other 200');
    await Promise.all(many);
    expect(done).toHaveLength(25);
    expect(before).toBeGreaterThan(-1);
    expect(before).toBeLessThan(12);
    // A slow machine lets none wait for longer than 15 seconds.
    expect(done.filter((each) => !/ (200|503)$/.test(each))).toEqual([]);
  });
});
