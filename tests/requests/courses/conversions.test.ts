import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { parseFfmpeg } from '#app/config/named-files.server.ts';
import { addLesson, deleteLesson, updateLesson } from '#app/courses/change-lesson.server.ts';
import { FIRST_TURN, type Turn } from '#app/courses/conversions/conversion-state.server.ts';
import { convertNext, startConvertingVideos } from '#app/courses/conversions/convert-videos.server.ts';
import { newLessonSchema } from '#app/courses/course.schema.ts';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { INCOMING } from '#app/files/store/local-store.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { aviBytes, type FakeMode, fakeFfmpeg } from '#tests/support/fake-ffmpeg.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const running = new AbortController().signal;

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const input = parseInput(newLessonSchema, { title: 'Old film', duration: '0:12' });
const staged = (bytes: Buffer) => stageVideo(Readable.from([bytes]) as AsyncIterable<Uint8Array>);

/** A course whose second lesson is an AVI. Its first video has been looked at. */
async function withAvi(mode: FakeMode, bytes = aviBytes()) {
  const fake = fakeFfmpeg(mode);
  testEnvironment({ FFMPEG_PATH: fake.path });
  const issuer = await makeIssuer();
  const { course, module, lesson } = await makeWholeCourse(issuer);
  await convertNext(FIRST_TURN, running);
  const avi = await addLesson(issuer.actor, module.id, input, await staged(bytes));
  const convert = () => convertNext(FIRST_TURN, running, 2_000);
  return { fake, issuer, course, module, lesson, avi, convert };
}

/** Converts all videos that wait, each in its turn. */
async function convertAll() {
  let turn: Turn | 'wait' | null = FIRST_TURN;
  while (turn !== null && turn !== 'wait') turn = await convertNext(turn, running);
}

const states = () =>
  sqlite().prepare('select state, permille, reason from video_conversions order by rowid').all() as {
    state: string;
    reason: string | null;
  }[];

async function videoUrls(issuer: Person, courseId: string): Promise<string[]> {
  const details = await fetchApi(`admin/course/modules/fetchCourseDetails/${courseId}`, {
    token: issuer.token,
  });
  const { modules } = (await details.json()) as { modules: { lessons: { videoUrl: string }[] }[] };
  return modules.flatMap(({ lessons }) => lessons.map(({ videoUrl }) => videoUrl));
}

const stored = (folder: string) =>
  existsSync(join(env().UPLOADS_DIR, folder))
    ? readdirSync(join(env().UPLOADS_DIR, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length
    : 0;
const leftovers = () => stored(INCOMING);

const rows = (table: string) => Number(sqlite().prepare(`select count(*) from ${table}`).pluck().get());

afterEach(() => testEnvironment());

describe('a video that browsers cannot play', () => {
  it('is replaced by an MP4, and then has a poster', async () => {
    const { fake, issuer, course, convert } = await withAvi('works');
    const videosBefore = stored('videos');
    const [, before = ''] = await videoUrls(issuer, course.id);
    expect(before).toContain('.avi?');
    expect(await (await fetchRaw(before)).arrayBuffer()).toHaveProperty('byteLength', 4_096);
    await convert();
    const [, after = ''] = await videoUrls(issuer, course.id);
    expect(after).toContain('.mp4?');
    const mp4 = await fetchRaw(after);
    expect(mp4.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await mp4.arrayBuffer()).equals(videoBytes())).toBe(true);
    expect((await fetchRaw(before)).status).toBe(404);
    await convertNext(FIRST_TURN, running);
    expect(states()).toEqual([
      { state: 'done', permille: null, reason: null },
      { state: 'done', permille: null, reason: null },
    ]);
    expect(rows('video_posters')).toBe(2);
    // Nothing is left of the original, and nothing is converted again.
    expect(stored('videos')).toBe(videosBefore);
    expect(leftovers()).toBe(0);
    expect(rows("media where kind = 'video'")).toBe(2);
    expect(await convertNext(FIRST_TURN, running)).toBeNull();
    expect(fake.calls()).toHaveLength(1);
  });

  it.each<[FakeMode, RegExp]>([
    ['hang', /^too-slow$/],
    ['crash', /^failed$/],
    ['wrong', /^failed$/],
    ['short', /^failed$/],
    ['chatty', /^failed$|^too-slow$/],
    ['huge', /^too-large$/],
  ])('stays as it is when ffmpeg shows %s', async (mode, reason) => {
    const { fake, issuer, course, convert } = await withAvi(mode);
    await convert();
    expect(states()[1]).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    const [, url = ''] = await videoUrls(issuer, course.id);
    expect(url).toContain('.avi?');
    expect((await fetchRaw(url)).status).toBe(200);
    expect(leftovers()).toBe(0);
    expect(fake.calls()).toHaveLength(1);
    await vi.waitFor(() => expect(fake.calls().filter(isAlive)).toEqual([]));
    expect(await convertNext(FIRST_TURN, running)).toBeNull();
  });

  it('stays as it is when it takes ten times its length, although it goes on', async () => {
    const { convert } = await withAvi('endless');
    await convert();
    expect(states()[1]).toMatchObject({ state: 'failed', reason: 'too-slow' });
  });

  it('stays as it is with more than 4,096 pixels a side, and says so', async () => {
    const { fake, issuer, course, convert } = await withAvi('wide');
    await convert();
    expect(fake.calls()).toEqual([]);
    const [, url = ''] = await videoUrls(issuer, course.id);
    expect((await fetchRaw(url)).status).toBe(200);
    const page = await fetchPage(`/admin/course-videos?courseId=${course.id}`, { cookie: issuer.cookie });
    expect((await page.text()).includes('It has more than 4,096 pixels a side.')).toBe(true);
  });

  it('waits while the disk is full, also when it fills up meanwhile', async () => {
    const { fake, convert } = await withAvi('slow');
    const fillDisk = () => testEnvironment({ FFMPEG_PATH: fake.path, STORAGE_RESERVE_MB: '1000000' });
    fillDisk();
    expect(await convert()).toBe('wait');
    expect(fake.calls()).toEqual([]);
    expect(states()).toHaveLength(1);
    testEnvironment({ FFMPEG_PATH: fake.path });
    const converting = convert();
    await vi.waitFor(() => expect(fake.calls()).toHaveLength(1), { timeout: 10_000 });
    fillDisk();
    expect(await converting).toBe('wait');
    expect(states()).toHaveLength(1);
    expect(leftovers()).toBe(0);
    testEnvironment({ FFMPEG_PATH: fake.path });
    fake.setMode('works');
    await convert();
    expect(rows("media where content_type = 'video/x-msvideo'")).toBe(0);
  });

  it('shows its progress, and its conversion ends when the server stops', async () => {
    const { fake, issuer, course } = await withAvi('slow');
    const stop = startConvertingVideos();
    await vi.waitFor(
      () => expect(states()[1]).toMatchObject({ state: 'running', permille: expect.any(Number) }),
      {
        timeout: 10_000,
      },
    );
    await vi.waitFor(
      () => expect((states()[1] as { permille?: number } | undefined)?.permille).toBeGreaterThan(100),
      { timeout: 10_000 },
    );
    await stop();
    expect(fake.calls()).toHaveLength(1);
    await vi.waitFor(() => expect(fake.calls().filter(isAlive)).toEqual([]));
    expect(states()).toHaveLength(1);
    expect(leftovers()).toBe(0);
    expect((await videoUrls(issuer, course.id))[1]).toContain('.avi?');
  });

  it('says in the API how far its conversion is, to its author alone', async () => {
    const { fake, issuer, course, lesson, avi, convert } = await withAvi('slow');
    const [superAdmin, learner] = [await makeSuperAdmin(), await makeVerifier()];
    const conversion = async ({ token } = issuer, id = avi.id) => {
      const answer = await fetchApi(`courses/${course.id}/lessons/${id}`, { token });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { lesson: { conversion?: unknown } }).lesson.conversion;
    };
    const waiting = { state: 'waiting', percent: 0, reason: null };
    expect(await conversion()).toEqual(waiting);
    expect(await conversion(superAdmin)).toEqual(waiting);
    expect([await conversion(learner), await conversion(await makeIssuer())]).toEqual([undefined, undefined]);
    expect(await conversion(issuer, lesson.id)).toBeUndefined();
    testEnvironment();
    expect(await conversion()).toEqual({ ...waiting, state: 'unavailable' });
    testEnvironment({ FFMPEG_PATH: fake.path });
    const stop = startConvertingVideos();
    const running = { state: 'running', percent: expect.any(Number), reason: null };
    await vi.waitFor(async () => expect(await conversion()).toEqual(running), { timeout: 10_000 });
    await stop();
    fake.setMode('crash');
    await convert();
    expect(await conversion()).toEqual({ state: 'failed', percent: 0, reason: 'ffmpeg cannot read it.' });
    expect(await conversion(learner)).toBeUndefined();
  });

  it('is not converted when the server stopped each time', async () => {
    const { avi, convert, fake } = await withAvi('works');
    const id = avi.videoPath?.slice('/videos/'.length, -'.avi'.length);
    sqlite()
      .prepare(
        `insert into video_conversions (media_id, state, tries, updated_at) values (?, 'running', 3, 1)`,
      )
      .run(id);
    await convert();
    expect(states()[1]).toMatchObject({ state: 'failed', reason: 'interrupted' });
    expect(fake.calls()).toEqual([]);
  });

  it('leaves nothing when its lesson is deleted, or gets another video, meanwhile', async () => {
    for (const change of ['delete', 'replace']) {
      const { fake, issuer, avi } = await withAvi('slow');
      const videosBefore = stored('videos');
      const stop = startConvertingVideos();
      await vi.waitFor(() => expect(fake.calls()).toHaveLength(1), { timeout: 10_000 });
      if (change === 'delete') await deleteLesson(issuer.actor, avi.id);
      else await updateLesson(issuer.actor, avi.id, input, await staged(videoBytes()));
      fake.setMode('works');
      await vi.waitFor(() => expect(leftovers()).toBe(0), { timeout: 20_000 });
      await vi.waitFor(() => expect(rows('video_conversions')).toBe(rows("media where kind = 'video'")), {
        timeout: 20_000,
      });
      await stop();
      expect(rows("media where kind = 'video'")).toBe(change === 'delete' ? 1 : 2);
      expect(stored('videos')).toBe(change === 'delete' ? videosBefore - 1 : videosBefore);
      sqlite().exec("delete from lessons; delete from media where kind = 'video'");
    }
  });
});

describe('videos of several accounts', () => {
  it('take turns, so that one account does not wait for all videos of another', async () => {
    testEnvironment({ FFMPEG_PATH: fakeFfmpeg('works').path });
    const [many, one] = [await makeIssuer(), await makeIssuer()];
    const { module } = await makeWholeCourse(many);
    for (const title of ['Second', 'Third'])
      await addLesson(many.actor, module.id, { ...input, title }, await staged(videoBytes()));
    await makeWholeCourse(one);
    await convertAll();
    const owners = sqlite()
      .prepare(
        'select m.owner_id from video_conversions v join media m on m.id = v.media_id order by v.rowid',
      )
      .pluck()
      .all();
    const byTurns = [many.id, one.id].toSorted();
    expect(owners).toEqual([...byTurns, many.id, many.id]);
  });
});

describe('a video that browsers play', () => {
  it('stays, and gets a poster that goes with it', async () => {
    const { fake, issuer, lesson } = await withAvi('works');
    expect(fake.calls()).toEqual([]);
    expect(rows('video_posters')).toBe(1);
    const thumbnails = stored('thumbnails');
    await updateLesson(issuer.actor, lesson.id, input, await staged(videoBytes()));
    expect(rows('video_posters')).toBe(0);
    expect(stored('thumbnails')).toBe(thumbnails - 3);
    await convertNext(FIRST_TURN, running);
    await deleteLesson(issuer.actor, lesson.id);
    expect(rows('video_posters')).toBe(0);
    expect(rows("media where kind = 'thumbnail'")).toBe(1);
  });

  it('waits without ffmpeg', async () => {
    const issuer = await makeIssuer();
    await makeWholeCourse(issuer);
    const stop = startConvertingVideos();
    await delay(20);
    await stop();
    expect(rows('video_conversions')).toBe(0);
  });
});

const installed = parseFfmpeg({}, process.env.PATH);

describe.skipIf(!installed)('with ffmpeg itself', () => {
  /** A video of three seconds with sound, in the given format. */
  function made(name: string, ...codecs: string[]): Buffer {
    const path = join(mkdtempSync(join(tmpdir(), 'certrace-video-')), name);
    const sources = ['testsrc=size=321x241:rate=10:duration=3', 'sine=duration=3'];
    const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
    execFileSync(installed?.ffmpeg ?? '', ['-v', 'error', ...inputs, '-shortest', ...codecs, path]);
    return readFileSync(path);
  }

  async function converted(bytes: Buffer) {
    const { issuer, course } = await withAvi('works', bytes);
    testEnvironment({ FFMPEG_PATH: installed?.ffmpeg });
    await convertAll();
    const [, url = ''] = await videoUrls(issuer, course.id);
    const video = await fetchRaw(url);
    return { url, type: video.headers.get('content-type'), bytes: Buffer.from(await video.arrayBuffer()) };
  }

  it.each([
    ['AVI', 'old.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3', '-pix_fmt', 'yuv420p']],
    ['AVI with H.264', 'new.avi', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p', '-c:a', 'pcm_s16le']],
    ['ProRes in a MOV', 'camera.mov', ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le']],
  ])('converts %s to H.264 and AAC whose index comes first', async (_, name, codecs) => {
    const { url, type, bytes } = await converted(made(name, ...codecs));
    expect(url).toContain('.mp4?');
    expect(type).toBe('video/mp4');
    expect(bytes.indexOf('avc1')).toBeGreaterThan(0);
    expect(bytes.indexOf('mp4a')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(states().map(({ state }) => state)).toEqual(['done', 'done']);
    expect(rows('video_posters')).toBe(2);
  });

  it.each([
    [
      'MOV with H.264',
      'phone.mov',
      ['-s', '320x240', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ],
    ['MP4', 'lesson.mp4', ['-s', '320x240', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
    ['WebM', 'lesson.webm', ['-c:v', 'libvpx', '-c:a', 'libvorbis']],
  ])('keeps %s as it is, with a poster', async (_, name, codecs) => {
    const original = made(name, ...codecs);
    const { bytes } = await converted(original);
    expect(bytes.equals(original)).toBe(true);
    expect(rows('video_posters')).toBe(2);
  });

  it('takes a poster in the shape that players show', async () => {
    const posterOf = async (bytes: Buffer) => {
      await converted(bytes);
      return sqlite()
        .prepare(
          'select width, height from media join video_posters on thumbnail_id = media.id order by seq desc',
        )
        .get();
    };
    const wide = readFileSync('tests/inputs/video-anamorphic.mp4');
    expect(await posterOf(wide)).toEqual({ width: 1_024, height: 576 });
    const shape = ['-vf', 'scale=320:240,setsar=1/2'];
    const tall = made('tall.mp4', ...shape, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
    expect(await posterOf(tall)).toEqual({ width: 320, height: 480 });
  });

  it('says that a file is not readable that only looks like a video', async () => {
    const { url } = await converted(aviBytes());
    expect(url).toContain('.avi?');
    expect(states()[1]).toMatchObject({ state: 'failed', reason: 'failed' });
  });
});
