import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeWholeCourse, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

describe('videos', () => {
  it('open for logged-in accounts and signed URLs', async () => {
    const { course, lesson } = await makeWholeCourse(await makeIssuer());
    const learner = await makeVerifier();
    const path = lesson.videoPath;
    expect((await fetchRaw(path)).status).toBe(403);
    expect((await fetchRaw('/videos/nothing.mp4')).status).toBe(403);
    expect((await fetchPage(path, { cookie: learner.cookie })).status).toBe(200);
    expect((await fetchRaw(path, { headers: { authorization: `Bearer ${learner.token}` } })).status).toBe(
      200,
    );
    for (const wrong of [path.replace('.mp4', '.mov'), '/videos/nothing.mp4', '/videos/..%2f..%2fdb']) {
      expect((await fetchPage(wrong, { cookie: learner.cookie })).status, wrong).toBe(404);
    }
    const details = `admin/course/modules/fetchCourseDetails/${course.id}`;
    const signed = (await (await fetchApi(details, { token: learner.token })).json()).modules[0].lessons[0]
      .videoUrl;
    expect((await fetchRaw(signed)).status).toBe(200);
    expect((await fetchRaw(`${signed.slice(0, -1)}${signed.endsWith('A') ? 'B' : 'A'}`)).status).toBe(403);
    setClock(() => Date.now() + 7 * 3_600_000);
    expect((await fetchRaw(signed)).status).toBe(403);
  });

  it('support ranges, conditional requests and HEAD', async () => {
    const { lesson } = await makeWholeCourse(await makeIssuer());
    const { cookie } = await makeVerifier();
    const bytes = videoBytes();
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetchPage(lesson.videoPath, { cookie, headers, method });
    const whole = await ask({});
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toBe(`"${lesson.videoPath.slice('/videos/'.length, -'.mp4'.length)}"`);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

    const some = await ask({ range: 'bytes=100-299' });
    expect(some.status).toBe(206);
    expect(some.headers.get('content-range')).toBe(`bytes 100-299/${bytes.length}`);
    expect(some.headers.get('content-length')).toBe('200');
    expect(Buffer.from(await some.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
    const beyond = await ask({ range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
  });
});

describe('thumbnails', () => {
  it('are public, immutable WebP images', async () => {
    const { course } = await makeWholeCourse(await makeIssuer());
    for (const width of [320, 640, 1280]) {
      const answer = await fetchRaw(course.thumbnail.path.replace('1280', String(width)));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect((await fetchRaw(course.thumbnail.path.replace('1280', '999'))).status).toBe(404);
  });
});

describe('course pages without a catalogue', () => {
  it('show four sample courses with a notice', async () => {
    const { cookie } = await makeVerifier();
    sqlite().exec('pragma foreign_keys = off; drop table media');
    for (const path of ['/courses', '/explore']) {
      const html = await (await fetchPage(path, { cookie })).text();
      expect(html).toContain('The catalogue could not be loaded');
      expect(html.match(/class="card course-card"/g)).toHaveLength(4);
    }
  });
});

describe('an interrupted upload', () => {
  it('leaves no file and no row after an aborted connection or a killed server', {
    timeout: 60_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certrace-cut-'));
    testEnvironment({ UPLOADS_DIR: join(folder, 'uploads') });
    sqlite().close();
    openDatabase(join(folder, 'certrace.sqlite'));
    migrateDatabase();
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const rows = () => sqlite().prepare('select count(*) from media').pluck().get();
    const parts = () => readdirSync(join(folder, 'uploads', 'tmp'));
    const files = () => readdirSync(join(folder, 'uploads', 'videos'), { recursive: true }).length;
    const before = [rows(), files()];

    /** Sends the first 4 MB of a 100 MB video and keeps the connection open. */
    function begin(url: string) {
      const sending = request(`${url}/api/v1/admin/course/module/addLesson/${module.id}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${issuer.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 104_857_600,
        },
      });
      sending.on('error', () => undefined);
      sending.write(
        `--b\r\nContent-Disposition: form-data; name="courseId"\r\n\r\n${course.id}\r\n--b\r\nContent-Disposition: form-data; name="videoFile"; filename="a.mp4"\r\n\r\n`,
      );
      sending.write(videoBytes());
      sending.write(Buffer.alloc(4_000_000));
      return sending;
    }

    const first = await startServer({ folder });
    const sending = begin(first.url);
    await expect.poll(parts, { timeout: 10_000 }).toHaveLength(1);
    sending.destroy();
    await expect.poll(parts, { timeout: 10_000 }).toEqual([]);
    begin(first.url);
    await expect.poll(parts, { timeout: 10_000 }).toHaveLength(1);
    first.kill('SIGKILL');
    await first.exited;
    expect(parts()).toHaveLength(1);
    const second = await startServer({ folder });
    expect(parts()).toEqual([]);
    expect([rows(), files()]).toEqual(before);
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
