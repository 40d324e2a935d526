import { z } from 'zod';
import 'zod-openapi';
import { BASES } from '#app/drawing/design.ts';
import { id, instant, text } from './fields.ts';

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
