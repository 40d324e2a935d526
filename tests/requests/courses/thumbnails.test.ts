import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { pngChunk, withChunks } from '#tests/support/image-bombs.ts';

let issuer: Person;

beforeEach(async () => {
  issuer = await makeIssuer();
});

/** Publishes a course with a thumbnail and decodes the stored image. */
async function decoded(bytes: Buffer) {
  const thumbnail = { bytes, name: 'a', type: 'image/png' };
  const published = await fetchApi('admin/course', {
    method: 'POST',
    token: issuer.token,
    body: multipart({ title: 'x', description: 'y', thumbnail }),
  });
  const course = await published.json();
  expect(published.status, JSON.stringify(course)).toBe(201);
  const answer = await fetchPage(course.thumbnail);
  return sharp(Buffer.from(await answer.arrayBuffer()));
}

describe('a stored thumbnail', () => {
  it.each(['jpeg', 'webp', 'png'] as const)('keeps the orientation of a %s', async (format) => {
    const turned = await sharp(await picture(200, 100))
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    const { width, height, exif, orientation } = await (await decoded(turned)).metadata();
    expect([width, height, exif, orientation]).toEqual([100, 200, undefined, undefined]);
  });

  it.each(['jpeg', 'webp', 'png', 'avif'] as const)(
    'keeps the colours of a %s with a colour profile',
    async (format) => {
      const red = sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } });
      // Display P3 has a larger gamut than sRGB, so sRGB red is a duller value in it.
      const wide = await red.withIccProfile('p3').toFormat(format, { quality: 100 }).toBuffer();
      const [r = 0, g = 0, b = 0] = await (await decoded(wide)).raw().toBuffer();
      expect(r).toBeGreaterThan(245);
      expect(Math.max(g, b)).toBeLessThan(15);
    },
  );

  it.each(['png', 'webp', 'gif', 'avif'] as const)('keeps the transparency of a %s', async (format) => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .toFormat(format)
      .toBuffer();
    const { data, info } = await (await decoded(clear))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect(data[3]).toBe(0);
  });

  it('keeps only the first frame of an animation', async () => {
    const frames = ['#ff0000', '#00ff00'].map((background) => ({
      create: { width: 40, height: 40, channels: 3 as const, background },
    }));
    const buffers = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    for (const format of ['gif', 'webp'] as const) {
      const animated = await sharp(buffers, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      const image = await decoded(animated);
      expect(await image.metadata()).toMatchObject({ width: 40, height: 40 });
      const [r = 0, g = 0] = await image.raw().toBuffer();
      expect([r > 200, g < 60]).toEqual([true, true]);
    }
  });

  it('keeps no text metadata', async () => {
    const png = withChunks(await picture(64, 64), [
      pngChunk('tEXt', Buffer.from('Comment\0where it was taken')),
    ]);
    const answer = await (await decoded(png)).toBuffer();
    expect(answer.includes('where it was taken')).toBe(false);
  });
});
