import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findBackground, removeWords, storeBackground } from '#app/designs/background.server.ts';
import { sqlite } from '#db/client.ts';
import { multipart } from '#tests/support/course-factories.ts';
import { DIPLOMA_WORDS, diploma, pageOf } from '#tests/support/diplomas.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { artworkFields } from '#tests/support/own-artwork.ts';

describe('a PDF as a background', () => {
  it('is a drawing whose words are offered in the order of reading', async () => {
    const { actor } = await makeIssuer();
    const { page, words, isVector } = await storeBackground(actor, 'background', diploma());
    expect([page, isVector]).toEqual(['a4', true]);
    expect(words.map(({ text }) => text).join(' ')).toBe(DIPLOMA_WORDS.map(({ text }) => text).join(' '));
    const [first] = words;
    // 120 points from the left, and a baseline at 130 points.
    expect(Math.abs((first?.x ?? 0) - 120 * (297_000 / 842))).toBeLessThan(1_500);
    expect(Math.abs((first?.baseline ?? 0) - 130 * (210_000 / 595))).toBeLessThan(200);
    expect(first?.size).toBeCloseTo(44, 0);
  });

  // tests/input/backgrounds.test.ts has everything else that is refused.
  it('is refused for a script, and not stored', async () => {
    const issuer = await makeIssuer();
    const bytes = pageOf({ catalog: '/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>' });
    const response = await fetchApi('designs/backgrounds', {
      method: 'POST',
      token: issuer.token,
      body: multipart({ background: { bytes, type: 'application/pdf' } }),
    });
    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    expect([response.status, Object.keys(errors)]).toEqual([400, ['background']]);
    expect(errors.background?.[0]).toContain('script');
    expect(sqlite().prepare('select count(*) from design_backgrounds').pluck().get()).toBe(0);
  });
});

describe('words of a background', () => {
  it('are taken out of the picture and of the PDF', async () => {
    const { actor } = await makeIssuer();
    const { id, words } = await storeBackground(actor, 'background', diploma());
    const indexes = words.flatMap(({ text }, index) =>
      ['Ada', 'office', 'DIPLOMA'].includes(text) ? [index] : [],
    );
    const { background, left } = await removeWords(actor, id, indexes);
    expect(left).toEqual([]);
    expect(background.words.map(({ text }) => text).join(' ')).toBe(
      'Lovelace for the of fine affairs on 1 January 2026',
    );
    expect(findBackground(actor, background.id)).toEqual(background);
  });
});

describe('a design on a background', () => {
  const send = (issuer: Person, headers = {}, fields = {}) =>
    fetchApi('designs', {
      method: 'POST',
      token: issuer.token,
      headers,
      body: multipart({
        ...artworkFields({ page: 'a4', ...fields }),
        background: { bytes: diploma({ words: [] }), type: 'application/pdf' },
      }),
    });

  it('is made once by a call that is sent twice', async () => {
    const issuer = await makeIssuer();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await send(issuer, headers), await send(issuer, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(sqlite().prepare('select count(*) from designs').pluck().get()).toBe(1);
  });

  it('is issued with it, as a drawing in the PDF and as pixels in the PNG', async () => {
    const issuer = await makeIssuer();
    const made = await (await send(issuer)).json();
    const { uniqueId } = await makeCertificate(issuer, { designId: made.design._id });
    const pdf = Buffer.from(
      await (await fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: issuer.cookie })).arrayBuffer(),
    );
    expect(pdf.includes('/Background ')).toBe(true);
    const png = await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie });
    const { data, info } = await sharp(Buffer.from(await png.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The frame of the diploma.
    const at = (50 * info.width + 877) * 3;
    expect([...data.subarray(at, at + 3)]).toEqual([0x8a, 0x1c, 0x3c]);
  });
});
