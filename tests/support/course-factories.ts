import { hash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { setCaptions } from '#app/courses/captions/change-captions.server.ts';
import { addLesson } from '#app/courses/change-lesson.server.ts';
import { newCourseSchema, newLessonSchema } from '#app/courses/course.schema.ts';
import type { Course } from '#app/courses/course.server.ts';
import { courseById } from '#app/courses/find-course.server.ts';
import { addLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { addQuizLesson } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizLessonSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { createCourse } from '#app/courses/save-course.server.ts';
import { partPath, THUMBNAIL_WIDTHS } from '#app/files/media/files.server.ts';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { stageLessonFile } from '#app/files/media/stage-lesson-file.server.ts';
import type { StagedThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { Person } from './factories.ts';

/** A playable H.264 video of twelve seconds. */
export const VIDEO_FILE = fileURLToPath(new URL('../../app/sample/videos/react.mp4', import.meta.url));
export const videoBytes = () => readFileSync(VIDEO_FILE);

/**
 * The same video padded to about the given size, with filler data after each frame (H.264, NAL unit type 12).
 */
export function heavyVideo(bytes: number): Buffer {
  const video = videoBytes();
  const [sizes, box] = [video.indexOf('stsz') + 12, video.indexOf('mdat') - 4];
  const frames = video.readUInt32BE(sizes);
  const filler = Buffer.alloc(Math.floor(bytes / frames), 0xff);
  filler.writeUInt32BE(filler.length - 4, 0);
  filler[4] = 12;
  filler[filler.length - 1] = 0x80;
  const media: Buffer[] = [];
  let at = video.readUInt32BE(video.indexOf('stco') + 12);
  const head = video.subarray(0, at);
  for (let entry = sizes + 4; entry < sizes + 4 + frames * 4; entry += 4) {
    const size = video.readUInt32BE(entry);
    media.push(video.subarray(at, at + size), filler);
    at += size;
    video.writeUInt32BE(size + filler.length, entry);
  }
  const whole = Buffer.concat([head, ...media]);
  whole.writeUInt32BE(whole.length - box, box);
  return whole;
}

/** An image of one colour. */
export const picture = (
  width = 1600,
  height = 900,
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png',
) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

const stream = (bytes: Uint8Array) => Readable.from([bytes]) as AsyncIterable<Uint8Array>;

/** Stages a thumbnail like `stageThumbnail`, but without a child process, which would take half a second. */
async function stagedThumbnail(): Promise<StagedThumbnail> {
  const [width, height] = [320, 180];
  const bytes = await picture(width, height, 'webp');
  const id = newId();
  const sha256 = hash('sha256', bytes);
  const files = THUMBNAIL_WIDTHS.map((size) => ({
    width: size,
    path: partPath(`${id}-${size}`),
    bytes: bytes.length,
    sha256,
  }));
  for (const { path } of files) writeFileSync(path, bytes);
  const discard = async () => {
    for (const { path } of files) rmSync(path, { force: true });
  };
  return { id, files, bytes: bytes.length * files.length, width, height, discard };
}

export async function makeCourse(owner: Person, fields: Record<string, unknown> = {}): Promise<Course> {
  const thumbnail = await stagedThumbnail();
  return createCourse(
    owner.actor,
    parseInput(newCourseSchema, { title: 'Course', description: 'What it is about', ...fields }),
    thumbnail,
  );
}

export async function makeLesson(
  owner: Person,
  moduleId: string,
  fields: Record<string, unknown> = {},
  bytes: Uint8Array = videoBytes(),
) {
  const video = await stageVideo(stream(bytes));
  const input = parseInput(newLessonSchema, { title: 'Lesson', duration: '15:30', ...fields });
  return addLesson(owner.actor, moduleId, input, video);
}

/** Adds a file for download to a lesson, by default a PDF. */
export async function makeLessonFile(
  owner: Person,
  lessonId: string,
  name = 'Exercises.pdf',
  bytes: Uint8Array = Buffer.from('%PDF-1.7\n%%EOF\n'),
) {
  const file = await stageLessonFile(stream(bytes), name);
  return addLessonFile(owner.actor, lessonId, file);
}

const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19);

/** Captions in English of two lines, or of other texts, a second each. */
export const captions = (...texts: string[]) =>
  `WEBVTT\n\n${(texts.length > 0 ? texts : ['Clocks are wrong.', 'Order is enough.'])
    .map((text, at) => `${clock(at)}.000 --> ${clock(at)}.900\n${text}\n\n`)
    .join('')}`;

export const makeCaptions = (owner: Person, lessonId: string, text = captions(), language = 'en') =>
  setCaptions(owner.actor, lessonId, language, Buffer.from(text));

/** Adds a quiz with a true or false question. */
export const makeQuiz = (owner: Person, moduleId: string, settings: Record<string, unknown> = {}) =>
  addQuizLesson(
    owner.actor,
    moduleId,
    parseInput(quizLessonSchema, {
      title: 'Quiz',
      duration: '5',
      quiz: {
        passMark: 50,
        questions: [{ type: 'boolean', text: 'Time flies.', answer: true }],
        ...settings,
      },
    }),
  );

/** Creates a course with one module and one lesson. */
export async function makeWholeCourse(owner: Person, fields: Record<string, unknown> = {}) {
  const { id } = await makeCourse(owner, fields);
  const module = addModule(owner.actor, id, { title: 'First module' });
  const lesson = await makeLesson(owner, module.id);
  return { course: courseById(id), module, lesson };
}

/** A multipart form. Strings become fields and all other values files. */
export function multipart(
  parts: Record<string, string | { bytes: Uint8Array; name?: string; type?: string }>,
) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else {
      const bytes = new Uint8Array(part.bytes);
      form.append(
        name,
        new File([bytes], part.name ?? 'file', { type: part.type ?? 'application/octet-stream' }),
      );
    }
  }
  return form;
}
