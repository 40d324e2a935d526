import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LIMITS, limit } from '#app/accounts/rate-limits.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import {
  certificateInput,
  csvOf,
  makeBatch,
  makeDesign,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const open = ({ cookie }: Person, path: string, headers = {}) => fetchPage(path, { cookie, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const htmlOf = async (issuer: Person, path: string) =>
  (await (await open(issuer, path)).text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&');

/** The lines whose drafts a page shows as thumbnails. */
const stripOf = (html: string) =>
  [...html.matchAll(/ src="[^"]*\/drafts\/(\d+)\/480\.png/g)].map(([, line]) => Number(line));

const LIST = `studentName,studentEmail,courseName,issueDate
Ann Lee,ann@students.example,Law,2026-02-28
,nobody@students.example,Law,2026-02-28
${[...'CDEFGH'].map((name) => `${name} Lee,${name}@students.example,Law,2026-02-28`).join('\n')}`;

describe('the review of a batch', () => {
  it('shows five drafts, and that of any row that can be issued', async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer, LIST);
    const path = `/admin/batches/${id}`;
    const html = await htmlOf(issuer, path);
    expect(stripOf(html)).toEqual([2, 4, 5, 6, 7]);
    expect([...html.matchAll(/Draft of line (\d+)<\/a>/g)].map(([, line]) => Number(line))).toEqual([
      2, 4, 5, 6, 7, 8, 9,
    ]);
    const chosen = await htmlOf(issuer, `${path}?draft=9`);
    expect(chosen).toContain('alt="Draft of the certificate of H Lee for Law"');
    expect(chosen).toContain(`src="${path}/drafts/9/960.png"`);
    // A row with problems has none, and the page of those rows no strip.
    for (const draft of ['3', '99', 'x', '9'.repeat(30)])
      expect(await htmlOf(issuer, `${path}?draft=${draft}`)).not.toContain('960.png');
    expect(stripOf(await htmlOf(issuer, `${path}?show=problems`))).toEqual([]);
  });

  it('keeps filter and page in the links to drafts', async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer, LIST.replace('Ann Lee', 'ANN LEE'));
    const html = await htmlOf(issuer, `/admin/batches/${id}?show=warnings`);
    expect(html).toContain(`href="/admin/batches/${id}?show=warnings&draft=2#draft"`);
  });
});

describe('the draft of a row', () => {
  it('is that of the certificate, in the design that was chosen for the row', async () => {
    const issuer = await makeIssuer();
    setDefaultDesign(issuer.actor, makeDesign(issuer, { expiresAfter: 'P2Y' }), { courseName: 'Law' });
    const { id } = await makeBatch(issuer, LIST);
    const answer = await open(issuer, `/admin/batches/${id}/drafts/2/960.png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const json = certificateInput({ studentName: 'Ann Lee', courseName: 'Law', expiryDate: null });
    const same = await fetchApi('certs/preview', { token: issuer.token, json });
    expect((await bytesOf(answer)).equals(await bytesOf(same))).toBe(true);
    const small = await open(issuer, `/admin/batches/${id}/drafts/2/480.png`);
    expect((await sharp(await bytesOf(small)).metadata()).width).toBe(480);
  });

  it('prints the values of own fields', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number' });
    const designId = makeDesign(issuer, { subtitle: 'of {hours} hours' });
    setDefaultDesign(issuer.actor, designId, { courseName: 'Law' });
    const { id } = await makeBatch(
      issuer,
      'studentName,studentEmail,courseName,issueDate,hours\nAnn Lee,ann@students.example,Law,2026-02-28,12.5',
    );
    const drawn = await bytesOf(await open(issuer, `/admin/batches/${id}/drafts/2/960.png`));
    const input = certificateInput({ studentName: 'Ann Lee', courseName: 'Law', expiryDate: null });
    const draw = async (fields: object) =>
      bytesOf(await fetchApi('certs/preview', { token: issuer.token, json: { ...input, fields } }));
    expect(drawn.equals(await draw({ hours: 12.5 }))).toBe(true);
    expect(drawn.equals(await draw({}))).toBe(false);
  });

  it('is kept by the browser of its issuer only, which asks each time', async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer, LIST);
    const path = `/admin/batches/${id}/drafts/2/480.png`;
    const first = await open(issuer, path);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    // An unchanged draft is not drawn again, and costs no use of the limit.
    const { account } = LIMITS['design-previews'];
    for (let use = 1; use < account; use += 1) await limit(issuer.actor, 'design-previews');
    const again = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await open(issuer, path, again)).status).toBe(304);
    expect((await open(issuer, path)).status).toBe(429);
  });

  it('ends with the start of the batch, and is nobody else’s', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { id } = await makeBatch(issuer, csvOf(3));
    const path = `/admin/batches/${id}/drafts/2`;
    expect((await open(other, `${path}/480.png`)).status).toBe(404);
    for (const wrong of ['481.png', '480.pdf', '..%2f480.png'])
      expect((await open(issuer, `${path}/${wrong}`)).status).toBe(404);
    expect((await open(issuer, `${path}/480.png`)).status).toBe(200);
    startBatch(issuer.actor, id, true);
    expect((await open(issuer, `${path}/480.png`)).status).toBe(404);
    expect(stripOf(await htmlOf(issuer, `/admin/batches/${id}`))).toEqual([]);
  });
});
