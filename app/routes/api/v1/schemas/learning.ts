import { z } from 'zod';
import { CONVERSION_STATES } from '#app/courses/conversions/conversion.ts';
import 'zod-openapi';
import { lessonSchema } from './courses.ts';
import { id, instant, text, uniqueIdSchema } from './fields.ts';

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

export const lessonFileSchema = z
  .strictObject({
    _id: id,
    name: text('Exercises.pdf'),
    size: z
      .int()
      .min(0)
      .meta({ description: 'Bytes', examples: [240_118] }),
    url: text(
      'https://certrace.example/lesson-files/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9?expires=1772357400&signature=Zk3v',
      'A signed absolute URL, valid for six hours',
    ),
  })
  .meta({ id: 'LessonFile' });

export const captionsSchema = z
  .strictObject({
    language: text('pt-BR', 'A BCP 47 tag'),
    label: text('Português (Brasil)'),
    url: text(
      'https://certrace.example/lessons/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/captions/pt-BR.vtt?expires=1772357400&signature=Zk3v',
      'WebVTT, at a signed absolute URL that is valid for six hours',
    ),
  })
  .meta({ id: 'Captions' });

export const foundLessonsSchema = z.array(
  z.strictObject({
    _id: id,
    title: text('Clocks and order'),
    type: z.enum(['video', 'text', 'quiz']).meta({ examples: ['video'] }),
    foundIn: z.enum(['title', 'text', 'transcript']).meta({ examples: ['transcript'] }),
  }),
);

const conversionSchema = z
  .strictObject({
    state: z.enum(CONVERSION_STATES).meta({
      description: '`unavailable`: ffmpeg is not installed',
      examples: ['running'],
    }),
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'How much of the MP4 is complete', examples: [40] }),
    reason: text('It took too long.', 'Why it failed; null in other states').nullable(),
  })
  .meta({ id: 'VideoConversion' });

export const lessonDetailsSchema = z
  .strictObject({
    ...lessonSchema.shape,
    text: text('# Reading list', 'Markdown; null for other types and for a closed lesson').nullable(),
    captions: z.array(captionsSchema),
    files: z.array(lessonFileSchema),
    conversion: conversionSchema.optional().meta({
      description:
        'Only for the author and super admins, while browsers cannot play the video. It is absent once the MP4 is complete',
    }),
  })
  .meta({ id: 'LessonDetails' });

const learner = z.strictObject({
  _id: id,
  name: text('Ada Lovelace'),
  email: text('ada@example.org').nullable(),
});

export const learnerSchema = z
  .strictObject({
    user: learner,
    enrolledAt: instant.nullable().meta({ description: 'Null once the learner has left the course' }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'Percentage of the lessons that are done', examples: [75] }),
    lastActivity: instant.nullable(),
    completedAt: instant.nullable(),
    certificate: z.strictObject({ uniqueId: uniqueIdSchema }).nullable(),
  })
  .meta({ id: 'Learner' });

export const completionSchema = z
  .strictObject({
    _id: id,
    courseId: id.nullable().meta({ description: 'Null once the course is deleted' }),
    courseTitle: text('Distributed Systems'),
    courseVersion: z
      .int()
      .min(0)
      .meta({ description: 'The version of the course that was completed', examples: [3] }),
    completedAt: instant,
    certificate: z.strictObject({
      state: z.enum(['none', 'unconfirmed', 'waiting-for-approval', 'waiting', 'issued']).meta({
        description:
          'unconfirmed: confirm the name with POST; waiting: the issuer is suspended, or its daily quota is used up',
      }),
      uniqueId: uniqueIdSchema.nullable(),
    }),
  })
  .meta({ id: 'Completion' });

export const approvalSchema = z
  .strictObject({
    _id: id.nullable(),
    user: learner,
    name: text('Ada Lovelace', 'The name that the learner confirmed').nullable(),
    completedAt: instant.nullable(),
  })
  .meta({ id: 'CompletionToApprove' });

export const completionSettingsSchema = z
  .strictObject({
    rule: z.enum(['lessons', 'quizzes', 'both']),
    inOrder: z.boolean().meta({ description: 'Whether a lesson opens when the one before is done' }),
    certificate: z.enum(['none', 'at-once', 'approval']),
  })
  .meta({ id: 'CompletionSettings' });
