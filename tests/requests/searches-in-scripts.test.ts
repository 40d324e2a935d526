import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { indexSome } from '#app/certificates/search-index.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { eraseHolder } from '#app/privacy/erasure/erase-holder.server.ts';
import { removeFromIndex } from '#app/verification/page-of-verifications.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { searchedTerms } from '#db/folding.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { captions, makeCaptions, makeCourse, makeLesson } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { inputRows } from '#tests/support/inputs.ts';

const RELEASE_0_4 = new URL('../assets/release-0.4.0.sqlite.gz', import.meta.url);

/** A text, what finds it, and what does not. */
const CASES: [text: string, found: string[], not: string[]][] = [
  ['至尊藏点驭众点', ['驭众点', '尊藏', '至', '点'], ['众至', '数据']],
  ['プログラミング入門', ['ラミング', '入門', 'ﾌﾟﾛｸﾞ'], ['フロ', '門入']],
  ['한국어교육', ['교육', '국어'], ['육교']],
  ['การเขียนโปรแกรม', ['เขียน', 'โปรแกรม'], ['ขน']],
  ['ພາສາລາວ', ['ສາ', 'ລາວ'], ['ວລ']],
  ['ភាសាខ្មែរ', ['ខ្មែរ', 'សាខ'], ['ខរ']],
  ['မြန်မာစာ', ['စာ', 'မာစ'], ['စမ']],
  ['Frühwald und Łódź', ['lodz', 'FRUHWALD', 'łódź'], ['odz']],
  ["Sinéad O'Brien", ['obrien', 'o’brien', 'brien', 'sinead'], ['rien']],
  ['Programming in C++', ['C++', 'c', 'Ｃ＋＋'], ['C#']],
  ['Programming in C#', ['C#', 'c♯'], ['C++']],
  ['أحمد القاهرة', ['احمد', 'القاهره', 'أَحْمَد'], ['حمد']],
  ['हिन्दी साहित्य', ['साहित्य', 'हिन्दी'], ['सहत']],
  ['Ёлки и й', ['елки', 'й'], ['еи']],
];

/** Requires that a search of each text finds it, and no other text. */
async function findsEach(search: (q: string) => Promise<string>) {
  for (const [text, found, not] of CASES) {
    for (const q of found) expect([q, (await search(q)).includes(text)]).toEqual([q, true]);
    for (const q of not) expect([q, (await search(q)).includes(text)]).toEqual([q, false]);
  }
}

const query = (q: string) => new URLSearchParams({ q });
const read = async (path: string, { token }: Person) =>
  JSON.stringify(await (await fetchApi(path, { token })).json());

it('courses are found by any part of their titles', async () => {
  const author = await makeIssuer();
  for (const [title] of CASES) await makeCourse(author, { title, description: 'About it.' });
  await findsEach((q) => read(`users/courses?${query(q)}`, author));
  const [course] = sqlite().prepare('select id from courses order by seq').pluck().all() as string[];
  sqlite().prepare("update courses set title = '数据库' where id = ?").run(course);
  expect(await read(`users/courses?${query('驭众')}`, author)).not.toContain(course);
  expect(await read(`users/courses?${query('据库')}`, author)).toContain(course);
});

it.each(inputRows('search.csv'))('$search finds $title: $right', async ({ title = '', search = '' }) => {
  const author = await makeIssuer();
  for (const name of [title, 'Calculus and C#']) await makeCourse(author, { title: name });
  const found = await read(`users/courses?${query(search)}`, author);
  expect([found.includes(title), found.includes('Calculus')]).toEqual([true, false]);
});

it('lessons are found by any part of their titles and transcripts', async () => {
  const author = await makeIssuer();
  const course = await makeCourse(author);
  const { id } = addModule(author.actor, course.id, { title: 'All' });
  for (const [title] of CASES) await makeLesson(author, id, { title });
  await findsEach((q) => read(`courses/${course.id}/lessons?${query(q)}`, author));
  const lesson = await makeLesson(author, id, { title: 'Lecture' });
  await makeCaptions(author, lesson.id, captions('大家好', '今天我们讲数据库基础', 'Thanks'), 'zh');
  expect(await read(`courses/${course.id}/lessons?${query('库基础')}`, author)).toContain('"transcript"');
  const page = await fetchPage(
    `/course/${course.id}?${new URLSearchParams({ lesson: lesson.id, q: '库基' })}`,
    {
      cookie: author.cookie,
    },
  );
  expect(await page.text()).toContain('今天我们讲数据库基础');
});

/** What a page shows of a list that is searched. */
const shown = async (path: string, q: string, { cookie }: Person) =>
  (await (await fetchPage(`${path}?${query(q)}`, { cookie })).text())
    .replaceAll('&#x27;', "'")
    .replaceAll(/value="[^"]*"/g, '');

it('certificates, verifications and students are found by any part of a name', async () => {
  const issuer = await makeIssuer();
  for (const [studentName, found, not] of CASES) {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(issuer, { studentName });
    await payFor(verifier, uniqueId);
    for (const q of [...found, ...not]) {
      const isFound = found.includes(q);
      expect([q, (await shown('/students', q, verifier)).includes(studentName)]).toEqual([q, isFound]);
    }
  }
  await findsEach((q) => read(`certificates/my-issued?${query(q)}`, issuer));
  await findsEach((q) => shown('/admin/verified-certificates', q, issuer));
});

it('a certificate is found by its ID, in any case, and after an erasure no more by its name', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, {
    studentName: '王小明',
    studentEmail: 'wang@x.example',
  });
  const found = async (q: string) =>
    (await read(`certificates/my-issued?${query(q)}`, issuer)).includes(uniqueId);
  for (const q of [uniqueId, uniqueId.toLowerCase(), uniqueId.replaceAll('-', ''), uniqueId.slice(0, 4)]) {
    expect([q, await found(q)]).toEqual([q, true]);
  }
  expect([await found('小明'), await found('wang')]).toEqual([true, true]);
  await eraseHolder(issuer.actor, { email: 'wang@x.example', reason: 'asked', password: PASSWORD });
  expect([await found('小明'), await found('wang'), await found(uniqueId)]).toEqual([false, false, true]);
  const terms = sqlite().prepare('select term from certificate_search_terms').pluck().all().join(' ');
  expect(terms).not.toMatch(/[王小明]|wang/);
});

it('accounts and issuers are found by any part of their names', async () => {
  const admin = await makeSuperAdmin();
  for (const [name] of CASES)
    await makeVerifier({ name: name.replace('++', ' Plus').replace('#', ' Sharp') });
  const pageOf = (path: string, q: string) => shown(path, q, admin);
  for (const [name, found] of CASES.filter(([text]) => !text.includes(' in C'))) {
    for (const q of found)
      expect([q, (await pageOf('/superadmin/accounts', q)).includes(name)]).toEqual([q, true]);
  }
  expect(await pageOf('/superadmin/accounts', 'sinead%')).not.toContain('Sinéad');
  await makeIssuer({ name: 'Universität Łódź' });
  expect(await pageOf('/admin/update', 'universitat lodz')).toContain('Universität Łódź');
});

it('a database of before is searched in the same way', () => {
  const kept = sqlite();
  const old = installDatabase(new Database(gunzipSync(readFileSync(RELEASE_0_4))));
  const first = (table: string) => `(select min(seq) from ${table})`;
  old.exec(`
    update courses set title = '数据库基础课程', description = 'O''Brien' where seq = ${first('courses')};
    update lessons set title = '至尊藏点' where seq = ${first('lessons')};
    insert into lesson_captions (lesson_id, language, cues, created_at)
      select id, 'zh', '[[0,1,"今天"],[1,2,"我们讲"]]', 1 from lessons where seq = ${first('lessons')};
  `);
  migrateDatabase();
  while (indexSome());
  const found = (table: string, q: string) =>
    old.prepare(`select count(*) from ${table} where ${table} match ?`).pluck().get(q);
  const rows = (table: string) => old.prepare(`select count(*) from ${table}`).pluck().get();
  expect(found('courses_search', '"基础" *')).toBe(1);
  expect(found('courses_search', '"obrien" *')).toBe(1);
  expect(found('lessons_search', 'title : "尊藏" * OR transcript : "们讲" *')).toBe(1);
  expect(found('lessons_search', 'transcript : "们讲" *')).toBe(1);
  for (const table of ['certificate', 'verification', 'courses', 'lessons']) {
    const of = table.endsWith('s') ? table : `${table}s`;
    expect([table, rows(`${table}_search_docsize`)]).toEqual([table, rows(of)]);
  }
  const { name, seq } = old
    .prepare(
      'select c.student_name as name, v.seq from verifications v join certificates c on c.id = v.certificate_id',
    )
    .get() as { name: string; seq: number };
  const ofName = searchedTerms(name)
    .map((term) => `personal : "${term}" *`)
    .join(' AND ');
  expect(found('verification_search', ofName)).toBeGreaterThan(0);
  removeFromIndex(seq);
  expect(rows('verification_search_docsize')).toBe(Number(rows('verifications')) - 1);
  installDatabase(kept);
});

vi.setConfig({ testTimeout: 60_000 });
