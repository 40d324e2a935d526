import { z } from 'zod';
import 'zod-openapi';
import { calendarDate, id, instant, text } from './fields.ts';
import { errorSchema } from './responses.ts';

const draft = z
  .literal(true)
  .optional()
  .meta({ description: 'Present while only its author and super admins see it' });

export const lessonSchema = z
  .strictObject({
    _id: id,
    title: text('Clocks and order'),
    duration: text('15:30', 'As entered by the author'),
    type: z.enum(['video', 'text', 'quiz']).meta({ examples: ['video'] }),
    videoUrl: text(
      'https://certrace.example/videos/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9.mp4?expires=1772357400&signature=Zk3v',
      'With a token, a signed absolute URL; without one, a path that requires a login; null for other types, and if the course must be bought first',
    ).nullable(),
    draft,
  })
  .meta({ id: 'Lesson' });

export const moduleSchema = z
  .strictObject({
    _id: id,
    title: text('Module 1: Time'),
    lessonCount: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    lessons: z.array(lessonSchema),
    draft,
  })
  .meta({ id: 'Module' });

export const courseSchema = z
  .strictObject({
    _id: id,
    id,
    title: text('Distributed Systems'),
    description: text('Clocks, consensus and failure, with exercises.'),
    thumbnail: text('/thumbnails/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9-960.webp', 'Path'),
    category: z
      .string()
      .nullable()
      .meta({ examples: ['Backend'] }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'Dollars', examples: [49] }),
    firstLessonFree: z
      .boolean()
      .meta({ description: 'Whether the first lesson may be watched without buying' }),
    rating: z
      .number()
      .min(0)
      .max(5)
      .meta({ description: '0 without ratings', examples: [4.8] }),
    reviewCount: z
      .int()
      .min(0)
      .meta({ examples: [12] }),
    studentsEnrolled: z
      .int()
      .min(0)
      .meta({ examples: [240] }),
    createdBy: z.strictObject({ _id: id, username: text('aurora-institute') }),
    modules: z.array(moduleSchema),
    createdAt: instant,
    updatedAt: instant,
    __v: z
      .int()
      .min(0)
      .meta({ description: 'Number of changes', examples: [3] }),
    draft,
    unpublication: z
      .strictObject({ reason: text('The videos belong to another school'), unpublishedAt: instant })
      .optional()
      .meta({ description: 'Present while a super admin keeps the course out of the catalogue' }),
  })
  .meta({ id: 'Course' });

export const lessonErrorSchema = z
  .strictObject({ ...errorSchema.shape, error: z.string().meta({ description: 'The message again' }) })
  .meta({ id: 'LessonError' });

export const couponSummarySchema = z
  .strictObject({
    _id: id,
    code: text('SPRING-25'),
    percent: z
      .int()
      .nullable()
      .meta({ description: 'Null for a discount in dollars', examples: [25] }),
    amount: z
      .number()
      .nullable()
      .meta({ description: 'Dollars; null for a discount in percent', examples: [null] }),
    validFrom: calendarDate.nullable(),
    validUntil: calendarDate.nullable(),
    maxUses: z
      .int()
      .nullable()
      .meta({ examples: [100] }),
    uses: z.int().meta({ examples: [3] }),
    course: z
      .string()
      .nullable()
      .meta({ description: 'Title of its course; null for all courses of the author', examples: [null] }),
    state: z.enum(['active', 'scheduled', 'ended', 'used-up']),
    createdAt: instant,
  })
  .meta({ id: 'Coupon' });
