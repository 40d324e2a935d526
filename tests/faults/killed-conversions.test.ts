import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse, multipart } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { aviBytes, fakeFfmpeg } from '#tests/support/fake-ffmpeg.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** Points at which the server is killed. `conversions`: how often ffmpeg then works. */
const POINTS = [
  { name: 'nothing converted', inside: 'convertVideo enter#1', conversions: 1 },
  { name: 'converted, not placed', inside: 'convertVideo leave#1', conversions: 2 },
  { name: 'about to be placed', inside: 'replaceVideo enter#1', conversions: 2 },
  // The first call places the upload.
  { name: 'placed, not committed', inside: 'place leave#2', conversions: 2 },
  { name: 'committed', inside: 'replaceVideo leave#1', conversions: 1 },
  // The third call places the poster of the MP4.
  { name: 'poster placed, not committed', inside: 'place leave#3', conversions: 1 },
];

const site = killedSite('conversions');
const { folder, CRASH_FILE, DATABASE_FILE } = site;
const UPLOADS_DIR = join(folder, 'uploads');

let server: Awaited<ReturnType<typeof start>>;
let issuer: Person;
let place: { courseId: string; moduleId: string };

const start = (ffmpeg: string) => site.start({ FFMPEG_PATH: ffmpeg });

beforeAll(async () => {
  site.openNewDatabase({ FFMPEG_PATH: 'none' });
  issuer = await makeIssuer();
  const { course, module } = await makeWholeCourse(issuer);
  place = { courseId: course.id, moduleId: module.id };
  sqlite().close();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function read<Row>(query: string): Row {
  const database = new Database(DATABASE_FILE, { readonly: true });
  try {
    return database.prepare(query).get() as Row;
  } finally {
    database.close();
  }
}

const filesIn = (name: string) =>
  readdirSync(join(UPLOADS_DIR, name), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

/** Videos and pictures as rows and as files, and what is left to do. */
const state = () => ({
  ...read<Record<string, number>>(
    `select (select count(*) from media where kind = 'video') - (select count(*) from lessons where video_id is not null) as unused,
       (select count(*) from media where content_type = 'video/x-msvideo') as originals,
       (select count(*) from media where kind = 'video') - (select count(*) from video_conversions where state = 'done') as pending,
       (select count(*) from media where kind = 'video') - (select count(*) from video_posters) as withoutPoster`,
  ),
  files:
    filesIn('videos') -
    read<{ count: number }>("select count(*) as count from media where kind = 'video'").count,
  pictures:
    filesIn('thumbnails') -
    3 * read<{ count: number }>("select count(*) as count from media where kind = 'thumbnail'").count,
  parts: filesIn('tmp'),
});

const WHOLE = { unused: 0, originals: 0, pending: 0, withoutPoster: 0, files: 0, pictures: 0, parts: 0 };

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function upload() {
  const videoFile = { bytes: aviBytes(), name: 'a.avi', type: 'video/x-msvideo' };
  const body = multipart({ title: 'Old film', duration: '0:12', courseId: place.courseId, videoFile });
  const response = await fetch(`${server.url}/api/v1/admin/course/module/addLesson/${place.moduleId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer.token}` },
    body,
  });
  expect(response.status).toBe(201);
}

it.each(POINTS)(
  'a kill loses no video and converts none twice: $name',
  async ({ inside, conversions }) => {
    const fake = fakeFfmpeg('works');
    server = await start(fake.path);
    await expect.poll(state, { timeout: 20_000 }).toEqual(WHOLE);
    writeFileSync(CRASH_FILE, inside);
    await upload();
    expect((await server.exited).signal).toBe('SIGKILL');
    rmSync(CRASH_FILE);
    server = await start(fake.path);
    await expect.poll(state, { timeout: 20_000 }).toEqual(WHOLE);
    // The task looks for more every 3 seconds.
    await delay(4_000);
    expect(fake.calls()).toHaveLength(conversions);
    await server.stop();
  },
  90_000,
);

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a server that ends with %s takes ffmpeg with it, and the next one converts the video',
  async (signal) => {
    const fake = fakeFfmpeg('hang');
    server = await start(fake.path);
    await upload();
    await expect.poll(() => fake.calls().length, { timeout: 20_000 }).toBe(1);
    expect(fake.calls().every(isAlive)).toBe(true);
    server.kill(signal);
    await server.exited;
    await expect.poll(() => fake.calls().some(isAlive), { timeout: 10_000 }).toBe(false);
    fake.setMode('works');
    server = await start(fake.path);
    await expect.poll(state, { timeout: 20_000 }).toEqual(WHOLE);
    expect(fake.calls()).toHaveLength(2);
    await server.stop();
  },
  90_000,
);
