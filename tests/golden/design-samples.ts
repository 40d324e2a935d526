import { createCanvas } from '@napi-rs/canvas';
import {
  BASE_DEFAULTS,
  type Base,
  type Design,
  type DesignImages,
} from '#app/certificates/drawing/design.ts';
import type { CertificateDrawing } from '#app/certificates/drawing/drawing.ts';
import { drawingWith, samples } from './samples.ts';

/** A logo: a disc beside a bar, on nothing. */
function logoPng(): Uint8Array {
  const canvas = createCanvas(560, 180);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#1c4e80';
  pen.beginPath();
  pen.arc(90, 90, 84, 0, Math.PI * 2);
  pen.fill();
  pen.fillRect(210, 46, 340, 40);
  pen.fillStyle = '#7a8ba0';
  pen.fillRect(210, 108, 230, 24);
  return canvas.toBuffer('image/png');
}

/** A signature: a line that swings. */
function signaturePng(): Uint8Array {
  const canvas = createCanvas(480, 170);
  const pen = canvas.getContext('2d');
  pen.strokeStyle = '#16213d';
  pen.lineWidth = 6;
  pen.moveTo(20, 120);
  for (let step = 1; step <= 8; step++)
    pen.quadraticCurveTo(step * 55 - 20, step % 2 ? 10 : 160, step * 55, 100 - step * 4);
  pen.stroke();
  return canvas.toBuffer('image/png');
}

export const designImages: DesignImages = { logo: logoPng(), signature: signaturePng() };

const SIGNATORIES: Design['signatories'] = [
  { name: 'Prof. Dr. Helena Brandt', title: 'Dean of the Faculty', signature: 'signature' },
  { name: 'Marcus Okonkwo', title: 'Registrar', signature: 'signature' },
  { name: 'Dr. Yuki Tanaka', title: 'Head of the Examination Board', signature: null },
];

/** A base's own design with a logo and so many signatories. */
export const designOf = (base: Base, signatories = 2): Design => ({
  ...BASE_DEFAULTS[base],
  texts: {
    ...BASE_DEFAULTS[base].texts,
    beforeName: BASE_DEFAULTS[base].texts.beforeName.replace('{issuer}', 'Northbridge University'),
    statement: 'Given with all the rights and honours that belong to it on 31/03/2026.',
  },
  logo: 'logo',
  signatories: SIGNATORIES.slice(0, signatories),
  seal: true,
});

/** A sample certificate in a base's own design. */
export const designed = (base: Base, sample = 'latin', signatories = 2): CertificateDrawing =>
  drawingWith({ ...samples[sample], design: designOf(base, signatories) });
