import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { BASES } from '#app/drawing/design.ts';
import { compose } from '#app/drawing/designs/compose.server.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { markPale } from '#app/files/images/pale.ts';
import { designImages, designOf } from '#tests/golden/design-samples.ts';
import { drawingWith } from '#tests/golden/samples.ts';

function whiteLogo() {
  const canvas = createCanvas(400, 120);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#ffffff';
  for (const left of [20, 150, 280]) pen.fillRect(left, 20, 100, 80);
  return canvas.toBuffer('image/png');
}

/** The share of dark pixels where a base draws a logo on its paper. */
async function darkShare(base: (typeof BASES)[number], logo: Uint8Array, paper?: string) {
  const design = { ...designOf(base), logo: 'white' };
  if (paper) design.colours = { ...design.colours, paper };
  const name = `white ${logo.length}`;
  const pictures = await decodeImages({ ...designImages, [name]: logo });
  const drawing = { ...drawingWith({}), design };
  const { page, fixed } = compose(drawing, { ...design, logo: name }, pictures);
  const part = fixed().find(({ what }) => what === 'logo');
  if (!part) throw new Error('there is no logo');
  const canvas = createCanvas(page.width, page.height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, page.width, page.height);
  part.draw(pen as never);
  const { left, top, width, height } = part.area;
  const { data } = pen.getImageData(left, top, width, height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at + 1] ?? 0) < 128) dark += 1;
  return dark / (data.length / 4);
}

it.each(BASES)('%s draws a pale logo on a dark plate where its paper is light', async (base) => {
  const logo = whiteLogo();
  expect(await darkShare(base, markPale(logo))).toBeGreaterThan(0.2);
  // As it was drawn before, because issued certificates never change.
  expect(await darkShare(base, logo)).toBeLessThan(0.2);
});
