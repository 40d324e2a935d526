import './without-system-fonts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASES, DATE_STYLES, type Design, PAGE_SIZES, TYPEFACES } from '#app/drawing/design.ts';
import { compose } from '#app/drawing/designs/compose.server.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import type { Part } from '#app/drawing/designs/parts.server.ts';
import { inLanguage, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { PSEUDO, pseudo, readOwnMessages, writeMessages } from '#tests/support/pseudo-language.ts';
import { designOf } from './design-samples.ts';
import { drawingWith, samples } from './samples.ts';

/** Sizes stand in for images, because the layout needs nothing else of them. */
const pictures = {
  wide: { width: 900, height: 120 },
  square: { width: 400, height: 400 },
  tall: { width: 90, height: 700 },
  photo: { width: 413, height: 531 },
} as unknown as Pictures;

const LONG = 'The Honourable Professor Emerita Dr. Maria Anna Walburga Ignatia Freifrau von Berchtold';
const text = (...texts: string[]) => fc.constantFrom(...texts);
const image = fc.constantFrom(null, 'wide', 'square', 'tall');

const design = fc.record({
  language: fc.constantFrom(undefined, PSEUDO),
  typeface: fc.constantFrom(...TYPEFACES),
  logo: image,
  seal: fc.boolean(),
  signatories: fc.array(
    fc.record({
      name: text('Li', 'Marcus Okonkwo', LONG, 'श्रीकृष्ण त्रिपाठी', '山'.repeat(60)),
      title: text('', 'Registrar', LONG),
      signature: image,
    }),
    { maxLength: 6 },
  ),
  pageSize: fc.constantFrom(...PAGE_SIZES),
  dateStyle: fc.constantFrom(...DATE_STYLES),
  texts: fc.record({
    title: text(
      '',
      'Certificate',
      'Certificate of Professional Achievement and Continuing Education',
      'شهادة',
    ),
    subtitle: text('', 'of Completion', LONG),
    beforeName: text('', 'This is to certify that', `${LONG}, ${LONG}`),
    beforeCourse: text('', 'has completed', `${LONG}, ${LONG}`),
    statement: text('', 'Given on 31/03/2026.', Array(5).fill(LONG).join(', ')),
  }),
});

const drawing = fc
  .record({
    studentName: text(
      'O',
      'क्षत्रज्ञश्रीकिंौ',
      ...Object.values(samples).map((sample) => sample.studentName),
      'W'.repeat(200),
    ),
    courseName: text('C', 'ﷺ'.repeat(40), ...Object.values(samples).map((sample) => sample.courseName)),
    issuerName: text('I', ...Object.values(samples).map((sample) => sample.issuerName)),
    expiryDate: fc.constantFrom(null, '2028-03-31'),
    // No certificate of an earlier layout has a photograph.
    version: fc.constantFrom(
      { layoutVersion: 1 },
      { layoutVersion: 2 },
      { layoutVersion: 3 },
      { layoutVersion: 3, photo: 'photo' },
      { layoutVersion: 3, photo: 'photo' },
    ),
    verifyUrl: text(
      'https://a.example/v?id=1',
      `https://${'certificates.'.repeat(12)}example/verify?id=7K3M9QZX2HVB4TND`,
    ),
  })
  .map(({ version, ...changes }) => drawingWith({ ...changes, ...version }));

/** 8 mm, from layout 3 on. */
const MARGIN = (8 * 150) / 25.4;
const MARGIN_BEFORE = 20;
/** Precision with which the areas of drawn text are measured. */
const TOLERANCE = 1;

const overlap = ({ area: a }: Part, { area: b }: Part) =>
  a.left < b.left + b.width - TOLERANCE &&
  b.left < a.left + a.width - TOLERANCE &&
  a.top < b.top + b.height - TOLERANCE &&
  b.top < a.top + a.height - TOLERANCE;

// The words of the layouts are a third longer in it, and its pages are mirrored.
const folder = mkdtempSync(join(tmpdir(), 'certrace-messages-'));
beforeAll(() => {
  writeMessages(folder, { [PSEUDO]: pseudo });
  readMessagesFrom(folder);
  return readOwnMessages;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(BASES)('the parts of %s', (base) => {
  it('stay on the page without overlaps, for any texts and images', () => {
    fc.assert(
      fc.property(design, drawing, (changes, content) => {
        const { language, ...look } = changes;
        const whole: Design = { ...designOf(base), ...look, ...(language && { language }) };
        const { page, parts } = inLanguage(language ?? 'en', () => {
          const composition = compose(content, whole, pictures);
          return { page: composition.page, parts: [...composition.fixed(), ...composition.varying] };
        });
        const margin = content.layoutVersion < 3 ? MARGIN_BEFORE : MARGIN;
        const problems = parts.flatMap((part, index) => {
          const { left, top, width, height } = part.area;
          const inside =
            left >= margin &&
            top >= margin &&
            left + width <= page.width - margin &&
            top + height <= page.height - margin;
          return [
            ...(inside ? [] : [`${part.what} leaves the page`]),
            ...parts
              .slice(index + 1)
              .filter((other) => overlap(part, other))
              .map((other) => `${part.what} overlaps ${other.what}`),
          ];
        });
        expect(problems).toEqual([]);
      }),
      { numRuns: 40, seed: 20_260_331 },
    );
  });
});
