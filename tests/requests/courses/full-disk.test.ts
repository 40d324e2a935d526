import { readdirSync } from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse, multipart, picture, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

const { open } = promises;

/** Redirects writes of incoming files to /dev/full, so that the system fails them with ENOSPC. */
function fillDisk() {
  promises.open = async (path, flags, mode): Promise<FileHandle> => {
    const file = await open(path, flags, mode);
    if (!String(path).endsWith('.part')) return file;
    await file.close();
    return open('/dev/full', 'w');
  };
  syncBuiltinESMExports();
}

function freeDisk() {
  promises.open = open;
  syncBuiltinESMExports();
}

const rows = () =>
  ['media', 'lessons', 'courses'].map((table) =>
    sqlite().prepare(`select count(*) from ${table}`).pluck().get(),
  );
const files = () =>
  readdirSync(env().UPLOADS_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

describe.runIf(process.platform === 'linux')('an upload to a full disk', () => {
  afterEach(freeDisk);

  const post = (path: string, { token }: Person, body: FormData) =>
    fetchApi(path, { method: 'POST', token, body });

  it('gets 507, leaves nothing, and does not block later uploads', async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const before = [rows(), files()];
    const image = { bytes: await picture(), name: 'a.png', type: 'image/png' };
    const video = (padding: number) => {
      const box = Buffer.alloc(8 + padding);
      box.writeUInt32BE(box.length, 0);
      box.write('free', 4);
      return { bytes: Buffer.concat([videoBytes(), box]), name: 'a.mp4', type: 'video/mp4' };
    };
    const lesson = (padding: number) =>
      post(
        `admin/course/module/addLesson/${module.id}`,
        issuer,
        multipart({ title: 'x', duration: '1:00', courseId: course.id, videoFile: video(padding) }),
      );
    const publish = () =>
      post('admin/course', issuer, multipart({ title: 'x', description: 'y', thumbnail: image }));

    fillDisk();
    for (const ask of [() => lesson(0), () => lesson(5_000_000), publish]) {
      const answer = await ask();
      expect(answer.status).toBe(507);
      expect(await answer.json()).toMatchObject({
        success: false,
        code: expect.any(String),
        message: 'There is no space left for uploads. Please try again later.',
      });
      expect([rows(), files()]).toEqual(before);
    }
    freeDisk();
    // As many failed before as an account may send at once, so they must have freed their slots.
    for (const ask of [() => lesson(0), () => lesson(5_000_000), publish]) {
      expect((await ask()).status).toBe(201);
    }
  });
});
