import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { reserveStorage, storageUse } from '#app/files/media/storage.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { makeWholeCourse, multipart, picture, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MEGABYTE = 1_048_576;
const NO_SPACE = 'There is no space left for uploads. Please try again later.';

const publish = async ({ token }: Person) => {
  const thumbnail = { bytes: await picture(64, 64), name: 'a.png', type: 'image/png' };
  return fetchApi('admin/course', {
    method: 'POST',
    token,
    body: multipart({ title: 'x', description: 'y', thumbnail }),
  });
};

/** An upload that records whether its body is read. @param head bytes that it sends, in which a page's form names its account */
function unreadUpload(bytes: number, head = 0) {
  const seen = { read: false };
  const body = new ReadableStream(
    {
      pull: (controller) => {
        const isFirst = !seen.read;
        seen.read = true;
        if (head > 0 && isFirst) {
          controller.enqueue(Buffer.alloc(head));
          return;
        }
        return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(bytes) };
  return { seen, options: { method: 'POST', headers, body: body as unknown as BodyInit } };
}

describe('storage', () => {
  it('of an issuer has a quota, and uploads that exceed it are rejected unread', async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const { usedBytes } = storageUse(issuer.id);
    expect(usedBytes).toBeGreaterThan(videoBytes().length);
    testEnvironment({ STORAGE_QUOTA_MB: '10' });
    const lesson = `admin/course/module/addLesson/${module.id}`;
    const { seen, options } = unreadUpload(10 * MEGABYTE);
    const refused = await fetchApi(lesson, { token: issuer.token, ...options });
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({
      success: false,
      code: expect.any(String),
      message: `There is not enough storage left: ${formatBytes(usedBytes)} of 10 MB are used and this upload can take 10 MB. Delete lessons or courses to free space.`,
    });
    expect(seen.read).toBe(false);
    const script = await fetchPage(`/admin/course-videos/upload?moduleId=${module.id}`, {
      cookie: issuer.cookie,
      ...unreadUpload(10 * MEGABYTE, 4_096).options,
    });
    expect(script.status).toBe(507);
    expect((await script.json()).message).toContain('of 10 MB are used');
    const page = await fetchPage(`/admin/course-videos?courseId=${course.id}&addLesson=${module.id}`, {
      cookie: issuer.cookie,
    });
    expect((await page.text()).replaceAll('<!-- -->', '')).toContain(
      `Storage: ${formatBytes(usedBytes)} of 10 MB used`,
    );
    // Another issuer has a quota of its own.
    expect((await publish(await makeIssuer())).status).toBe(201);
    testEnvironment({ STORAGE_QUOTA_MB: '0' });
    expect((await publish(issuer)).status).toBe(201);
  });

  it('counts what has arrived of running uploads, and a step more', async () => {
    testEnvironment({ STORAGE_QUOTA_MB: '100' });
    const { id } = await makeIssuer();
    const uploads = await Promise.all(Array.from({ length: 5 }, () => reserveStorage(id, 30 * MEGABYTE)));
    const full = { code: 'storage-full' };
    for (const upload of uploads.slice(0, 3)) await upload.arrive(28 * MEGABYTE);
    await expect(uploads[3]?.arrive(28 * MEGABYTE)).rejects.toMatchObject(full);
    await expect(reserveStorage(id, 30 * MEGABYTE)).rejects.toMatchObject(full);
    uploads[0]?.release();
    uploads[0]?.release();
    await uploads[3]?.arrive(0);
    for (const upload of uploads) upload.release();
    const largest = await reserveStorage(id, 100 * MEGABYTE);
    await largest.arrive(99 * MEGABYTE);
    largest.release();
  });

  it('has room for others while uploads hardly send', async () => {
    const { bavail, bsize } = await statfs(env().UPLOADS_DIR);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    testEnvironment({ STORAGE_RESERVE_MB: String(free - 900), STORAGE_QUOTA_MB: '700' });
    const [slow, other] = [await makeIssuer(), await makeIssuer()];
    const uploads = await Promise.all(
      Array.from({ length: 20 }, () => reserveStorage(slow.id, 500 * MEGABYTE)),
    );
    for (const upload of uploads) await upload.arrive(1);
    for (const { id } of [slow, other]) await reserveStorage(id, 500 * MEGABYTE);
    for (const upload of uploads) upload.release();
  });

  it('keeps STORAGE_RESERVE_MB of the disk free', async () => {
    const issuer = await makeIssuer();
    const { bavail, bsize } = await statfs(env().UPLOADS_DIR);
    testEnvironment({ STORAGE_RESERVE_MB: String(Math.ceil((bavail * bsize) / MEGABYTE) + 1_000) });
    const { seen, options } = unreadUpload(MEGABYTE);
    const refused = await fetchApi('admin/course', { token: issuer.token, ...options });
    expect(refused.status).toBe(507);
    expect((await refused.json()).message).toBe(NO_SPACE);
    expect(seen.read).toBe(false);
    testEnvironment();
    expect((await publish(issuer)).status).toBe(201);
  });
});

/** Mounts a file system of 64 MB, or returns null without the permission to. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

describe('a small disk', () => {
  it('rejects uploads below its reserve, and accepts them again once there is space', async ({ skip }) => {
    const disk = mountSmallDisk();
    if (!disk) return skip('needs the right to mount a tmpfs (root)');
    try {
      testEnvironment({ UPLOADS_DIR: join(disk, 'uploads'), STORAGE_RESERVE_MB: '32' });
      const issuer = await makeIssuer();
      expect((await publish(issuer)).status).toBe(201);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(40 * MEGABYTE));
      const refused = await publish(issuer);
      expect([refused.status, (await refused.json()).message]).toEqual([507, NO_SPACE]);
      expect((await fetchPage('/admin/courses', { cookie: issuer.cookie })).status).toBe(200);
      rmSync(join(disk, 'filler'));
      expect((await publish(issuer)).status).toBe(201);
    } finally {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });
});
