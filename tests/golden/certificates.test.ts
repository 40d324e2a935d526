import './without-system-fonts.ts';
import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { artworkOf, drawArtwork } from '#app/drawing/artwork.server.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { picturePdf } from '#tests/support/pdf-pictures.ts';
import { expectGolden } from './pictures.ts';
import { drawingWith, samples } from './samples.ts';

afterAll(closeRenderer);

/** Caches the PNG of each drawing, because two tests compare it. */
const pngs = new Map<CertificateDrawing, Promise<Uint8Array>>();

function rendered(drawing: CertificateDrawing): Promise<Uint8Array> {
  const png = pngs.get(drawing) ?? renderCertificate(drawing, 'png');
  pngs.set(drawing, png);
  return png;
}

describe.each(Object.entries(samples))('a certificate in %s', (name, drawing) => {
  it('matches its golden images as PNG and as PDF', async () => {
    await expectGolden(`${name}.png`, await rendered(drawing));
    await expectGolden(`${name}.pdf`, await picturePdf(await renderCertificate(drawing, 'pdf')));
  });
});

describe('the PNG', () => {
  it('has 1754 by 1240 opaque pixels at 150 dpi', async () => {
    const metadata = await sharp(await renderCertificate(drawingWith(), 'png')).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 1754, height: 1240, channels: 3, density: 150 });
  });

  it('has the same bytes each time, whatever else is drawn in between', async () => {
    const first = await renderCertificate(drawingWith(), 'png');
    await Promise.all(['chinese', 'long', 'revoked'].map((name) => renderCertificate(samples[name]!, 'png')));
    expect(Buffer.compare(first, await renderCertificate(drawingWith(), 'png'))).toBe(0);
  });

  it.each(Object.entries(samples))('contains exactly the drawn pixels (%s)', async (_, drawing) => {
    const [width, height] = [1754, 1240];
    const canvas = createCanvas(width, height);
    drawArtwork(canvas.getContext('2d'), artworkOf(drawing));
    const pixels = { raw: { width, height, channels: 4 } } as const;
    const whole = await sharp(canvas.data(), pixels).removeAlpha().raw().toBuffer();
    const encoded = await sharp(await rendered(drawing))
      .raw()
      .toBuffer();
    expect(Buffer.compare(whole, encoded)).toBe(0);
  });
});

describe('the QR code', () => {
  it.each(['png', 'pdf'] as const)('leads to the verification page (%s)', async (format) => {
    const bytes = await renderCertificate(drawingWith(), format);
    const picture = format === 'png' ? bytes : await picturePdf(bytes);
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(drawingWith().verifyUrl);
  });
});
