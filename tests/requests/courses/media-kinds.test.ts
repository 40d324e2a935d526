import { afterEach, describe, expect, it } from 'vitest';
import { parseFfmpeg } from '#app/config/named-files.server.ts';
import { FIRST_TURN, type Turn } from '#app/courses/conversions/conversion-state.server.ts';
import { convertNext } from '#app/courses/conversions/convert-videos.server.ts';
import {
  makeLesson,
  makeWholeCourse,
  multipart,
  picture,
  videoBytes,
} from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fakeFfmpeg } from '#tests/support/fake-ffmpeg.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { inputBytes } from '#tests/support/inputs.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const installed = parseFfmpeg({}, process.env.PATH);
const SENTENCE = 'Please select a valid video file';

afterEach(() => testEnvironment());

/** Adds a file of the inputs as the second lesson of a course, converts all that wait, and reads the lesson. */
async function lessonOf(name: string) {
  const issuer = await makeIssuer();
  const { course, module } = await makeWholeCourse(issuer);
  const lesson = await makeLesson(issuer, module.id, {}, inputBytes(name));
  let turn: Turn | 'wait' | null = FIRST_TURN;
  while (turn !== null && turn !== 'wait') turn = await convertNext(turn, new AbortController().signal);
  const details = await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`, {
    token: issuer.token,
  });
  type Told = { modules: { lessons: { type: string; videoUrl: string }[] }[] };
  const { modules } = (await details.json()) as Told;
  const told = modules.flatMap(({ lessons }) => lessons)[1];
  const file = await fetchRaw(told?.videoUrl ?? '');
  const bytes = Buffer.from(await file.arrayBuffer());
  const page = `/course/${course.id}?lesson=${lesson.id}`;
  return { issuer, page, told, type: file.headers.get('content-type'), bytes };
}

async function refusalOf(videoFile: Parameters<typeof multipart>[0][string]) {
  const issuer = await makeIssuer();
  const { course, module } = await makeWholeCourse(issuer);
  const answer = await fetchApi(`admin/course/module/addLesson/${module.id}`, {
    token: issuer.token,
    method: 'POST',
    body: multipart({ videoFile, title: 't', duration: '1:00', courseId: course.id }),
  });
  const { message, errors } = (await answer.json()) as {
    message: string;
    errors: { videoFile: string[] };
  };
  return { status: answer.status, message, reasons: errors.videoFile };
}

const fileOf = (bytes: Buffer, name = 'lesson') => ({ bytes, name, type: 'video/mp4' });

describe('sound', () => {
  it.each([
    ['sound.mp3', 'audio/mpeg'],
    ['sound.m4a', 'audio/mp4'],
    ['sound.aac', 'audio/aac'],
    ['sound.ogg', 'audio/ogg'],
    ['sound.wav', 'audio/wav'],
    ['sound.flac', 'audio/flac'],
    ['sound.webm', 'audio/webm'],
  ])('is a lesson as it is, also without ffmpeg (%s)', async (name, type) => {
    const lesson = await lessonOf(name);
    expect(lesson.told?.type).toBe('video');
    expect(lesson.type).toBe(type);
    expect(lesson.bytes.equals(inputBytes(name))).toBe(true);
  });

  it('has a player, and not that of films', async () => {
    const { issuer, page } = await lessonOf('sound.mp3');
    const html = await (await fetchPage(page, { cookie: issuer.cookie })).text();
    expect(html).toMatch(/<audio[^>]+\.mp3/);
    expect(html).not.toContain('<video');
  });
});

describe.skipIf(!installed)('with ffmpeg', () => {
  it.each([
    ['film.mkv', 'video/mp4'],
    ['film.wmv', 'video/mp4'],
    ['film.mpg', 'video/mp4'],
    ['film.m2ts', 'video/mp4'],
    ['sound-alac.m4a', 'audio/mp4'],
    ['sound.wma', 'audio/mp4'],
    ['sound.aiff', 'audio/mp4'],
    ['sound.caf', 'audio/mp4'],
    ['sound.amr', 'audio/mp4'],
    ['film-camcorder.m2ts', 'video/mp4'],
  ])('%s is converted to what browsers play', async (name, type) => {
    testEnvironment({ FFMPEG_PATH: installed?.ffmpeg });
    const lesson = await lessonOf(name);
    expect(lesson.type).toBe(type);
    expect(lesson.told?.type).toBe('video');
    expect(lesson.bytes.indexOf('mp4a') + lesson.bytes.indexOf('avc1')).toBeGreaterThan(0);
  });

  it.each(['sound.mp3', 'sound.ogg', 'sound.wav', 'sound.flac', 'sound.m4a', 'sound.webm'])(
    '%s stays as it is',
    async (name) => {
      testEnvironment({ FFMPEG_PATH: installed?.ffmpeg });
      expect((await lessonOf(name)).bytes.equals(inputBytes(name))).toBe(true);
    },
  );
});

describe('a refusal', () => {
  it.each<[what: string, bytes: Buffer, reason: string]>([
    ['MKV', inputBytes('film.mkv'), 'This file is of the kind MKV, which must be converted, and ffmpeg'],
    ['WMV', inputBytes('film.wmv'), 'This file is of the kind WMV, which must be converted'],
    ['MPEG', inputBytes('film.mpg'), 'This file is of the kind MPEG, which must be converted'],
    ['AIFF', inputBytes('sound.aiff'), 'This file is of the kind AIFF, which must be converted'],
    ['MPEG-TS', inputBytes('film-camcorder.m2ts'), 'This file is of the kind MPEG-TS, which must be'],
    ['PDF', Buffer.from(`%PDF-1.7\n${'x'.repeat(600)}`), 'This file is of the kind PDF.'],
    ['a ZIP', Buffer.from(`PK\x03\x04${'x'.repeat(600)}`), 'This file is of the kind ZIP.'],
    ['a text', Buffer.from('This is no video. '.repeat(60)), 'is of no kind that is known'],
    ['nothing', Buffer.alloc(0), 'is of no kind that is known'],
    ['half an MP4', videoBytes().subarray(0, 4_000), 'is cut off or damaged'],
  ])('of %s says which kinds are taken and what is wrong', async (_, bytes, reason) => {
    const { status, message, reasons } = await refusalOf(fileOf(bytes));
    expect([status, message, reasons[0]]).toEqual([400, SENTENCE, SENTENCE]);
    expect(reasons[1]).toBe('MP4, MOV, AVI, WebM, MP3, M4A, AAC, OGG, WAV, and FLAC are taken.');
    expect(reasons[2]).toContain(reason);
  });

  it('names the kinds that ffmpeg converts where it is installed', async () => {
    testEnvironment({ FFMPEG_PATH: fakeFfmpeg('works').path });
    expect((await refusalOf(fileOf(await picture()))).reasons[1]).toContain('MKV, WMV, MPEG');
  });

  it('of a HEIC as a cover says that it is not read, and what to do', async () => {
    const issuer = await makeIssuer();
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(600),
    ]);
    const answer = await fetchApi('admin/course', {
      token: issuer.token,
      method: 'POST',
      body: multipart({
        title: 'Course',
        description: 'What it is about',
        thumbnail: { bytes: heic, name: 'IMG_1.HEIC', type: 'image/heic' },
      }),
    });
    const { message, errors } = (await answer.json()) as { message: string; errors: { thumbnail: string[] } };
    expect([answer.status, message, errors.thumbnail[0]]).toEqual([
      400,
      'Please select a valid image file.',
      'Please select a valid image file.',
    ]);
    expect(errors.thumbnail[1]).toBe('PNG, JPEG, WebP, GIF, and AVIF are taken.');
    expect(errors.thumbnail[2]).toMatch(/^HEIC.+Save the picture as JPEG/);
  });
});
