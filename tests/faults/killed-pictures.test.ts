import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { makeZip } from '#tests/support/zips.ts';

const ROWS = 6;
/** Where the server is killed while it reads the photographs of a ZIP: in the transaction of the third one, and after it. */
const POINTS = ['storeRowPicture enter#3', 'storeRowPicture leave#3'];

const site = killedSite('pictures');
let server: Awaited<ReturnType<typeof site.start>>;
let issuer: Person;

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  makeField(issuer, 'photo', { kind: 'picture', visibility: [], isRequired: true });
  sqlite().close();
});

afterAll(async () => {
  await server?.stop();
  rmSync(site.folder, { recursive: true, force: true });
});

/** Uploads a list with a ZIP that has a photograph of another colour for each row. */
async function upload(name: string) {
  const students = Array.from({ length: ROWS }, (_, at) => `${name}${at}`);
  const files = students.map(async (student, at) => ({
    name: `${student}.png`,
    bytes: await sharp({
      create: { width: 70, height: 90, channels: 3, background: { r: 20 * at, g: name.length * 20, b: 200 } },
    })
      .png()
      .toBuffer(),
  }));
  const rows = students.map((student) => `${student},${student}@students.example,Law,2026-02-28`);
  const csv = ['studentName,studentEmail,courseName,issueDate', ...rows].join('\n');
  const form = new FormData();
  form.set('file', new Blob([csv]), 'list.csv');
  form.set('pictures', new Blob([makeZip(await Promise.all(files)) as BlobPart]), 'photos.zip');
  const headers = { cookie: issuer.cookie, origin: server.url };
  const sent = await fetch(`${server.url}/admin/batches`, {
    method: 'POST',
    headers,
    body: form,
    redirect: 'manual',
  });
  expect(sent.status).toBe(302);
}

/** How many rows have their photograph, how many photographs there are, and what is left to read. */
function state() {
  const database = new Database(site.DATABASE_FILE, { readonly: true });
  try {
    const zips = readdirSync(join(site.folder, 'uploads', 'tmp'));
    return [
      ...(database
        .prepare(
          `select (select count(*) from batch_rows where errors is null and fields like '%photo%') as rows,
             (select count(*) from field_pictures) as pictures,
             (select count(*) from batch_zips where file_id is not null or read < total) as unread`,
        )
        .raw()
        .get() as number[]),
      zips.length,
    ];
  } finally {
    database.close();
  }
}

it.each(POINTS)(
  'a kill while photographs are read leaves each row with its own: %s',
  async (point) => {
    const before = POINTS.indexOf(point) * ROWS;
    server = await site.start();
    writeFileSync(site.CRASH_FILE, point);
    await upload(`a${'b'.repeat(before)}`);
    expect((await server.exited).signal).toBe('SIGKILL');
    rmSync(site.CRASH_FILE);
    expect(state()[0]).toBe(before + 2);
    server = await site.start();
    await expect.poll(state, { timeout: 30_000 }).toEqual([before + ROWS, before + ROWS, 0, 0]);
    await server.stop();
  },
  90_000,
);
