import { hash } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { storeDesignImage } from '#app/designs/design-image.server.ts';
import { filesOfMedia, videoName } from '#app/files/media/files.server.ts';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import type { Progress } from '#app/operations/check-uploads.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { makeWholeCourse, multipart, picture, videoBytes } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

function place() {
  const home = folders.make();
  openSite(home);
  return { home, uploads: join(home, 'uploads') };
}

const namesOf = (kind: 'video' | 'thumbnail') => {
  const id = sqlite().prepare('select id from media where kind = ?').pluck().get(kind) as string;
  return filesOfMedia(id, kind);
};

/** Flips a bit of the byte at a position, from the end if it is negative. */
function flip(path: string, position: number) {
  const bytes = readFileSync(path);
  const at = position < 0 ? bytes.length + position : position;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

const problems = async (options: Parameters<typeof checkStorage>[0] = {}) =>
  (await checkStorage(options)).flatMap((check) => check.problems);
const hasChanged = (name: string) => `${name}: its bytes have changed`;

/** Files in UPLOADS_DIR below a folder. */
const filesBelow = (uploads: string, folder: string) =>
  readdirSync(join(uploads, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => statSync(join(uploads, name)).isFile());

it('records the SHA-256 of uploads when they arrive', async () => {
  const { uploads } = place();
  const { token } = await makeIssuer();
  const post = async (path: string, form: FormData) =>
    (await fetchApi(path, { method: 'POST', token, body: form })).json();
  const thumbnail = { bytes: await picture(), name: 'a.png', type: 'image/png' };
  const course = await post('admin/course', multipart({ title: 'SQL', description: 'All of it', thumbnail }));
  const module = await (
    await fetchApi(`admin/course/addModules/${course._id}`, { method: 'POST', token, json: { title: 'One' } })
  ).json();
  await post(
    `admin/course/module/addLesson/${module._id}`,
    multipart({
      title: 'Lesson',
      duration: '15:30',
      courseId: course._id,
      videoFile: { bytes: videoBytes(), name: 'a.mp4', type: 'video/mp4' },
    }),
  );
  const recorded = sqlite().prepare('select name, bytes, sha256 from media_files order by name').all();
  const stored = [...namesOf('thumbnail'), ...namesOf('video')].sort().map((name) => {
    const bytes = readFileSync(join(uploads, name));
    return { name, bytes: bytes.length, sha256: hash('sha256', bytes) };
  });
  expect(recorded).toEqual(stored);
  expect(recorded).toHaveLength(4);
});

it('finds a changed byte in a video, a picture and a drawn file; --quick finds only changed sizes', async () => {
  const { home, uploads } = place();
  const issuer = await makeIssuer();
  await makeWholeCourse(issuer);
  const logo = await storeDesignImage(issuer.actor, 'logo', await picture(60, 60));
  const { uniqueId } = await makeCertificate(issuer);
  const download = async () =>
    Buffer.from(
      await (await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie })).arrayBuffer(),
    );
  const drawnBytes = await download();
  expect(await problems()).toEqual([]);

  const [drawn = ''] = filesBelow(uploads, 'certificates');
  const [video = ''] = namesOf('video');
  const thumbnail = namesOf('thumbnail')[1] ?? '';
  const damaged: string[] = [];
  for (const [name, position] of [
    [video, 1_000],
    [thumbnail, -1],
    [drawn, 500],
  ] as const) {
    flip(join(uploads, name), position);
    damaged.push(hasChanged(name));
    expect(new Set(await problems())).toEqual(new Set(damaged));
  }
  sqlite().prepare('update design_images set bytes = zeroblob(length(bytes))').run();
  damaged.push(hasChanged(`picture ${logo} of the designs of ${issuer.id}`));
  expect(new Set(await problems())).toEqual(new Set(damaged));

  const whole = await runScript(home, 'fsck', []);
  expect(whole.code).toBe(1);
  for (const line of damaged) expect(whole.output).toContain(`  ${line}\n`);
  const quick = await runScript(home, 'fsck', ['--quick']);
  expect([quick.code, quick.output]).toEqual([0, expect.not.stringContaining('contents')]);

  writeFileSync(join(uploads, thumbnail), 'x');
  const bytes = sqlite().prepare('select bytes from media_files where name = ?').pluck().get(thumbnail);
  const truncated = await runScript(home, 'fsck', ['--quick']);
  expect(truncated.code).toBe(1);
  expect(truncated.output).toContain(`  ${thumbnail}: 1 bytes instead of ${bytes}\n`);

  // A damaged drawn file is not served.
  flip(join(uploads, drawn), -1);
  const again = await download();
  expect(again.subarray(1, 4).toString()).toBe('PNG');
  expect(again.length).toBeGreaterThan(drawnBytes.length / 2);
  expect((await problems()).filter((line) => line.startsWith('certificates/'))).toEqual([]);
});

it('records the hashes of uploads of earlier versions in the first check, unless they are damaged', async () => {
  const { home, uploads } = place();
  const issuer = await makeIssuer();
  await makeWholeCourse(issuer);
  sqlite().exec('delete from media_files');
  const recorded = () => sqlite().prepare('select count(*) from media_files').pluck().get();
  const [smallest = ''] = namesOf('thumbnail');
  const whole = readFileSync(join(uploads, smallest));
  writeFileSync(join(uploads, smallest), whole.subarray(1));
  expect(await problems({ quick: true })).toHaveLength(1);
  expect(recorded()).toBe(0);
  expect(await problems()).toHaveLength(1);
  expect(recorded()).toBe(1);

  writeFileSync(join(uploads, smallest), whole);
  expect((await runScript(home, 'fsck', [])).output).toContain('the hashes of 3 recorded for later checks');
  expect(recorded()).toBe(4);
  flip(join(uploads, smallest), 100);
  expect(await problems()).toEqual([hasChanged(smallest)]);
  // The hashes leave with the upload.
  sqlite().exec('delete from lessons');
  sqlite().exec("delete from media where kind = 'video'");
  expect(recorded()).toBe(3);
});

it('reports the progress and reads large files in little memory', async () => {
  const { home, uploads } = place();
  const issuer = await makeIssuer();
  const id = '01a2b3c4-0000-7000-8000-000000000000';
  const bytes = 600 * 1_048_576;
  sqlite()
    .prepare(
      "insert into media (id, kind, owner_id, content_type, bytes, created_at) values (?, 'video', ?, 'video/mp4', ?, 0)",
    )
    .run(id, issuer.id, bytes);
  const path = join(uploads, videoName(id));
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
  const seen: Progress[] = [];
  await checkStorage({ onProgress: (progress) => seen.push({ ...progress }) });
  expect(seen.length).toBeGreaterThan(100);
  expect(seen.at(-1)).toEqual({ files: 1, ofFiles: 1, bytes, ofBytes: bytes });

  // Not `resourceUsage().maxRSS`, which begins with the peak of the process that spawned it.
  const peak = `import { readFileSync } from 'node:fs';
    process.on('exit', () => console.error('peak', /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]))`;
  const { code, output } = await runScript(home, 'fsck', [], {
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(peak)}"`,
  });
  expect(code).toBe(0);
  expect(output).toContain('contents: 1 of 1 files, 600 MB of 600 MB read\n');
  expect(Number(/^peak (\d+)$/m.exec(output)?.[1])).toBeLessThan(200 * 1_024);
});

it('names changed uploads in a backup and when it is restored', async () => {
  const { home, uploads } = place();
  await makeWholeCourse(await makeIssuer());
  const [video = ''] = namesOf('video');
  flip(join(uploads, video), 1_000);
  const file = join(folders.make(), 'site.tar');
  const { code, output } = await runScript(home, 'backup', [file]);
  expect([code, output]).toEqual([
    1,
    `changed: ${video}\nWrote ${file}, but the bytes of 1 uploads have changed: run npm run fsck.\n`,
  ]);
  expect((await writeBackup(join(folders.make(), 'other.tar'))).changed).toEqual([video]);
  testEnvironment(placesIn(folders.make()));
  expect(await restoreBackup(file)).toMatchObject({ uploads: 4, missing: [], changed: [video] });
});
