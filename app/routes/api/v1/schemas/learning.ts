import { z } from 'zod';
import type { CompletionCertificateState } from '#app/courses/completion/my-completion.server.ts';
import { CONVERSION_STATES } from '#app/courses/conversions/conversion.ts';
import 'zod-openapi';
import {
  _id,
  column,
  count,
  derived,
  id,
  instant,
  object,
  part,
  percent,
  text,
  uniqueIdSchema,
} from '#app/routes/api/v1/object.ts';
import { captionsObject, lessonFileObject, lessonObject } from './courses.ts';

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
    percent: percent(42, 'What was watched of the file'),
  })
  .meta({ id: 'LessonProgress' });

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
    percent: percent(40, 'How much of the MP4 is complete'),
    reason: text('It took too long.', 'Why it failed; null in other states').nullable(),
  })
  .meta({ id: 'VideoConversion' });

export const lessonDetailsSchema = z
  .strictObject({
    ...lessonObject.schema.shape,
    text: text('# Reading list', 'Markdown; null for other types and for a closed lesson').nullable(),
    captions: captionsObject.schema.array(),
    files: lessonFileObject.schema.array(),
    conversion: conversionSchema.optional().meta({
      description:
        'Only for the author and super admins, while browsers cannot play the video. It is absent once the MP4 is complete',
    }),
  })
  .meta({ id: 'LessonDetails' });

const user = part({ _id, name: text('Ada Lovelace'), email: text('ada@example.org').nullable() });

export const learnerObject = object('Learner', {
  user,
  enrolledAt: instant.nullable().meta({ description: 'Null once the learner has left the course' }),
  progress: percent(75, 'Percentage of the lessons that are done'),
  lastActivity: instant.nullable(),
  completedAt: instant.nullable(),
  certificate: z.strictObject({ uniqueId: uniqueIdSchema }).nullable(),
});

export const completionObject = object('Completion', {
  _id,
  courseId: id.nullable().meta({ description: 'Null once the course is deleted' }),
  courseTitle: column('title', text('Distributed Systems')),
  courseVersion: count(3, 'The version of the course that was completed'),
  completedAt: instant,
  certificate: part({
    state: column(
      'kind',
      z.enum(['none', 'unconfirmed', 'waiting-for-approval', 'waiting', 'issued']).meta({
        description:
          'unconfirmed: confirm the name with POST; waiting: the issuer is suspended, or its daily quota is used up',
      }),
    ),
    uniqueId: derived(uniqueIdSchema.nullable(), (certificate: CompletionCertificateState) =>
      certificate.kind === 'issued' ? certificate.uniqueId : null,
    ),
  }),
});

export const approvalObject = object('CompletionToApprove', {
  _id: column('completionId', id.nullable()),
  user,
  name: column('confirmedName', text('Ada Lovelace', 'The name that the learner confirmed').nullable()),
  completedAt: instant.nullable(),
});

export const completionSettingsSchema = z
  .strictObject({
    rule: z.enum(['lessons', 'quizzes', 'both']),
    inOrder: z.boolean().meta({ description: 'Whether a lesson opens when the one before is done' }),
    certificate: z.enum(['none', 'at-once', 'approval']),
  })
  .meta({ id: 'CompletionSettings' });
