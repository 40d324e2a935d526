import { deflateRawSync } from 'node:zlib';
import { isObject } from '@certrace/verify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Actor } from '#app/accounts/actor.server.ts';
import { findBackground, removeWords, storeBackground } from '#app/designs/background.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { storeDesignImage } from '#app/designs/design-image.server.ts';
import { exportDesign, importDesign } from '#app/designs/own-artwork/design-file.server.ts';
import { libraryPicture, listLibrary, startFromLibrary } from '#app/designs/own-artwork/library.server.ts';
import { openAsBoxes } from '#app/designs/own-artwork/open-as-boxes.server.ts';
import { BASES } from '#app/drawing/design.ts';
import type { Face, FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { picture } from '#tests/support/course-factories.ts';
import { designJson, ZIPPED_FIELDS, zipOf } from '#tests/support/design-zips.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { makeDesign, makeIssuer } from '#tests/support/factories.ts';
import { makeArtwork } from '#tests/support/own-artwork.ts';

const take = (actor: Actor, zip: Buffer) =>
  importDesign(actor, zip, (fields) => parseInput(designSchema, fields));

const bytesOf = async (zip: ReadableStream<Uint8Array>) => Buffer.from(await new Response(zip).arrayBuffer());

const BOXES = [
  { kind: 'qr', x: 10_000, y: 170_000, width: 25_000, height: 25_000 },
  { kind: 'id', x: 40_000, y: 185_000, width: 60_000, height: 6_000 },
];
const ARTWORK = { ...ZIPPED_FIELDS, base: 'artwork', page: 'a4', boxes: BOXES };

const faced = (...faces: unknown[]) => ({
  ...ARTWORK,
  faces: faces.map((face) => (isObject(face) ? { boxes: [], ...face } : face)),
});

/** Why the ZIP is refused. */
async function refusal(zip: Buffer): Promise<string[]> {
  const { actor } = await makeIssuer();
  return await take(actor, zip).then(
    () => [],
    (error) => error.fields?.design ?? [String(error)],
  );
}

/** A stored file in a ZIP, whose directory says what it likes about its size. */
function liar(name: string, content: Buffer, size: number): Buffer {
  const packed = deflateRawSync(content);
  const numbers = (...values: [bytes: 2 | 4, value: number][]) =>
    Buffer.concat(
      values.map(([bytes, value]) => {
        const buffer = Buffer.alloc(bytes);
        buffer.writeUIntLE(value, 0, bytes);
        return buffer;
      }),
    );
  const common = numbers(
    [2, 20],
    [2, 0],
    [2, 8],
    [4, 0],
    [4, 0],
    [4, packed.length],
    [4, size],
    [2, name.length],
    [2, 0],
  );
  const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    numbers([2, 20]),
    common,
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, 0]),
    Buffer.from(name),
  ]);
  const end = numbers([2, 0], [2, 0], [2, 1], [2, 1], [4, entry.length], [4, file.length], [2, 0]);
  return Buffer.concat([file, entry, Buffer.from('PK\u0005\u0006'), end]);
}

describe('the file of a design', () => {
  it('makes the same design for another issuer, with its pictures', async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    const logo = await storeDesignImage(one.actor, 'logo', await picture(80, 40));
    const id = makeDesign(one, { logoImage: logo, expiresAfter: 'P2Y', signatory1Name: 'Dr. Helena Brandt' });
    const copy = await take(other.actor, await bytesOf(exportDesign(one.actor, id)));
    const [from, to] = [findDesign(one.actor, id), findDesign(other.actor, copy)];
    expect({ ...to, id, design: { ...to.design, logo } }).toEqual(from);
    expect(to.design.logo).not.toBeNull();
  });

  it('has own artwork with its background, which is a draft', async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    const id = await startFromLibrary(one.actor, 'deco', {});
    const copy = await take(other.actor, await bytesOf(exportDesign(one.actor, id)));
    const [from, to] = [findDesign(one.actor, id), findDesign(other.actor, copy)];
    expect(to.isDraft).toBe(true);
    expect(to.design.artwork?.boxes).toEqual(from.design.artwork?.boxes);
    expect(to.design.artwork?.background).toMatch(/^[0-9a-f]{64}$/);
    expect(to.problems).toEqual([]);
  });

  it('has the words of its background, which can be taken out of it', async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    const { id: background, words } = await storeBackground(one.actor, 'background', diploma());
    const id = await makeArtwork(one, { backgroundImage: background, draft: 'on' });
    const copy = await take(other.actor, await bytesOf(exportDesign(one.actor, id)));
    const carried = findDesign(other.actor, copy).design.artwork?.background ?? '';
    expect(findBackground(other.actor, carried).words).toEqual(words);
    const ada = words.findIndex(({ text }) => text === 'Ada');
    const { background: without, left } = await removeWords(other.actor, carried, [ada]);
    expect(left).toEqual([]);
    expect(without.words).toEqual(words.filter((_, index) => index !== ada));
  });

  it('has the backgrounds of own faces, with their words', async () => {
    const [one, other] = [await makeIssuer(), await makeIssuer()];
    const { actor } = one;
    const store = (face: FaceKind, bytes: Uint8Array) =>
      storeBackground(actor, 'background', bytes, { face });
    const card = await store('card', await picture(856, 540));
    const square = await store('square', diploma({ width: 540, height: 540 }));
    expect(square.words).not.toEqual([]);
    const faces = JSON.stringify([
      { kind: 'card', background: card.id, boxes: [] },
      { kind: 'wide', boxes: [{ ...BOXES[0], y: 10_000 }] },
      { kind: 'square', background: square.id, boxes: [] },
    ]);
    const id = await makeArtwork(one, { faces, draft: 'on' });
    const copy = await take(other.actor, await bytesOf(exportDesign(actor, id)));
    const [from, to] = [findDesign(actor, id), findDesign(other.actor, copy)].map(
      ({ design }) => design.artwork?.faces ?? [],
    );
    const backgrounds = (list: Face[] | undefined) => list?.map(({ background }) => background);
    expect(to?.map((face, at) => ({ ...face, background: from?.[at]?.background }))).toEqual(from);
    const [itsCard, none, itsSquare] = backgrounds(to) ?? [];
    expect(none).toBeNull();
    expect(findBackground(other.actor, itsCard ?? '').page).toBe('card');
    expect(findBackground(other.actor, itsSquare ?? '')).toMatchObject({
      page: 'square',
      words: square.words,
    });
  });

  it('gives a design another name if its issuer has one of that name', async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer, { name: 'Graduation' });
    const copy = await take(issuer.actor, await bytesOf(exportDesign(issuer.actor, id)));
    expect(findDesign(issuer.actor, copy).name).toBe('Graduation (2)');
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['no ZIP', 'This is not the ZIP of a design.', () => Buffer.from('%PDF-1.7')],
    [
      'a ZIP that is cut off',
      'This is not the ZIP of a design.',
      async () => (await zipOf({ 'design.json': designJson(ZIPPED_FIELDS) })).subarray(0, -30),
    ],
    ['an empty ZIP', 'This is not the ZIP of a design.', () => zipOf({})],
    ['no design.json', 'design.json is missing.', async () => zipOf({ 'logo.png': await picture(9, 9) })],
    ['other JSON', 'design.json does not describe a design.', () => zipOf({ 'design.json': '[1]' })],
    ['broken JSON', 'design.json does not describe a design.', () => zipOf({ 'design.json': '{"format":' })],
    [
      'another version',
      'design.json has version 2. Only version 1 can be read.',
      () => zipOf({ 'design.json': designJson(ZIPPED_FIELDS, { version: 2 }) }),
    ],
    [
      'words that no page has',
      'design.json does not describe a design.',
      () => zipOf({ 'design.json': designJson(ZIPPED_FIELDS, { words: [{ text: 'Ada\u0000', x: -1 }] }) }),
    ],
    [
      'a path that leads out',
      '../design.json is not a file of a design.',
      () => zipOf({ '../design.json': designJson(ZIPPED_FIELDS) }),
    ],
    [
      'a file that no design has',
      'notes.txt is not a file of a design.',
      () => zipOf({ 'design.json': designJson(ZIPPED_FIELDS), 'notes.txt': 'x' }),
    ],
    [
      'a picture that it does not use',
      'design.json does not use logo.png.',
      async () => zipOf({ 'design.json': designJson(ZIPPED_FIELDS), 'logo.png': await picture(9, 9) }),
    ],
    [
      'no picture that it uses',
      'logo.png is missing.',
      () => zipOf({ 'design.json': designJson({ ...ZIPPED_FIELDS, logoImage: 'logo.png' }) }),
    ],
    [
      'a picture by its hash',
      'design.json: logoImage must be logo.png, if it is there.',
      () => zipOf({ 'design.json': designJson({ ...ZIPPED_FIELDS, logoImage: 'a'.repeat(64) }) }),
    ],
    [
      'a PDF as a logo',
      'logo.png: Please choose a PNG',
      () =>
        zipOf({
          'design.json': designJson({ ...ZIPPED_FIELDS, logoImage: 'logo.png' }),
          'logo.png': '%PDF-1.7 nothing',
        }),
    ],
    [
      'a script as a background',
      'background.pdf: ',
      () =>
        zipOf({
          'design.json': designJson({ ...ARTWORK, backgroundImage: 'background.pdf' }),
          'background.pdf':
            '<svg xmlns="http://www.w3.org/2000/svg" width="297" height="210"><script/></svg>',
        }),
    ],
    [
      'the background of a face by its hash',
      'design.json: background must be card.pdf, if it is there.',
      () => zipOf({ 'design.json': designJson(faced({ kind: 'card', background: 'a'.repeat(64) })) }),
    ],
    [
      'no background of a face that it uses',
      'card.pdf is missing.',
      () => zipOf({ 'design.json': designJson(faced({ kind: 'card', background: 'card.pdf' })) }),
    ],
    [
      'the background of a face that it has not',
      'design.json does not use wide.pdf.',
      () => zipOf({ 'design.json': designJson(faced({ kind: 'card' }, null, 7)), 'wide.pdf': '%PDF-1.7' }),
    ],
    [
      'a background of another shape than its face',
      'card.pdf: ',
      async () =>
        zipOf({
          'design.json': designJson(faced({ kind: 'card', background: 'card.pdf' })),
          'card.pdf': await picture(800, 800),
        }),
    ],
    [
      'faces that are no list, with a picture',
      'design.json does not use card.pdf.',
      () => zipOf({ 'design.json': designJson({ ...ARTWORK, faces: { card: 1 } }), 'card.pdf': '%PDF-1.7' }),
    ],
    [
      'two faces of a kind',
      'design.json: ',
      async () =>
        zipOf({
          'design.json': designJson(faced(...Array(2).fill({ kind: 'card', background: 'card.pdf' }))),
          'card.pdf': await picture(856, 540),
        }),
    ],
    [
      'a kind of faces that there is not',
      'design.json does not describe a design.',
      () => zipOf({ 'design.json': designJson(ARTWORK, { faceWords: { poster: [] } }) }),
    ],
    [
      'fields that no form takes',
      'design.json: ',
      () => zipOf({ 'design.json': designJson({ ...ZIPPED_FIELDS, primary: 'red' }) }),
    ],
    [
      'a box outside of the page',
      'design.json: Box 1: ',
      () =>
        zipOf({ 'design.json': designJson({ ...ARTWORK, boxes: [{ ...BOXES[0], x: 290_000 }, BOXES[1]] }) }),
    ],
    [
      '41 boxes',
      'design.json: ',
      () => zipOf({ 'design.json': designJson({ ...ARTWORK, boxes: Array(41).fill(BOXES[1]) }) }),
    ],
    [
      'a million boxes',
      'design.json is larger than ',
      () =>
        zipOf({ 'design.json': designJson({ ...ARTWORK, boxes: Array(1_000_000).fill({ kind: 'id' }) }) }),
    ],
    [
      'a bomb that says its size',
      'design.json is larger than ',
      () => liar('design.json', Buffer.alloc(30_000_000, ' '), 30_000_000),
    ],
    [
      'a bomb that lies about its size',
      'design.json cannot be unpacked.',
      () => liar('design.json', Buffer.alloc(30_000_000, ' '), 900),
    ],
  ])('is refused with %s', async (_, problem, zip) => {
    expect((await refusal(await zip()))[0]).toContain(problem);
  });
});

describe('the library', () => {
  it('has twelve designs, each of which can be published as it is', async () => {
    const issuer = await makeIssuer();
    const library = listLibrary(issuer.actor);
    expect(library).toHaveLength(12);
    for (const { id, name, pages } of library.slice(0, 4)) {
      const made = findDesign(issuer.actor, await startFromLibrary(issuer.actor, id, { page: pages[1] }));
      expect(made).toMatchObject({ name, isDraft: true, problems: [] });
      expect(made.design.artwork?.page).toBe(pages[1]);
    }
  });

  it('makes what its form would save, with words in brackets for values that may be missing', async () => {
    const { actor } = await makeIssuer();
    const { name, design } = findDesign(actor, await startFromLibrary(actor, 'licence', {}));
    expect(design.fields).toEqual([]);
    const saved = parseInput(designSchema, { ...toFields(design), name, draft: 'on' });
    expect(JSON.stringify(saved.design)).toBe(JSON.stringify(design));
  });

  it('shows each design on its own background', async () => {
    const { actor } = await makeIssuer();
    const brightnesses: number[] = [];
    for (const id of ['deco', 'midnight', 'waves', 'midnight']) {
      const png = await libraryPicture(actor, id, 480, 'letter').read();
      brightnesses.push(Math.round((await sharp(png).removeAlpha().stats()).channels[0]?.mean ?? 0));
    }
    expect(brightnesses.map((mean) => mean < 100)).toEqual([false, true, false, true]);
  });

  it('speaks the language of the reader', async () => {
    const issuer = await makeIssuer();
    const id = await inLanguage('de', () => startFromLibrary(issuer.actor, 'attendance', {}));
    const { design, name } = findDesign(issuer.actor, id);
    expect([name, design.language, design.texts.title]).toEqual([
      'Teilnahme',
      'de',
      'Teilnahmebescheinigung',
    ]);
    expect(design.artwork?.boxes.map(({ text }) => text)).toContain('Teilnahmebescheinigung');
  });

  it('has no other pages than those of a design', async () => {
    const issuer = await makeIssuer();
    await expect(startFromLibrary(issuer.actor, 'deco', { page: 'a4-portrait' })).rejects.toMatchObject({
      fields: { page: ['page must be one of the pages of this design.'] },
    });
    await expect(startFromLibrary(issuer.actor, 'nothing', {})).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a design of a layout', () => {
  it.each(BASES)('is opened as boxes in %s', async (base) => {
    const issuer = await makeIssuer();
    const logo = await storeDesignImage(issuer.actor, 'logo', await picture(80, 40));
    const id = makeDesign(issuer, { base, logoImage: logo, seal: 'on', signatory1Name: 'Dr. Helena Brandt' });
    const { id: opened, left } = await openAsBoxes(issuer.actor, id);
    const { design, isDraft, version, problems } = findDesign(issuer.actor, opened);
    // The title of the ribbon stands beside it, too, if it is long.
    expect(problems.map(({ problem }) => problem)).toEqual(base === 'ribbon' ? ['contrast'] : []);
    expect([isDraft, version]).toEqual([true, 0]);
    const boxes = design.artwork?.boxes ?? [];
    for (const text of ['{student}', '{course}', '{id}', '{issueDate}', 'Dr. Helena Brandt'])
      expect(boxes.map((box) => box.text)).toContain(text);
    expect(boxes.filter(({ kind }) => kind === 'qr')).toHaveLength(1);
    expect(boxes.map(({ picture: shown }) => shown)).toContain('logo');
    expect(left).toContain('seal');
    expect(findDesign(issuer.actor, id).design.base).toBe(base);
  });

  it('is not opened twice', async () => {
    const issuer = await makeIssuer();
    const { id } = await openAsBoxes(issuer.actor, makeDesign(issuer));
    await expect(openAsBoxes(issuer.actor, id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
