import { z } from 'zod';
import 'zod-openapi';
import type { OwnDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { problemText } from '#app/designs/own-artwork/texts.ts';
import { BASES } from '#app/drawing/design.ts';
import { ARTWORK_PAGE_NAMES, type ArtworkPage, FACE_KINDS } from '#app/drawing/own-artwork/artwork.ts';
import { _id, column, derived, instant, int, object, optionalText, text } from '#app/routes/api/v1/object.ts';
import { errorSchema } from './responses.ts';

const version = int(3, 'Number of the newest version. 0 for a design that was never published');
const base = z.enum([...BASES, 'artwork']).meta({
  description: 'The layout, or artwork for boxes on a background of one’s own',
  examples: ['heritage'],
});
const draft = z
  .boolean()
  .meta({ description: 'Whether it has changes that are not published', examples: [false] });
const expiresAfter = optionalText('P2Y', 'How long its certificates are valid by default');
const isDefault = z.boolean().meta({ description: "Whether it is the issuer's default", examples: [true] });

export const designObject = object('Design', {
  _id,
  name: text('Graduation'),
  base,
  version,
  expiresAfter,
  draft: column('isDraft', draft),
  isDefault,
  defaultCourses: int(0, 'Number of courses with this default'),
  createdAt: instant,
});

/** The page of a stored design. Only faces that are drawn have other surfaces. */
const pageOf = ({ design }: OwnDesign) => (design.artwork?.page ?? null) as ArtworkPage | null;

export const wholeDesignObject = object('WholeDesign', {
  _id,
  name: text('Graduation'),
  version,
  expiresAfter,
  isRetired: z.boolean().meta({ description: 'Whether it can no longer be chosen', examples: [false] }),
  isDefault,
  defaultCourses: z.array(text('Distributed Systems')).meta({ description: 'Courses with this default' }),
  draft: column('isDraft', draft),
  page: derived(
    z
      .enum(ARTWORK_PAGE_NAMES)
      .nullable()
      .meta({ description: 'The page of own artwork', examples: ['a4'] }),
    pageOf,
  ),
  background: derived(
    z
      .strictObject({ _id: z.string(), page: z.enum(ARTWORK_PAGE_NAMES) })
      .nullable()
      .meta({ description: 'The background of own artwork', examples: [null] }),
    (own: OwnDesign) => {
      const [page, id] = [pageOf(own), own.design.artwork?.background];
      return page && id ? { _id: id, page } : null;
    },
  ),
  boxes: derived(
    z.array(z.record(z.string(), z.unknown())).meta({
      description: 'The boxes of own artwork, as they are sent',
      examples: [[]],
    }),
    ({ design }: OwnDesign): Record<string, unknown>[] => design.artwork?.boxes ?? [],
  ),
  faces: derived(
    z
      .array(
        z.strictObject({
          kind: z.enum(FACE_KINDS),
          background: z.string().nullable(),
          boxes: z.array(z.record(z.string(), z.unknown())),
        }),
      )
      .meta({ description: 'The faces that its author made, as they are sent', examples: [[]] }),
    ({ design }: OwnDesign) => design.artwork?.faces ?? [],
  ),
  problems: derived(
    z
      .array(
        z.strictObject({
          face: z.enum(FACE_KINDS).optional(),
          box: z.int().nullable(),
          message: z.string(),
        }),
      )
      .meta({
        description:
          'What keeps a draft from being published, by the place of the box on the page or the face',
        examples: [[]],
      }),
    ({ problems }: OwnDesign) =>
      problems.map((problem) => ({
        ...(problem.face && { face: problem.face }),
        box: problem.box,
        message: problemText(problem),
      })),
  ),
  fields: derived(
    z.record(z.string(), z.string()).meta({
      description: 'Its fields, as they are sent to change it',
      examples: [{ base: 'heritage', typeface: 'classic', primary: '#1b2350' }],
    }),
    ({ name, design, mail, expiresAfter: duration, version: number, isDraft, draftNumber }: OwnDesign) => ({
      name,
      ...toFields(design, mail),
      expiresAfter: duration ?? '',
      version: String(number),
      ...(design.artwork && { draft: isDraft ? 'on' : '', draftNumber: String(draftNumber) }),
    }),
  ),
});

/** The conflict of a change to an older version. */
export const designConflictSchema = z
  .strictObject({
    ...errorSchema.shape,
    version: z
      .int()
      .optional()
      .meta({ description: 'The newest version', examples: [2] }),
    draftNumber: z
      .int()
      .optional()
      .meta({ description: 'Of own artwork: the number of its draft', examples: [4] }),
    changed: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of own artwork: what differs from the change', examples: [['Box 2']] }),
  })
  .meta({ id: 'DesignConflict' });

export const wordObject = object('BackgroundWord', {
  text: text('Ada'),
  x: int(120_500, 'Thousandths of a millimetre from the left edge of the page'),
  y: int(84_000, 'Thousandths of a millimetre from its upper edge'),
  width: int(24_000, 'Of what is drawn, in thousandths of a millimetre'),
  height: int(7_000, 'Of what is drawn, in thousandths of a millimetre'),
  baseline: int(90_500, 'Its baseline, in thousandths of a millimetre from the upper edge'),
  size: z.number().meta({ description: 'Of its type, in points', examples: [28] }),
});

export const backgroundObject = object('DesignBackground', {
  _id,
  page: z
    .enum([...ARTWORK_PAGE_NAMES, ...FACE_KINDS])
    .meta({ description: 'The page or the face that it fills', examples: ['a4'] }),
  isVector: z.boolean().meta({
    description: 'Whether certificates as PDF have the drawing itself, and not its pixels',
    examples: [true],
  }),
  words: wordObject.array().meta({ description: 'The words that it shows, in the order of reading' }),
});
