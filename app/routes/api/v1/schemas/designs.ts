import { z } from 'zod';
import 'zod-openapi';
import type { OwnDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { BASES } from '#app/drawing/design.ts';
import { _id, derived, instant, int, object, optionalText, text } from '#app/routes/api/v1/object.ts';
import { errorSchema } from './responses.ts';

const version = int(3, 'Number of the newest version');
const expiresAfter = optionalText('P2Y', 'How long its certificates are valid by default');
const isDefault = z.boolean().meta({ description: "Whether it is the issuer's default", examples: [true] });

export const designObject = object('Design', {
  _id,
  name: text('Graduation'),
  base: z.enum(BASES).meta({ description: 'The layout', examples: ['heritage'] }),
  version,
  expiresAfter,
  isDefault,
  defaultCourses: int(0, 'Number of courses with this default'),
  createdAt: instant,
});

export const wholeDesignObject = object('WholeDesign', {
  _id,
  name: text('Graduation'),
  version,
  expiresAfter,
  isRetired: z.boolean().meta({ description: 'Whether it can no longer be chosen', examples: [false] }),
  isDefault,
  defaultCourses: z.array(text('Distributed Systems')).meta({ description: 'Courses with this default' }),
  fields: derived(
    z.record(z.string(), z.string()).meta({
      description: 'Its fields, as they are sent to change it',
      examples: [{ base: 'heritage', typeface: 'classic', primary: '#1b2350' }],
    }),
    ({ name, design, mail, expiresAfter: duration, version: number }: OwnDesign) => ({
      name,
      ...toFields(design, mail),
      expiresAfter: duration ?? '',
      version: String(number),
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
  })
  .meta({ id: 'DesignConflict' });
