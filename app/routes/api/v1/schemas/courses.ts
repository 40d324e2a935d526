import { z } from 'zod';
import 'zod-openapi';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { Captions } from '#app/courses/captions/captions-of.server.ts';
import type { Course, CourseSummary, Lesson, Module } from '#app/courses/course.server.ts';
import { accountOf } from '#app/courses/course.server.ts';
import type { LessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { signedVideoUrl } from '#app/courses/media-file.server.ts';
import {
  _id,
  calendarDate,
  column,
  count,
  derived,
  id,
  instant,
  int,
  member,
  money,
  object,
  optionalText,
  part,
  text,
} from '#app/routes/api/v1/object.ts';
import { errorSchema } from './responses.ts';

const draft = derived(
  z.literal(true).optional().meta({ description: 'Present while only its author and super admins see it' }),
  ({ isDraft }: { isDraft: boolean }) => isDraft || undefined,
);

export const lessonObject = object('Lesson', {
  _id,
  title: text('Clocks and order'),
  duration: text('15:30', 'As entered by the author'),
  type: z.enum(['video', 'text', 'quiz']).meta({ examples: ['video'] }),
  videoUrl: text(
    'https://certrace.example/videos/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9.mp4?expires=1772357400&signature=Zk3v',
    'With a token, a signed absolute URL; without one, a path that requires a login; null for other types, and if the course must be bought first',
  ).nullable(),
  draft,
});

export const moduleObject = object('Module', {
  _id,
  title: text('Module 1: Time'),
  lessonCount: derived(count(1), ({ lessons }: Pick<Module, 'lessons'>) => lessons.length),
  lessons: lessonObject.array(),
  draft,
});

const unpublication = part({ reason: text('The videos belong to another school'), unpublishedAt: instant });

export const courseObject = object('Course', {
  _id,
  id,
  title: text('Distributed Systems'),
  description: text('Clocks, consensus and failure, with exercises.'),
  thumbnail: derived(
    text('/thumbnails/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9-960.webp', 'Path'),
    ({ thumbnail }: CourseSummary) => thumbnail.path,
  ),
  category: optionalText('Backend'),
  price: column('priceMinor', money.nullable().meta({ description: 'Dollars', examples: [49] })),
  firstLessonFree: z
    .boolean()
    .meta({ description: 'Whether the first lesson may be watched without buying' }),
  rating: member(
    z
      .number()
      .min(0)
      .max(5)
      .meta({ description: '0 without ratings', examples: [4.8] }),
    (rating: number) => Math.round(rating * 100) / 100,
  ),
  reviewCount: count(12),
  studentsEnrolled: count(240),
  createdBy: column('creator', part({ _id, username: text('aurora-institute') })),
  modules: moduleObject.array(),
  createdAt: instant,
  updatedAt: instant,
  __v: column('version', count(3, 'Number of changes')),
  draft,
  unpublication: derived(
    unpublication.schema
      .optional()
      .meta({ description: 'Present while a super admin keeps the course out of the catalogue' }),
    ({ unpublication: found }: CourseSummary) => (found ? unpublication.serialize(found) : undefined),
  ),
});

export const lessonFileObject = object('LessonFile', {
  _id,
  name: text('Exercises.pdf'),
  size: column('bytes', count(240_118, 'Bytes')),
  url: text(
    'https://certrace.example/lesson-files/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9?expires=1772357400&signature=Zk3v',
    'A signed absolute URL, valid for six hours',
  ),
});

export const captionsObject = object('Captions', {
  language: text('pt-BR', 'A BCP 47 tag'),
  label: text('Português (Brasil)'),
  url: text(
    'https://certrace.example/lessons/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/captions/pt-BR.vtt?expires=1772357400&signature=Zk3v',
    'WebVTT, at a signed absolute URL that is valid for six hours',
  ),
});

/** Serializers for a caller: URLs of videos are signed and absolute with a token, or else paths that need a login. */
export function courseSerializers(actor: Actor) {
  const reader = accountOf(actor);
  const urlOf = (path: string) => (reader ? signedVideoUrl(path, reader.id) : path);
  const withUrl = <Row extends { path: string }>(row: Row) => ({ ...row, url: urlOf(row.path) });
  const withVideo = (row: Lesson) => ({ ...row, videoUrl: row.videoPath && urlOf(row.videoPath) });
  const withVideos = (row: Module) => ({ ...row, lessons: row.lessons.map(withVideo) });
  return {
    course: (row: Course) => courseObject.serialize({ ...row, modules: row.modules.map(withVideos) }),
    module: (row: Module) => moduleObject.serialize(withVideos(row)),
    lesson: (row: Lesson) => lessonObject.serialize(withVideo(row)),
    file: (row: LessonFile) => lessonFileObject.serialize(withUrl(row)),
    captions: (row: Captions) => captionsObject.serialize(withUrl(row)),
  };
}

export const lessonErrorSchema = z
  .strictObject({ ...errorSchema.shape, error: z.string().meta({ description: 'The message again' }) })
  .meta({ id: 'LessonError' });

export const couponObject = object('Coupon', {
  _id,
  code: text('SPRING-25'),
  percent: z
    .int()
    .nullable()
    .meta({ description: 'Null for a discount in dollars', examples: [25] }),
  amount: column(
    'amountMinor',
    money.nullable().meta({ description: 'Dollars; null for a discount in percent', examples: [null] }),
  ),
  validFrom: calendarDate.nullable(),
  validUntil: calendarDate.nullable(),
  maxUses: z
    .int()
    .nullable()
    .meta({ examples: [100] }),
  uses: int(3),
  course: optionalText(null, 'Title of its course; null for all courses of the author'),
  state: z.enum(['active', 'scheduled', 'ended', 'used-up']),
  createdAt: instant,
});
