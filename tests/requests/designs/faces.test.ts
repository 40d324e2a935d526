import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields, makeArtwork } from '#tests/support/own-artwork.ts';

type Sent = Record<string, unknown>;
type Problem = { face?: string; box: number | null; message: string };
type Answer = {
  status: number;
  errors: Record<string, string[]> | undefined;
  design: {
    _id: string;
    version: number;
    draftNumber: number;
    faces: { kind: string; background: string | null; boxes: Sent[] }[];
    problems: Problem[];
    fields: Record<string, string>;
  };
  changed: string[] | undefined;
};

let issuer: Person;

beforeEach(async () => {
  issuer = await makeIssuer();
});

async function send(method: 'POST' | 'PUT', path: string, fields: Sent): Promise<Answer> {
  const form = multipart(fields as Parameters<typeof multipart>[0]);
  const response = await fetchApi(path, { method, token: issuer.token, body: form });
  const { errors, design, changed } = (await response.json()) as Omit<Answer, 'status'>;
  return { status: response.status, errors, design, changed };
}

const name = {
  kind: 'text',
  x: 5_000,
  y: 5_000,
  width: 70_000,
  height: 10_000,
  text: '{student}',
  size: 12,
  minSize: 4,
  long: 'wrap',
  lines: 2,
};
const band = (colour: string) => ({ kind: 'line', x: 0, y: 40_000, width: 85_600, height: 14_000, colour });
const facesOf = (...faces: Sent[]) => JSON.stringify(faces);
const withFaces = (...faces: Sent[]) => artworkFields({ faces: facesOf(...faces) });
const post = (fields: Sent) => send('POST', 'designs', fields);

async function backgroundFor(face: string | undefined, width: number, height: number) {
  const body = multipart({ ...(face && { face }), background: { bytes: await picture(width, height) } });
  const response = await fetchApi('designs/backgrounds', { method: 'POST', token: issuer.token, body });
  return { status: response.status, ...((await response.json()) as Sent) } as {
    status: number;
    background: { _id: string; page: string };
    errors?: Record<string, string[]>;
  };
}

/** A pixel of a file of a certificate. */
async function pixelOf(uniqueId: string, ending: string, x: number, y: number) {
  const file = await fetchPage(`/certificates/${uniqueId}.${ending}`, { cookie: issuer.cookie });
  expect(file.status).toBe(200);
  const { data, info } = await sharp(Buffer.from(await file.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

describe('the faces of own artwork', () => {
  it('are read as they are sent, in the order of the kinds, with their boxes in full', async () => {
    const made = await post(
      withFaces({ kind: 'square', boxes: [name] }, { kind: 'card', boxes: [name, band('#aa0000')] }),
    );
    expect([made.status, made.design.problems]).toEqual([201, []]);
    expect(made.design.faces.map(({ kind, background, boxes }) => [kind, background, boxes.length])).toEqual([
      ['card', null, 2],
      ['square', null, 1],
    ]);
    expect(made.design.faces[0]?.boxes[0]).toMatchObject({ ...name, align: 'center', colour: '#14161b' });
    const again = await send('PUT', `designs/${made.design._id}`, made.design.fields);
    expect(again).toMatchObject({ status: 200, design: { version: 1, faces: made.design.faces } });
    const without = await send('PUT', `designs/${made.design._id}`, { ...made.design.fields, faces: '' });
    expect(without).toMatchObject({ status: 200, design: { version: 2, faces: [] } });
  });

  it('leave a design without any byte for byte as it was', async () => {
    await post(withFaces({ kind: 'card', boxes: [] }));
    await post(artworkFields({ name: 'Other', title: 'Diploma' }));
    const stored = sqlite().prepare('select design, hash from design_versions').all();
    expect(stored[0]).toEqual(stored[1]);
    expect(JSON.stringify(stored[0])).not.toContain('faces');
  });

  it('are drawn as they were placed, and certificates keep those of their version', async () => {
    const designId = await makeArtwork(issuer, {
      faces: facesOf({ kind: 'card', boxes: [name, band('#aa0000')] }),
    });
    const { uniqueId } = await makeCertificate(issuer, { designId });
    // 45 mm from the top are 562 pixels.
    expect(await pixelOf(uniqueId, 'card.png', 500, 562)).toBe('#aa0000');
    const faces = facesOf({ kind: 'card', boxes: [name, band('#00aa00')] });
    await send('PUT', `designs/${designId}`, { ...artworkFields({ faces }), version: '1' });
    const later = await makeCertificate(issuer, { designId });
    expect(await pixelOf(later.uniqueId, 'card.png', 500, 562)).toBe('#00aa00');
    expect(await pixelOf(uniqueId, 'card.png', 500, 562)).toBe('#aa0000');
    // The site makes the others.
    expect(await pixelOf(uniqueId, 'wide.png', 1_000, 620)).toBe('#ffffff');
  });

  it('have backgrounds of their own, in their proportion', async () => {
    expect((await backgroundFor(undefined, 856, 540)).status).toBe(400);
    const wrong = await backgroundFor('card', 800, 800);
    expect([wrong.status, wrong.errors?.background?.[0]]).toEqual([
      400,
      expect.stringContaining('85.6 × 54'),
    ]);
    expect((await backgroundFor('poster', 856, 540)).errors?.face).toHaveLength(1);
    const stored = await backgroundFor('card', 856, 540);
    expect([stored.status, stored.background.page]).toEqual([201, 'card']);
    const background = stored.background._id;
    const elsewhere = await post(
      withFaces({ kind: 'wide', background, boxes: [{ ...name, colour: '#ffffff' }] }),
    );
    expect(elsewhere).toMatchObject({
      status: 400,
      errors: { faces: [expect.stringContaining('another page')] },
    });
    const unknown = await post(withFaces({ kind: 'card', background: 'f'.repeat(64), boxes: [name] }));
    expect(unknown).toMatchObject({
      status: 400,
      errors: { faces: [expect.stringContaining('no longer stored')] },
    });
    const colour = { ...name, colour: '#ffffff' };
    const made = await post(withFaces({ kind: 'card', background, boxes: [colour] }));
    expect([made.status, made.design.faces[0]?.background]).toEqual([201, background]);
    expect(sqlite().prepare('select draft_since from design_backgrounds').pluck().get()).toBeNull();
    const { uniqueId } = await makeCertificate(issuer, { designId: made.design._id });
    expect(await pixelOf(uniqueId, 'card.png', 1_060, 665)).toBe('#336699');
    sqlite().prepare("update design_backgrounds set png = x'00'").run();
    const file = await fetchPage(`/certificates/${uniqueId}.card.pdf`, { cookie: issuer.cookie });
    expect(file.status).toBe(503);
    // The page does not have this background.
    const page = await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie });
    expect(page.status).toBe(200);
  });

  it('need no QR code, and are checked as pages are otherwise', async () => {
    const problems = [
      { ...name, minSize: 12, lines: 1, long: 'shrink' },
      { ...name, y: 20_000, colour: '#fafafa' },
      { kind: 'qr', x: 60_000, y: 33_000, width: 12_000, height: 12_000 },
    ];
    const refused = await post(withFaces({ kind: 'card', boxes: problems }));
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([400, ['faces']]);
    expect(refused.errors?.faces).toEqual([
      expect.stringMatching(/^Card: Box 1: /),
      expect.stringMatching(/^Card: Box 2: .*contrast|^Card: Box 2: /i),
      expect.stringMatching(/^Card: Box 3: .*18/),
    ]);
    const draft = await post({ ...withFaces({ kind: 'card', boxes: problems }), draft: 'on' });
    expect(draft.status).toBe(201);
    expect(draft.design.problems.map(({ face, box }) => [face, box])).toEqual([
      ['card', 0],
      ['card', 1],
      ['card', 2],
    ]);
    const conflict = await send('PUT', `designs/${draft.design._id}`, {
      ...draft.design.fields,
      faces: '',
      draftNumber: '0',
    });
    expect([conflict.status, conflict.changed]).toEqual([409, ['Card']]);
  });

  it.each<[string, unknown, RegExp]>([
    ['of another kind', [{ kind: 'poster', boxes: [name] }], /card, wide, square/],
    [
      'two of a kind',
      [
        { kind: 'card', boxes: [name] },
        { kind: 'card', boxes: [name] },
      ],
      /Card/,
    ],
    [
      'with 41 boxes',
      [{ kind: 'wide', boxes: Array.from({ length: 41 }, () => name) }],
      /Wide picture: .*40/,
    ],
    ['outside the card', [{ kind: 'card', boxes: [{ ...name, x: 20_000 }] }], /Card: Box 1: .*85.6/],
    ['of size 0', [{ kind: 'card', boxes: [{ ...name, width: 0 }] }], /Card: Box 1/],
    [
      'with a text of 900 letters',
      [{ kind: 'card', boxes: [{ ...name, text: 'x'.repeat(900) }] }],
      /Card: Box 1/,
    ],
    [
      'with an unknown placeholder',
      [{ kind: 'card', boxes: [{ ...name, text: '{nobody}' }] }],
      /Card: .*\{nobody\}/,
    ],
    ['with an unknown property', [{ kind: 'card', boxes: [name], size: 3 }], /size/],
    ['with another background', [{ kind: 'card', background: '../x', boxes: [name] }], /_id/],
    ['that are no list', { kind: 'card' }, /JSON/],
    ['that are no objects', ['card', null, 3], /must be an object/],
    ['that are no JSON', 'card', /JSON/],
  ])('are refused by name: %s', async (_, faces, message) => {
    const sent = typeof faces === 'string' ? faces : JSON.stringify(faces);
    const refused = await post(artworkFields({ faces: sent }));
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([400, ['faces']]);
    expect(refused.errors?.faces?.[0]).toMatch(message);
  });

  it('go with own artwork alone', async () => {
    const fields = {
      name: 'Layout',
      base: 'modern',
      typeface: 'modern',
      primary: '#1b2350',
      accent: '#a9791f',
      paper: '#ffffff',
      title: 'Certificate',
    };
    const refused = await post({ ...fields, faces: facesOf({ kind: 'card', boxes: [name] }) });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([400, ['faces']]);
  });
});
