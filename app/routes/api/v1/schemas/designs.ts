import { z } from 'zod';
import 'zod-openapi';
import { BASES } from '#app/drawing/design.ts';
import { id, instant, text } from './fields.ts';
import { errorSchema } from './responses.ts';

export const designSummarySchema = z
  .strictObject({
    _id: id,
    name: text('Graduation'),
    base: z.enum(BASES).meta({ description: 'The layout', examples: ['heritage'] }),
    version: z.int().meta({ description: 'Number of the newest version', examples: [3] }),
    expiresAfter: z
      .string()
      .nullable()
      .meta({ description: 'How long its certificates are valid by default', examples: ['P2Y'] }),
    isDefault: z.boolean().meta({ description: "Whether it is the issuer's default", examples: [true] }),
    defaultCourses: z.int().meta({ description: 'Number of courses with this default', examples: [0] }),
    createdAt: instant,
  })
  .meta({ id: 'Design' });

export const wholeDesignSchema = z
  .strictObject({
    _id: id,
    name: text('Graduation'),
    version: z.int().meta({ description: 'Number of the newest version', examples: [3] }),
    expiresAfter: z
      .string()
      .nullable()
      .meta({ description: 'How long its certificates are valid by default', examples: ['P2Y'] }),
    isRetired: z.boolean().meta({ description: 'Whether it can no longer be chosen', examples: [false] }),
    isDefault: z.boolean().meta({ description: "Whether it is the issuer's default", examples: [true] }),
    defaultCourses: z.array(text('Distributed Systems')).meta({ description: 'Courses with this default' }),
    fields: z.record(z.string(), z.string()).meta({
      description: 'Its fields, as they are sent to change it',
      examples: [{ base: 'heritage', typeface: 'classic', primary: '#1b2350' }],
    }),
  })
  .meta({ id: 'WholeDesign' });

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
