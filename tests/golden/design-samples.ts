import { createCanvas } from '@napi-rs/canvas';
import { baseDefaults, type Design, type DesignImages, type LayoutBase } from '#app/drawing/design.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { drawingWith, samples } from './samples.ts';

/** A logo: a crest with an open book on a transparent background. */
function logoPng(): Uint8Array {
  const canvas = createCanvas(360, 420);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#27415f';
  pen.beginPath();
  pen.moveTo(20, 30);
  pen.quadraticCurveTo(180, 70, 340, 30);
  pen.bezierCurveTo(350, 250, 300, 350, 180, 405);
  pen.bezierCurveTo(60, 350, 10, 250, 20, 30);
  pen.fill();
  pen.strokeStyle = '#d9c48d';
  pen.fillStyle = '#f7f3e6';
  pen.lineWidth = 8;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(180, 190);
    pen.quadraticCurveTo(180 + side * 60, 150, 180 + side * 115, 175);
    pen.lineTo(180 + side * 100, 280);
    pen.quadraticCurveTo(180 + side * 55, 260, 180, 295);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  pen.fillStyle = '#d9c48d';
  for (const x of [110, 180, 250]) {
    pen.beginPath();
    pen.arc(x, 115, 16, 0, Math.PI * 2);
    pen.fill();
  }
  return canvas.toBuffer('image/png');
}

/** A signature: a wavy line. */
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

/** A photograph of nobody, 35 by 45 mm. */
function photoJpeg(): Uint8Array {
  const canvas = createCanvas(350, 450);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#c9d6e2';
  pen.fillRect(0, 0, 350, 450);
  for (const [colour, y, across, down] of [
    ['#31496b', 490, 165, 150],
    ['#3a2a22', 180, 95, 115],
    ['#dba985', 205, 75, 100],
  ] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.ellipse(175, y, across, down, 0, 0, Math.PI * 2);
    pen.fill();
  }
  return canvas.toBuffer('image/jpeg', 90);
}

export const designImages: DesignImages = {
  logo: logoPng(),
  signature: signaturePng(),
  photo: photoJpeg(),
};

const SIGNATORIES: Design['signatories'] = [
  { name: 'Prof. Dr. Helena Brandt', title: 'Dean of the Faculty', signature: 'signature' },
  { name: 'Marcus Okonkwo', title: 'Registrar', signature: 'signature' },
  { name: 'Dr. Yuki Tanaka', title: 'Head of the Examination Board', signature: null },
];

/** The default design of a base, with a logo and the given number of signatories. */
export const designOf = (base: LayoutBase, signatories = 2): Design => ({
  ...baseDefaults(base),
  texts: {
    ...baseDefaults(base).texts,
    beforeName: baseDefaults(base).texts.beforeName.replace('{issuer}', 'Northbridge University'),
    statement: 'Given with all the rights and honours that belong to it on 31/03/2026.',
  },
  logo: 'logo',
  signatories: SIGNATORIES.slice(0, signatories),
  seal: true,
});

/** A sample certificate in the default design of a base. */
export const designed = (base: LayoutBase, sample = 'latin', signatories = 2): CertificateDrawing =>
  drawingWith({
    ...(sample === 'short' ? { studentName: 'O', courseName: 'Go', expiryDate: null } : samples[sample]),
    design: designOf(base, signatories),
  });
