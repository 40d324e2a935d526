import { z } from 'zod';
import 'zod-openapi';

const seconds = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .meta({ description, examples: [example] });

export const progressSchema = z
  .strictObject({
    state: z.enum(['new', 'begun', 'done']),
    position: seconds('Where the learner stopped, in seconds of the file', 412.5),
    watched: seconds('Seconds of the file that were watched at least once', 398),
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'What was watched of the file', examples: [42] }),
  })
  .meta({ id: 'LessonProgress' });
