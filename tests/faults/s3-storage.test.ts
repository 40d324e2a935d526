import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { FIRST_TURN, type Turn } from '#app/courses/conversions/conversion-state.server.ts';
import { convertNext } from '#app/courses/conversions/convert-videos.server.ts';
import { duplicateCourse } from '#app/courses/duplicates/duplicate-course.server.ts';
import { retryRemovals } from '#app/files/media/files.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { withChecksum } from '#app/files/store/store.server.ts';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import {
  heavyVideo,
  makeLesson,
  makeLessonFile,
  makeWholeCourse,
  multipart,
  picture,
  videoBytes,
} from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { aviBytes, fakeFfmpeg } from '#tests/support/fake-ffmpeg.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { startS3 } from '#tests/support/s3-stand-in.ts';
import { freePort } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folders = temporaryFolders();
afterAll(folders.removeAll);

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const storage = (more: Record<string, string> = {}) => testEnvironment({ ...s3.settings, ...more });
beforeEach(() => {
  storage();
  s3.reset();
});

/** A URL on which no server listens. */
const CLOSED = `http://127.0.0.1:${await freePort()}`;
const UNAVAILABLE = 'The file storage is not responding. Please try again in a moment.';
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
/** Files that uploads left on the local disk. */
const leftovers = () =>
  existsSync(join(env().UPLOADS_DIR, 'tmp')) ? readdirSync(join(env().UPLOADS_DIR, 'tmp')) : [];

async function postCourse({ token }: Person) {
  const thumbnail = { bytes: await picture(320, 180), name: 'a.png', type: 'image/png' };
  const body = multipart({ title: 'SQL', description: 'All of it', thumbnail });
  return fetchApi('admin/course', { method: 'POST', token, body });
}

type Whole = Awaited<ReturnType<typeof makeWholeCourse>>;

function postLesson({ token }: Person, { course, module }: Whole, bytes: Buffer) {
  const videoFile = { bytes, name: 'a.mp4', type: 'video/mp4' };
  const body = multipart({ title: 'Lesson', duration: '15:30', courseId: course.id, videoFile });
  return fetchApi(`admin/course/module/addLesson/${module.id}`, { method: 'POST', token, body });
}

describe('with STORAGE=s3', () => {
  it('stores uploads in the bucket, reads them with ranges, and deletes them with their course', async () => {
    const issuer = await makeIssuer();
    const posted = await postCourse(issuer);
    expect(posted.status).toBe(201);
    const { thumbnail } = await posted.json();
    const shown = await fetchRaw(thumbnail);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('cache-control')).toContain('immutable');
    expect(
      [...s3.objects.values()].some((bytes) => bytes.length === Number(shown.headers.get('content-length'))),
    ).toBe(true);

    const { course, lesson } = await makeWholeCourse(issuer);
    const names = [...s3.objects.keys()].map((name) => name.replace(/[0-9a-f]{2}\/[0-9a-f-]{36}/, 'ID'));
    expect(names.sort()).toEqual([
      ...['1280', '1280', '320', '320', '640', '640'].map((width) => `thumbnails/ID-${width}.webp`),
      'videos/ID',
    ]);
    const watch = (headers: Record<string, string>, method = 'GET') =>
      fetchPage(lesson.videoPath, { cookie: issuer.cookie, headers, method });
    const whole = await watch({});
    expect(Buffer.from(await whole.arrayBuffer()).equals(videoBytes())).toBe(true);
    const some = await watch({ range: 'bytes=100-299' });
    expect([some.status, some.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-299/${videoBytes().length}`,
    ]);
    expect(Buffer.from(await some.arrayBuffer()).equals(videoBytes().subarray(100, 300))).toBe(true);
    expect((await watch({ range: `bytes=${videoBytes().length}-` })).status).toBe(416);
    const head = await watch({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(videoBytes().length)]);

    const path = `admin/course/${course.id}`;
    expect((await fetchApi(path, { method: 'DELETE', token: issuer.token })).status).toBe(200);
    expect(s3.objects.size).toBe(3);
    expect(leftovers()).toEqual([]);
    expect(readdirSync(env().UPLOADS_DIR)).not.toContain('videos');
  });

  it('stores files of lessons in the bucket, and keeps those that a duplicate shares', async () => {
    const author = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(author);
    const { path } = await makeLessonFile(author, lesson.id);
    const files = () => [...s3.objects.keys()].filter((name) => name.startsWith('files/'));
    expect(files()).toHaveLength(1);
    const read = async () => (await fetchPage(path, { cookie: author.cookie })).text();
    expect(await read()).toBe('%PDF-1.7\n%%EOF\n');
    const copy = await duplicateCourse(author.actor, course.id);
    const remove = (id: string) => fetchApi(`admin/course/${id}`, { method: 'DELETE', token: author.token });
    expect((await remove(copy.id)).status).toBe(200);
    expect(await read()).toBe('%PDF-1.7\n%%EOF\n');
    expect((await remove(course.id)).status).toBe(200);
    expect([...s3.objects.keys()]).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it('uploads a large video in parts', async () => {
    const issuer = await makeIssuer();
    const whole = await makeWholeCourse(issuer);
    const video = heavyVideo(20e6);
    const before = new Set(s3.objects.keys());
    expect((await postLesson(issuer, whole, video)).status).toBe(201);
    const [name = ''] = [...s3.objects.keys()].filter((key) => !before.has(key));
    expect(s3.objects.get(name)?.equals(video)).toBe(true);
    expect(s3.calls.filter((call) => call === `PUT ${name}`)).toHaveLength(3);
    const range = { start: 8 * 1_048_576 - 100, end: 8 * 1_048_576 + 100 };
    const read = await new Response(await fileStore().stream(name, range)).arrayBuffer();
    expect(Buffer.from(read).equals(video.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('leaves nothing after an interrupted upload to the server or to the bucket', async () => {
    const issuer = await makeIssuer();
    const whole = await makeWholeCourse(issuer);
    const before = [[...s3.objects.keys()], count('media')];
    const head = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="videoFile"; filename="a.mp4"\r\n\r\n',
    );
    let pulls = 0;
    const body = new ReadableStream({
      pull(stream) {
        pulls += 1;
        if (pulls === 1) stream.enqueue(Buffer.concat([head, videoBytes()]));
        else stream.error(new Error('The client left'));
      },
    });
    const broken = await fetchApi(`admin/course/module/addLesson/${whole.module.id}`, {
      method: 'POST',
      token: issuer.token,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
    expect(broken.status).toBe(400);
    expect([[...s3.objects.keys()], count('media')]).toEqual(before);

    s3.state.failFor = ({ query }) => query.get('partNumber') === '2';
    for (const failsToComplete of [false, true]) {
      Object.assign(s3.state, failsToComplete && { failsToComplete, failFor: undefined });
      const failed = await postLesson(issuer, whole, heavyVideo(20e6));
      expect([failed.status, (await failed.json()).message]).toEqual([503, UNAVAILABLE]);
      expect([[...s3.objects.keys()], count('media')]).toEqual(before);
      expect([s3.uploads.size, count('lessons'), leftovers()]).toEqual([0, 1, []]);
    }
  });

  it.each([
    ['cannot be reached', { S3_ENDPOINT: CLOSED }, {}],
    ['rejects the secret', { S3_SECRET_ACCESS_KEY: 'another secret' }, {}],
    ['does not respond', { S3_TIMEOUT_SECONDS: '0.1' }, { stalls: true }],
    ['has no such bucket', { S3_BUCKET: 'another' }, {}],
  ])(
    'responds 503 without losing files, and still draws certificates, if the storage %s',
    async (_, settings, state) => {
      const issuer = await makeIssuer();
      const { course, lesson } = await makeWholeCourse(issuer);
      const certificate = await makeCertificate(issuer);
      const before = [...s3.objects.keys()];
      storage(settings);
      Object.assign(s3.state, state);

      const posted = await postCourse(issuer);
      expect([posted.status, (await posted.json()).message]).toEqual([503, UNAVAILABLE]);
      expect(posted.headers.get('retry-after')).toBe('10');
      expect(count('courses')).toBe(1);
      const watched = await fetchPage(lesson.videoPath, { cookie: issuer.cookie });
      // In a missing bucket the file is missing too, hence 404.
      expect(watched.status).toBe('S3_BUCKET' in settings ? 404 : 503);
      const drawn = await fetchPage(`/certificates/${certificate.uniqueId}.png`, { cookie: issuer.cookie });
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
      // The course can be deleted. Its files are removed once the storage is back.
      const path = `admin/course/${course.id}`;
      expect((await fetchApi(path, { method: 'DELETE', token: issuer.token })).status).toBe(200);
      expect([...s3.objects.keys()]).toEqual(before);
      storage();
      Object.assign(s3.state, { failWith: undefined, stalls: false });
      await retryRemovals();
      expect([...s3.objects.keys()]).toEqual([]);
      expect(leftovers()).toEqual([]);
    },
  );

  it('ends the response if the storage stalls in the middle of a file', async () => {
    const issuer = await makeIssuer();
    const { lesson } = await makeWholeCourse(issuer);
    storage({ S3_TIMEOUT_SECONDS: '0.2' });
    s3.state.stallsInBody = true;
    const watched = await fetchPage(lesson.videoPath, { cookie: issuer.cookie });
    expect(watched.status).toBe(200);
    await expect(watched.arrayBuffer()).rejects.toThrow('no data for 200 ms');
  });

  it('responds 503 if the storage ignores ranges or omits sizes', async () => {
    const issuer = await makeIssuer();
    const { lesson } = await makeWholeCourse(issuer);
    const watch = (headers: Record<string, string>) =>
      fetchPage(lesson.videoPath, { cookie: issuer.cookie, headers });
    s3.state.hidesLength = true;
    expect((await watch({})).status).toBe(503);
    Object.assign(s3.state, { hidesLength: false, ignoresRange: true });
    expect((await watch({ range: 'bytes=100-299' })).status).toBe(503);
    const whole = await watch({});
    expect(Buffer.from(await whole.arrayBuffer()).equals(videoBytes())).toBe(true);
  });

  it('stops listing if the storage repeats a page', async () => {
    await makeWholeCourse(await makeIssuer());
    s3.state.repeatsPage = true;
    const names: string[] = [];
    const list = async () => {
      for await (const { name } of fileStore().list('')) names.push(name);
    };
    await expect(list()).rejects.toThrow('repeated a page');
    expect(names.length).toBeLessThan(5);
  });

  it('redirects browsers with access to a video to a presigned URL of S3_PUBLIC_ENDPOINT', async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    storage({ S3_PUBLIC_ENDPOINT: s3.url.replace('127.0.0.1', 'localhost') });
    const { cookie } = await makeVerifier();
    expect((await fetchPage(lesson.videoPath, { headers: { accept: 'video/*' } })).status).toBe(403);
    s3.calls.splice(0);
    const redirected = await fetchPage(lesson.videoPath, { cookie });
    const location = redirected.headers.get('location') ?? '';
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    expect(s3.calls).toEqual([]);
    const watched = await fetch(location, { headers: { range: 'bytes=0-9' } });
    expect([watched.status, watched.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect((await fetch(location.replace(/(response-content-type=)[^&]+/, '$1text%2Fhtml'))).status).toBe(
      403,
    );
    expect((await fetchPage(lesson.videoPath, { cookie, method: 'HEAD' })).status).toBe(200);
    const page = await fetchPage(`/course/${course.id}`, { cookie });
    expect(page.status).toBe(200);
    const mediaSources = /media-src ([^;]+)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(mediaSources).toBe(`'self' blob: ${new URL(location).origin}`);
  });

  it('converts a video from the bucket into the bucket, and waits while it does not respond', async () => {
    const fake = fakeFfmpeg('works');
    const issuer = await makeIssuer();
    const whole = await makeWholeCourse(issuer);
    expect((await postLesson(issuer, whole, aviBytes())).status).toBe(201);
    const { signal } = new AbortController();
    storage({ FFMPEG_PATH: fake.path, S3_ENDPOINT: CLOSED });
    expect(await convertNext(FIRST_TURN, signal)).toBe('wait');
    storage({ FFMPEG_PATH: fake.path });
    let turn: Turn | 'wait' | null = FIRST_TURN;
    while (turn !== null && turn !== 'wait') turn = await convertNext(turn, signal);
    expect(turn).toBeNull();
    const videos = [...s3.objects].filter(([name]) => name.startsWith('videos/'));
    expect(videos.map(([, bytes]) => bytes.equals(videoBytes()))).toEqual([true, true]);
    expect(count('video_posters')).toBe(2);
    expect(leftovers()).toEqual([]);
  });

  it('makes presigned URLs that expire 15 minutes after the length of the lesson, at most after six hours', async () => {
    const issuer = await makeIssuer();
    const { lesson, module } = await makeWholeCourse(issuer);
    const long = await makeLesson(issuer, module.id, { duration: '90:00:00' });
    storage({ S3_PUBLIC_ENDPOINT: s3.url });
    const presigned = async (age: number, { videoPath } = lesson) => {
      vi.setSystemTime(Date.now() - age);
      const redirected = await fetchPage(videoPath ?? '', { cookie: issuer.cookie });
      vi.useRealTimers();
      return fetch(redirected.headers.get('location') ?? '', { headers: { range: 'bytes=0-9' } });
    };
    const OWN = (lesson.durationSeconds + 900) * 1_000;
    const SIX_HOURS = 6 * 3_600_000;
    expect((await presigned(OWN - 60_000)).status).toBe(206);
    expect((await presigned(OWN + 1_000)).status).toBe(403);
    expect((await presigned(SIX_HOURS - 60_000, long)).status).toBe(206);
    expect((await presigned(SIX_HOURS + 1_000, long)).status).toBe(403);
  });

  it('caches drawn files in the bucket and evicts the least recently used', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const other = await makeCertificate(issuer);
    storage({ CERTIFICATE_CACHE_MB: '1' });
    const load = (id: string, format: string) =>
      fetchPage(`/certificates/${id}.${format}`, { cookie: issuer.cookie });
    const drawn = async () => {
      const names: string[] = [];
      for await (const { name } of fileStore().list('certificates')) names.push(name);
      return names;
    };
    await load(uniqueId, 'png');
    const [name = ''] = await drawn();
    s3.objects.set(name, Buffer.from(withChecksum(Buffer.from('from the bucket'))));
    expect(await (await load(uniqueId, 'png')).text()).toBe('from the bucket');
    s3.objects.set(name, Buffer.alloc(1_048_576));
    await load(uniqueId, 'png');
    await load(other.uniqueId, 'png');
    expect(await drawn()).not.toContain(name);
    expect(await (await load(uniqueId, 'png')).text()).toContain('PNG');
  });

  it('leaves uploads out of backups, and restores the uploads of other backups into the bucket', async () => {
    openSite(folders.make());
    const author = await makeIssuer();
    const { lesson } = await makeWholeCourse(author);
    await makeLessonFile(author, lesson.id);
    const whole = join(folders.make(), 'whole.tar');
    expect(await writeBackup(whole)).toMatchObject({ uploads: 5, bucket: null });

    storage(placesIn(folders.make()));
    expect(await restoreBackup(whole)).toMatchObject({ uploads: 5, missing: [] });
    expect(s3.objects.size).toBe(5);
    const small = join(folders.make(), 'small.tar');
    expect(await writeBackup(small)).toMatchObject({
      uploads: 0,
      missing: [],
      bucket: s3.bucketName,
    });

    const [lost = ''] = s3.objects.keys();
    s3.objects.delete(lost);
    storage(placesIn(folders.make()));
    expect(await restoreBackup(small)).toMatchObject({ uploads: 0, missing: [lost] });
  });

  it('compares rows with the bucket in fsck', async () => {
    const { lesson } = await makeWholeCourse(await makeIssuer());
    await fileStore().write('certificates/ab/abc.png', Buffer.from('drawn'));
    const uploads = async () => (await checkStorage()).find(({ part }) => part === 'uploads');
    expect(await uploads()).toMatchObject({ checked: '4 of 4 files of rows', problems: [] });
    const id = lesson.videoPath.slice('/videos/'.length, -'.mp4'.length);
    const name = `videos/${id.slice(-2)}/${id}`;
    const contents = async () => (await checkStorage()).find(({ part }) => part === 'contents');
    expect(await contents()).toMatchObject({ problems: [] });
    const changed = Buffer.from(s3.objects.get(name) ?? '');
    changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
    s3.objects.set(name, changed);
    expect(await contents()).toMatchObject({ problems: [`${name}: its bytes have changed`] });
    await fileStore().remove([name]);
    await fileStore().write('videos/00/of-nobody & nothing', Buffer.from('orphan'));
    expect((await uploads())?.problems.sort()).toEqual([
      'videos/00/of-nobody & nothing belongs to no row',
      `${name} is missing`,
    ]);
  });
});
