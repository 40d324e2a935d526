import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureOf, sweepPictures } from '#app/certificates/field-pictures.server.ts';
import { PHOTO } from '#app/files/images/photo.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { picture } from '#tests/support/course-factories.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';

/** An issuer whose certificates have a photograph for itself. */
async function photographer(): Promise<Person> {
  const issuer = await makeIssuer();
  makeField(issuer, 'photo', { name: 'Photo', kind: 'picture', visibility: [] });
  return issuer;
}

const issue = ({ token }: Person, photo: unknown, more = {}) =>
  fetchApi('certs/issue', { token, json: { ...certificateInput(more), fields: { photo } } });

const hashes = () => sqlite().prepare('select hash from field_pictures order by hash').pluck().all();

/** A red picture whose right half is blue. */
const halves = async (width: number, height: number) => {
  const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
};

it('is turned upright, cut to its middle, and kept without metadata', async () => {
  const issuer = await makeIssuer();
  // Turned by EXIF, the right half is below. A title names a person.
  const turned = await (await halves(1_600, 900))
    .withExif({ IFD0: { ImageDescription: 'Ada Lovelace', Make: 'Canon' }, IFD3: { GPSLatitude: '51/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const hash = await storePicture(issuer.id, turned);
  const stored = pictureOf(issuer.id, hash) ?? Buffer.alloc(0);
  expect(createHash('sha256').update(stored).digest('hex')).toBe(hash);
  const { width, height, format, exif, icc, xmp, orientation } = await sharp(stored).metadata();
  expect({ width, height, format }).toEqual({ ...PHOTO, format: 'jpeg' });
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(stored.includes('Ada')).toBe(false);
  const { data } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
  const colourAt = (at: number) => ((data[at] ?? 0) > 128 ? 'red' : 'blue');
  const line = 3 * PHOTO.width;
  expect([colourAt(0), colourAt(line - 3)]).toEqual(['red', 'red']);
  expect([colourAt(data.length - line), colourAt(data.length - 3)]).toEqual(['blue', 'blue']);
});

it('is not enlarged, and transparent parts become white', async () => {
  const issuer = await makeIssuer();
  const small = await sharp({ create: { width: 70, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const stored = pictureOf(issuer.id, await storePicture(issuer.id, small));
  const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[0]]).toEqual([70, 90, 255]);
});

it('is refused if it is no picture, is cut off or too large, naming the place', async () => {
  const issuer = await makeIssuer();
  const jpeg = await picture(600, 600, 'jpeg');
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), randomBytes(80)]);
  const error = (bytes: Buffer) =>
    storePicture(issuer.id, bytes, 'fields.photo').then(String, ({ code, fields }) => [
      code,
      fields['fields.photo'].join(' '),
    ]);
  const taken = 'Please select a valid image file. PNG, JPEG, WebP, GIF, and AVIF are taken.';
  expect(await error(Buffer.from('%PDF-1.7 no picture'))).toEqual([
    'invalid',
    expect.stringContaining(taken),
  ]);
  expect(await error(heic)).toEqual(['invalid', expect.stringMatching(/HEIC/)]);
  expect(await error(jpeg.subarray(0, -400))).toEqual([
    'invalid',
    expect.stringContaining('This picture is cut off: its end is missing.'),
  ]);
  const damaged = Buffer.from(await picture(600, 600, 'png'));
  damaged.fill(7, 60, damaged.length - 60);
  expect(await error(damaged)).toEqual([
    'invalid',
    'Please select a valid image file. This picture is damaged and cannot be read. Please export it again.',
  ]);
  const wide = await sharp({ create: { width: 8_700, height: 5_800, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
  expect(await error(wide)).toEqual(['invalid', expect.stringContaining('too many pixels')]);
  expect(await error(Buffer.alloc(10 * 1_048_576 + 1))).toEqual([
    'too-large',
    'File size too large. Maximum allowed is 10MB',
  ]);
  expect(hashes()).toEqual([]);
});

it('is the value of a field by its SHA-256, for the issuer that uploaded it', async () => {
  const [issuer, other] = [await photographer(), await makeIssuer()];
  const photo = await storePicture(issuer.id, await picture(100, 100));
  const { certificate } = await (await issue(issuer, photo.toUpperCase())).json();
  expect(certificate.fields).toEqual({ photo: { name: 'Photo', value: photo } });
  const refused = async (value: unknown) => (await (await issue(issuer, value)).json()).errors;
  const foreign = await storePicture(other.id, await picture(110, 200));
  const missing = { 'fields.photo': ['This picture is no longer stored. Please choose it again.'] };
  expect(await refused(foreign)).toEqual(missing);
  expect(await refused('f'.repeat(64))).toEqual(missing);
  expect(await refused('ada.jpg')).toEqual({
    'fields.photo': ['Photo must be the _id of a photograph that you uploaded.'],
  });
});

it('is deleted after a day unless a certificate has it, or certificates wait', async () => {
  const issuer = await photographer();
  const [used, unused] = [
    await storePicture(issuer.id, await picture(100, 100)),
    await storePicture(issuer.id, await picture(120, 200)),
  ];
  expect((await issue(issuer, used)).status).toBe(201);
  // The same picture is no draft when it is uploaded again.
  expect(await storePicture(issuer.id, await picture(100, 100))).toBe(used);
  const started = now();
  expect(sweepPictures(200)).toBe(0);
  setClock(() => started + 86_400_001);
  sqlite()
    .prepare(
      "insert into batches (id, issuer_id, status, total, failed, created_at) values ('b', ?, 'ready', 1, 0, 0)",
    )
    .run(issuer.id);
  expect(sweepPictures(200)).toBe(0);
  sqlite().prepare("update batches set status = 'done'").run();
  expect(sweepPictures(200)).toBe(1);
  expect(hashes()).toEqual([used]);
  expect(hashes()).not.toContain(unused);
});
