import './without-system-fonts.ts';
import { expect, it } from 'vitest';
import { inDesign } from '#app/certificates/certificate-design.server.ts';
import { artworkOf } from '#app/drawing/artwork.server.ts';
import { BASES } from '#app/drawing/design.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { designOf } from './design-samples.ts';
import { drawingWith } from './samples.ts';

it.each(BASES)('%s shares one template between certificates whose title names the student', (base) => {
  const design = designOf(base);
  const titled = { ...design, texts: { ...design.texts, title: 'Diploma of {student}' } };
  const [first, second] = ['Li', 'Maximiliane Freifrau von Berchtold zu Sonnenburg'].map((studentName) => {
    const { design: _, ...drawing } = drawingWith({ studentName });
    return inDesign(drawing, { ...titled, logo: null, signatories: [] });
  });
  if (!first || !second) throw new Error('Two drawings are compared');
  expect(artworkOf(first).templateKey).toBe(artworkOf(second).templateKey);
  certificatePng(first);
  const { varyingTexts: _, ...fixed } = second;
  expect(Buffer.compare(certificatePng(second), certificatePng(fixed))).toBe(0);
  const plain = inDesign(second, { ...titled, texts: { ...titled.texts, title: 'For {issuer}' } });
  expect(plain.varyingTexts).not.toContain('title');
});
