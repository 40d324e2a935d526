import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LIMITS, limit } from '#app/accounts/rate-limits.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import { designChoices, listDesigns } from '#app/designs/list-designs.server.ts';
import { boxDefaults } from '#app/drawing/own-artwork/artwork.ts';
import { listSchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { description } from '#tests/support/api-description.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { pageOf } from '#tests/support/diplomas.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields, makeArtwork, soundBoxes } from '#tests/support/own-artwork.ts';

type Sent = Record<string, unknown>;
type Answer = {
  status: number;
  body: {
    errors?: Record<string, string[]>;
    message?: string;
    changed?: string[];
    version?: number;
    draftNumber?: number;
    design: {
      _id: string;
      version: number;
      draft: boolean;
      page: string | null;
      boxes: Sent[];
      problems: { box: number | null; message: string }[];
      fields: Record<string, string>;
    };
  };
};

async function send(issuer: Person, method: 'POST' | 'PUT', path: string, fields: Sent): Promise<Answer> {
  const form = multipart(fields as Parameters<typeof multipart>[0]);
  const response = await fetchApi(path, { method, token: issuer.token, body: form });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const post = (issuer: Person, fields: Sent) => send(issuer, 'POST', 'designs', fields);
const put = (issuer: Person, id: string, fields: Sent) => send(issuer, 'PUT', `designs/${id}`, fields);
const boxesWith = (...more: Sent[]) => JSON.stringify([...soundBoxes(), ...more]);

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();

describe('a design with own artwork', () => {
  it('is published with its boxes in full, and read as it is sent', async () => {
    const issuer = await makeIssuer();
    const made = await post(issuer, artworkFields({ page: 'a4' }));
    expect(made).toMatchObject({
      status: 201,
      body: { design: { version: 1, draft: false, page: 'a4', problems: [] } },
    });
    const { design } = made.body;
    expect(design.boxes[0]).toEqual({
      kind: 'text',
      x: 40_000,
      y: 70_000,
      width: 217_000,
      height: 20_000,
      text: '{student}',
      picture: null,
      align: 'center',
      typeface: 'garamond',
      size: 30,
      minSize: 8,
      colour: '#14161b',
      long: 'wrap',
      lines: 2,
    });
    // Sent again as it was read, it is the same version.
    const again = await put(issuer, design._id, design.fields);
    expect(again).toMatchObject({ status: 200, body: { design: { version: 1, boxes: design.boxes } } });
    expect(count('design_versions')).toBe(1);
  });

  it('may be a draft with problems, which says them and can be chosen nowhere', async () => {
    const issuer = await makeIssuer();
    const refused = await post(issuer, artworkFields({ boxes: '[]' }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.boxes).toEqual([
      expect.stringContaining('QR code is missing'),
      expect.stringContaining('ID is missing'),
    ]);
    const made = await post(issuer, artworkFields({ boxes: '[]', draft: 'on' }));
    expect(made).toMatchObject({ status: 201, body: { design: { version: 0, draft: true } } });
    expect(made.body.design.problems.map(({ box }) => box)).toEqual([null, null]);
    const id = made.body.design._id;
    expect(count('design_versions')).toBe(0);
    const { designs } = listDesigns(issuer.actor, parseInput(listSchema, {}));
    expect(designs).toMatchObject([{ id, base: 'artwork', version: 0, isDraft: true, page: 'a4' }]);
    expect(designChoices(issuer.actor).designs).toEqual([]);

    const issued = await fetchApi('certs/issue', {
      method: 'POST',
      token: issuer.token,
      json: { ...certificateInput(), designId: id },
    });
    expect(issued.status).toBe(400);
    expect(await issued.json()).toMatchObject({ errors: { designId: [expect.any(String)] } });
    const byDefault = await fetchApi(`designs/${id}/default`, {
      method: 'PUT',
      token: issuer.token,
      json: {},
    });
    expect(byDefault.status).toBe(409);
    const mail = await fetchApi(`designs/${id}/test-mail`, { method: 'POST', token: issuer.token, json: {} });
    expect(mail.status).toBe(409);
    for (const path of ['', `/${id}`, `/${id}/manage`, `/${id}/480.png`]) {
      expect([path, (await fetchPage(`/admin/designs${path}`, { cookie: issuer.cookie })).status]).toEqual([
        path,
        200,
      ]);
    }
    const published = await put(issuer, id, artworkFields({ version: '0' }));
    expect(published).toMatchObject({
      status: 200,
      body: { design: { version: 1, draft: false, problems: [] } },
    });
    expect(designChoices(issuer.actor).designs).toMatchObject([{ id }]);
  });

  it('keeps its version while a draft changes, and says what differs from a save of an older draft', async () => {
    const issuer = await makeIssuer();
    const id = await makeArtwork(issuer);
    const moved = soundBoxes().map((box, index) => (index === 1 ? { ...box, y: 110_000 } : box));
    const first = {
      ...artworkFields({ version: '1', draft: 'on', draftNumber: '0' }),
      boxes: JSON.stringify(moved),
    };
    const saved = await put(issuer, id, first);
    expect(saved).toMatchObject({ status: 200, body: { design: { version: 1, draft: true } } });
    expect(saved.body.design.fields.draftNumber).toBe('1');
    expect(count('design_versions')).toBe(1);

    const other = await put(issuer, id, artworkFields({ version: '1', draft: 'on', draftNumber: '0' }));
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ version: 1, draftNumber: 1, changed: ['Box 2'] });
    expect(other.body.message).toContain('Box 2');
    const kept = await fetchApi(`designs/${id}`, { token: issuer.token });
    expect(((await kept.json()) as Answer['body']).design.boxes[1]).toMatchObject({ y: 110_000 });
    const overwritten = await put(issuer, id, artworkFields({ version: '1', draftNumber: '1' }));
    // It is as it was published, so that the draft ends without a new version.
    expect(overwritten).toMatchObject({ status: 200, body: { design: { version: 1, draft: false } } });
    expect(count('design_versions')).toBe(1);
  });

  it('holds the longest values in a text box that says nothing of them', async () => {
    const issuer = await makeIssuer();
    const { long, lines, text, x, y, width, height } = boxDefaults('text');
    expect({ long, lines }).toEqual({ long: 'wrap', lines: 2 });
    const [, ...others] = soundBoxes();
    const boxes = JSON.stringify([{ kind: 'text', text, x, y, width, height }, ...others]);
    const made = await post(issuer, artworkFields({ boxes }));
    expect([made.status, made.body.design.boxes[0]]).toMatchObject([201, { long, lines }]);
  });

  it('needs the fields alone that the API says are required', async () => {
    const { requestBody } = description.paths['/designs']?.post ?? {};
    const { required } = requestBody?.content['multipart/form-data']?.schema ?? {};
    expect(required).toEqual(['name', 'base']);
    const { name, base, boxes } = artworkFields();
    expect((await post(await makeIssuer(), { name, base, boxes })).status).toBe(201);
  });

  it('has the page of its background if it names none', async () => {
    const issuer = await makeIssuer();
    const background = await storeBackground(issuer.actor, 'background', pageOf({ box: '0 0 612 792' }));
    expect(background.page).toBe('letter-portrait');
    const fields = artworkFields({ boxes: '[]', draft: 'on', backgroundImage: background.id });
    expect(await post(issuer, fields)).toMatchObject({
      status: 201,
      body: { design: { page: 'letter-portrait' } },
    });
    const preview = await fetchApi('designs/preview', {
      method: 'POST',
      token: issuer.token,
      json: { ...fields, boxes: [] },
    });
    const { width, height } = await sharp(Buffer.from(await preview.arrayBuffer())).metadata();
    expect(height / width).toBeCloseTo(792 / 612, 2);
    const other = await post(issuer, { ...fields, name: 'On A4', page: 'a4' });
    expect(other.body.errors).toMatchObject({ background: [expect.any(String)] });
  });

  it('is shown where it is managed with its page, as its draft is now', async () => {
    const issuer = await makeIssuer();
    const id = await makeArtwork(issuer, { boxes: '[]', draft: 'on', page: 'letter-portrait' });
    const html = await (await fetchPage(`/admin/designs/${id}/manage`, { cookie: issuer.cookie })).text();
    const [image] = new RegExp(`<img[^>]+/admin/designs/${id}/480[^>]+>`).exec(html) ?? [];
    expect(image).toContain('480.png?v=0-1"');
    expect(image).toContain('width="1275" height="1650"');
  });

  it('is checked as often as designs are previewed', async () => {
    const issuer = await makeIssuer();
    const { account } = LIMITS['design-previews'];
    for (let use = 1; use < account; use += 1) await limit(issuer.actor, 'design-previews');
    expect((await post(issuer, artworkFields())).status).toBe(201);
    const refused = await post(issuer, artworkFields({ name: 'Another', draft: 'on' }));
    expect(refused.status).toBe(429);
  });

  it('keeps the pictures of a draft, and lets go of those that it no longer has', async () => {
    const issuer = await makeIssuer();
    const made = await post(issuer, {
      ...artworkFields({ draft: 'on' }),
      logo: { bytes: await picture(40, 20) },
    });
    const { _id: id, fields } = made.body.design;
    const drafts = () =>
      sqlite().prepare('select count(*) from design_images where draft_since is not null').pluck().get();
    expect([count('design_images'), drafts()]).toEqual([1, 0]);
    await put(issuer, id, { ...fields, logoImage: '' });
    expect(drafts()).toBe(1);
    await put(issuer, id, { ...fields, draftNumber: '2' });
    expect(drafts()).toBe(0);
  });
});

describe('bad input of own artwork', () => {
  const text = { kind: 'text', x: 0, y: 0, width: 50_000, height: 10_000 };
  const CASES: [what: string, fields: Record<string, string>, field: string, message: RegExp][] = [
    ['no JSON', { boxes: '[{' }, 'boxes', /JSON/],
    ['an object', { boxes: '{}' }, 'boxes', /list/],
    ['41 boxes', { boxes: JSON.stringify(Array(41).fill(text)) }, 'boxes', /40.*41/],
    ['many boxes', { boxes: `[${'{},'.repeat(40_000)}{}]` }, 'boxes', /40/],
    ['no kind', { boxes: boxesWith({ ...text, kind: undefined }) }, 'boxes', /Box 7: Kind/],
    ['an unknown kind', { boxes: boxesWith({ ...text, kind: 'film' }) }, 'boxes', /Box 7: Kind/],
    ['no place', { boxes: boxesWith({ ...text, x: undefined }) }, 'boxes', /Box 7: X/],
    ['a NaN', { boxes: boxesWith({ ...text, x: Number.NaN }) }, 'boxes', /Box 7: X/],
    ['a text as a number', { boxes: boxesWith({ ...text, y: '12' }) }, 'boxes', /Box 7: Y/],
    ['a huge number', { boxes: boxesWith({ ...text, x: 1e300 }) }, 'boxes', /Box 7: X/],
    ['no width', { boxes: boxesWith({ ...text, width: 0 }) }, 'boxes', /Box 7: Width/],
    ['a negative height', { boxes: boxesWith({ ...text, height: -5 }) }, 'boxes', /Box 7: Height/],
    ['a place off the page', { boxes: boxesWith({ ...text, x: 290_000 }) }, 'boxes', /Box 7: .*297 × 210/],
    ['a place off the smaller page', { page: 'a4-portrait' }, 'boxes', /Box 1: .*210 × 297/],
    ['900 letters', { boxes: boxesWith({ ...text, text: 'a'.repeat(900) }) }, 'boxes', /Box 7: Text.*300/],
    ['a control character', { boxes: boxesWith({ ...text, text: 'a\u0000' }) }, 'boxes', /Box 7: Text/],
    ['a colour in words', { boxes: boxesWith({ ...text, colour: 'red' }) }, 'boxes', /Box 7: Colour/],
    ['too many lines', { boxes: boxesWith({ ...text, lines: 11 }) }, 'boxes', /Box 7: Lines/],
    ['a size of nothing', { boxes: boxesWith({ ...text, size: 0 }) }, 'boxes', /Box 7: Size/],
    [
      'a smallest size above the size',
      { boxes: boxesWith({ ...text, size: 10, minSize: 12 }) },
      'boxes',
      /Box 7: The smallest/,
    ],
    ['an unknown property', { boxes: boxesWith({ ...text, onclick: 'x' }) }, 'boxes', /Box 7: onclick/],
    [
      'an ID without it',
      { boxes: boxesWith({ ...text, kind: 'id', text: 'ID' }) },
      'boxes',
      /Box 7: .*\{id\}/,
    ],
    ['a field of nobody', { boxes: boxesWith({ ...text, text: '{salary}' }) }, 'boxes', /Box 7.*\{salary\}/],
    [
      'a photograph of nobody',
      { boxes: boxesWith({ ...text, kind: 'picture', picture: 'face' }) },
      'boxes',
      /Box 7: .*picture/,
    ],
    ['an unknown page', { page: 'a3' }, 'page', /a4-portrait/],
    ['the size of a page', { pageSize: 'letter' }, 'pageSize', /page/],
    ['a background of nobody', { backgroundImage: 'x' }, 'backgroundImage', /Background/],
    ['a page of a layout', { base: 'heritage', boxes: '', page: 'a4' }, 'page', /artwork/],
  ];

  it.each(CASES)('names %s', async (_, fields, field, message) => {
    const issuer = await makeIssuer();
    const form = artworkFields({ draft: fields.base ? '' : 'on', ...fields });
    const layout = fields.base
      ? { typeface: 'classic', primary: '#1b2350', accent: '#a9791f', paper: '#ffffff', title: 'T' }
      : {};
    const { status, body } = await post(issuer, { ...layout, ...form });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(body.errors?.[field]?.join(' ')).toMatch(message);
    expect(count('designs')).toBe(0);
  });

  it('answers the form of the layouts with errors, too', async () => {
    const issuer = await makeIssuer();
    const form = multipart({ ...artworkFields({ boxes: '[]' }), intent: 'save' });
    expect((await fetchPage('/admin/designs/new', { cookie: issuer.cookie, form })).status).toBe(400);
  });
});
