import { beforeEach, describe, expect, it } from 'vitest';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import type { Course, Lesson } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { setLessonDraft } from '#app/courses/publish-course.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import {
  captions,
  makeCaptions,
  makeLesson,
  makeQuiz,
  makeWholeCourse,
  multipart,
} from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { limitHere, partsOf } from '#tests/support/processor-time.ts';

let author: Person;
let learner: Person;
let course: Course;
let lesson: Lesson;
let moduleId: string;

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  const made = await makeWholeCourse(author);
  ({ course, lesson } = made);
  moduleId = made.module.id;
});

const file = (text: string | Buffer, name = 'en.vtt') =>
  multipart({ file: { bytes: Buffer.from(text), name } }) as never;
const put = (text: string | Buffer, { language = 'en', id = lesson.id, token = author.token } = {}) =>
  fetchApi(`courses/${course.id}/lessons/${id}/captions/${language}`, {
    method: 'PUT',
    token,
    body: file(text),
  });
const pageOf = async (query = '', { cookie } = learner) =>
  (await (await fetchPage(`/course/${course.id}?lesson=${lesson.id}${query}`, { cookie })).text()).replaceAll(
    '<!-- -->',
    '',
  );
const stored = () => sqlite().prepare('select count(*) from lesson_captions').pluck().get();

describe('captions of a video', () => {
  it('are offered by the player, in each language, and stand below as a transcript', async () => {
    const answer = await put(captions('Clocks &amp; &lt;wrong&gt;', 'Order'), { language: 'PT-br' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      success: true,
      captions: {
        language: 'pt-BR',
        label: 'Português (Brasil)',
        url: expect.stringContaining('/pt-BR.vtt?'),
      },
      mended: [],
    });
    await put('1\n00:00:00,000 --> 00:00:01,000\nUhren\n', { language: 'de' });
    const path = `/lessons/${lesson.id}/captions/pt-BR.vtt`;
    const page = await pageOf();
    expect(page).toContain(
      `<track kind="captions" src="${path}" srcLang="pt-BR" label="Português (Brasil)"/>`,
    );
    expect(page).toMatch(/<ol class="transcript" lang="de">.*Uhren/s);
    const other = await pageOf('&captions=pt-BR');
    expect(other).toContain('Clocks &amp; &lt;wrong&gt;');
    expect(other).toContain(`href="?lesson=${lesson.id}&amp;captions=pt-BR&amp;t=1#lesson"`);
    const served = await fetchPage(path, { cookie: learner.cookie });
    expect(served.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await served.text()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.900\nClocks &amp; &lt;wrong&gt;\n\n00:00:01.000 --> 00:00:01.900\nOrder\n\n',
    );
  });

  it('lead to their time without JavaScript', async () => {
    await makeCaptions(author, lesson.id);
    expect(await pageOf('&t=1.5')).toContain(`src="${lesson.videoPath}#t=1.5"`);
    for (const t of ['NaN', '-1', 'x', '1e400', '']) {
      expect(await pageOf(`&t=${t}`)).toContain(`src="${lesson.videoPath}"`);
    }
  });

  it('stand in parts that lead to each other, of which the page shows that of its time', async () => {
    const line = (number: number) => `Sentence ${number} of the talk`;
    await makeCaptions(author, lesson.id, captions(...Array.from({ length: 5_000 }, (_, at) => line(at))));
    const first = await pageOf();
    expect(first).toContain(line(0));
    expect(first).toContain(line(199));
    expect(first).not.toContain(line(200));
    expect(Buffer.byteLength(first)).toBeLessThan(200_000);
    expect(first).toContain(`?lesson=${lesson.id}&amp;captions=en&amp;part=2#transcript"`);
    const second = await pageOf('&captions=en&part=2');
    expect(second).toContain(line(200));
    expect(second).toContain('Part 2 of 25');
    // It leads to its time in the same part.
    expect(second).toContain(`href="?lesson=${lesson.id}&amp;captions=en&amp;t=201#lesson"`);
    expect(await pageOf('&t=201')).toContain(line(201));
    const last = await pageOf('&part=25');
    expect(last).toContain(line(4_999));
    expect(last).not.toContain('part=26');
    expect(await pageOf('&part=999')).toContain(line(4_999));
    for (const part of ['0', '-1', 'NaN', '1.5', 'x', '']) {
      expect(await pageOf(`&part=${part}`)).toContain(line(0));
    }
  });

  it('lead a search to the line, in the language that has it', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `Line ${at}`);
    await makeCaptions(author, lesson.id, captions(...many, 'A clock is wrong.', 'Größe'));
    await makeCaptions(author, lesson.id, captions(...many, 'Uhren gehen vor.', 'Une horloge'), 'fr');
    const found = await pageOf('&q=clock+wro');
    expect(found).toContain(`?q=clock+wro&amp;lesson=${lesson.id}#found-line"`);
    expect(found).toMatch(/<li id="found-line" aria-current="true">(?:(?!<\/li>).)*A clock is wrong\./s);
    expect(await pageOf('&q=uhr')).toMatch(/<ol class="transcript" lang="fr">.*Uhren gehen vor\./s);
    expect(await pageOf('&q=uhr&captions=en')).toContain('Line 0');
    // Words on several lines lead to the first of them.
    expect(await pageOf('&q=größe+clock')).toMatch(/id="found-line"(?:(?!<\/li>).)*Größe/s);
    const title = await pageOf('&q=lesson');
    expect(title).toContain(`?q=lesson&amp;lesson=${lesson.id}#lesson"`);
    expect(title).not.toContain('found-line');
  });

  it('are replaced and removed', async () => {
    await put(captions('Old'));
    const path = `/lessons/${lesson.id}/captions/en.vtt`;
    const read = () => fetchPage(path, { cookie: learner.cookie });
    const etag = (await read()).headers.get('etag') ?? '';
    setClock(() => Date.now() + 1_000);
    await put(captions('New'));
    expect(await (await read()).text()).toContain('New');
    expect((await read()).headers.get('etag')).not.toBe(etag);
    const remove = () =>
      fetchApi(`courses/${course.id}/lessons/${lesson.id}/captions/en`, {
        method: 'DELETE',
        token: author.token,
      });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await read()).status).toBe(404);
    expect(await pageOf()).not.toMatch(/<track|class="transcript"/);
  });

  it.each([
    ['a script', `WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>\n`, /^Line 4: /],
    ['half a million lines', `WEBVTT\n\n${'x\n'.repeat(500_000)}`, /^Line 3: /],
    ['half a million numbers', `WEBVTT\n\n${'1\n'.repeat(500_000)}`, /^Line 4: /],
    [
      'nested tags',
      `WEBVTT\n\n${`00:01.000 --> 00:02.000\n${'<i a><x '.repeat(120)}\n\n`.repeat(1_000)}<x>`,
      /^Line 3003: /,
    ],
    ['NUL', 'WEBVTT\n\n\0', /^Line 3: /],
    ['nothing', '', /choose a WebVTT or SRT/],
  ])('are refused with %s, without blocking others', async (_, text, message) => {
    const { longest } = await partsOf(async () => {
      const answer = await put(text);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { errors: { file: string[] } }).errors.file[0]).toMatch(message);
    });
    expect(stored()).toBe(0);
    expect(longest).toBeLessThan(limitHere(100));
  });

  it('are taken with what was mended in the list, in the language of the page', async () => {
    const rolling = '1\n00:01,0 --> 00:03\nR&D\n2\n00:00:02,000 --> 00:00:04,000\nR&D of bees\n';
    const mended = [
      'Times written in another way were read. Lines: 2',
      'Empty lines were missing or too many. Lines: 5',
      'Captions whose words the next one repeats end where it begins. Lines: 2',
    ];
    expect(await (await put(rolling)).json()).toMatchObject({ success: true, mended });
    const upload = (text: string, language: string) =>
      fetchPage(`/admin/courses/${course.id}/lessons/${lesson.id}?upload=captions`, {
        method: 'POST',
        cookie: `${author.cookie}; ${language}`,
        body: multipart({ language: 'en', file: { bytes: Buffer.from(text), name: 'a.srt' } }) as never,
      });
    const page = await upload(rolling, 'language=en');
    expect(page.status).toBe(200);
    const shown = await page.text();
    expect(shown).toContain('Mended in the captions in English');
    for (const text of mended) expect(shown).toContain(`<li>${text}</li>`);
    expect(await (await upload(rolling, 'language=de')).text()).toContain(
      '<li>Leere Zeilen fehlten oder waren zu viel. Zeilen: 5</li>',
    );
    const wrong = rolling.replace('00:00:04', '00:00:01');
    expect(await (await upload(wrong, 'language=de')).text()).toContain('Zeile 5: Das Ende muss nach');
  });

  it('are refused with every line that is wrong', async () => {
    const wrong = (at: string) => `${at}\nHi\n\n`;
    const answer = await put(
      `WEBVTT\n\n${wrong('00:02.000 --> 00:01.000')}${wrong('00:99.000 --> 00:01.000')}${wrong('00:09.000 --> 00:08.000')}`,
    );
    expect(answer.status).toBe(400);
    const { message, errors } = (await answer.json()) as { message: string; errors: { file: string[] } };
    expect(errors.file.map((text) => text.slice(0, 7))).toEqual(['Line 3:', 'Line 6:', 'Line 9:']);
    expect(message).toBe(errors.file.join(' '));
    expect(stored()).toBe(0);
  });

  it('have at most 1 MB', async () => {
    const answer = await put(Buffer.alloc(20 * 1_048_576, 'WEBVTT\n\n'));
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as { message: string }).message).toContain('too large');
    expect(stored()).toBe(0);
  });

  it.each(['x', 'english', 'en_US', 'de-', '../en', 'en.vtt'])('have no language %j', async (language) => {
    expect([400, 404]).toContain((await put(captions(), { language: encodeURIComponent(language) })).status);
    expect(stored()).toBe(0);
  });

  it('are not of a quiz', async () => {
    const quiz = makeQuiz(author, moduleId);
    expect((await put(captions(), { id: quiz.id })).status).toBe(409);
  });

  it('have at most 20 languages', async () => {
    for (const number of Array.from({ length: 20 }, (_, at) => at)) {
      await makeCaptions(
        author,
        lesson.id,
        captions(),
        `x${String.fromCharCode(97 + number)}`.replace('x', 'a'),
      );
    }
    expect((await put(captions(), { language: 'zu' })).status).toBe(409);
    expect(stored()).toBe(20);
  });

  it('are set and removed on the page of the lesson', async () => {
    const path = `/admin/courses/${course.id}/lessons/${lesson.id}`;
    const send = (text: string, language: string) =>
      fetchPage(`${path}?upload=captions`, {
        method: 'POST',
        cookie: author.cookie,
        body: multipart({ language, file: { bytes: Buffer.from(text), name: 'a.vtt' } }) as never,
      });
    const wrong = await send('WEBVTT\n\nHello', 'de');
    expect(wrong.status).toBe(400);
    const shown = await wrong.text();
    expect(shown).toContain('Line 3: ');
    expect(shown).toMatch(/<option value="de" selected="">German<\/option>/);
    expect((await send(captions(), 'de')).headers.get('location')).toBe(`${path}#captions`);
    expect(await (await fetchPage(path, { cookie: author.cookie })).text()).toContain(
      'Remove captions in German',
    );
    const form = { intent: 'remove-captions', language: 'de' };
    expect((await fetchPage(path, { method: 'POST', cookie: author.cookie, form })).status).toBe(302);
    expect(stored()).toBe(0);
  });
});

describe('who may read captions', () => {
  const read = async ({ cookie }: Person, id = lesson.id) =>
    (await fetchPage(`/lessons/${id}/captions/en.vtt`, { cookie })).status;

  it('is who may watch the video', async () => {
    await makeCaptions(author, lesson.id);
    expect(await read(learner)).toBe(200);
    expect((await fetchRaw(`/lessons/${lesson.id}/captions/en.vtt`)).status).toBe(403);
    const details = await fetchApi(`courses/${course.id}/lessons/${lesson.id}`, { token: learner.token });
    const { url } = ((await details.json()) as { lesson: { captions: { url: string }[] } }).lesson
      .captions[0] as { url: string };
    expect((await fetchRaw(url)).status).toBe(200);
    expect((await fetchRaw(url.replace('en.vtt', 'de.vtt'))).status).toBe(403);
    setLessonDraft(author.actor, lesson.id, true);
    expect([await read(learner), await read(await makeIssuer()), await read(author)]).toEqual([
      404, 404, 200,
    ]);
    expect(await read(await makeSuperAdmin())).toBe(200);
  });

  it('is nobody before the lesson is open', async () => {
    const second = await makeLesson(author, moduleId);
    await makeCaptions(author, second.id);
    setCompletion(author.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    enrol(learner.actor, course.id);
    expect(await read(learner, second.id)).toBe(403);
    const page = await (
      await fetchPage(`/course/${course.id}?lesson=${second.id}`, { cookie: learner.cookie })
    ).text();
    expect(page).not.toMatch(/<track|Clocks are wrong/);
    const paid = await makeWholeCourse(author, { price: '20' });
    await makeCaptions(author, paid.lesson.id);
    expect(await read(learner, paid.lesson.id)).toBe(403);
  });

  it('changes none as another author', async () => {
    await makeCaptions(author, lesson.id);
    const other = await makeIssuer();
    expect((await put(captions('Mine'), { token: other.token })).status).toBe(404);
    expect((await put(captions('Mine'), { token: learner.token })).status).toBe(403);
    const path = `courses/${course.id}/lessons/${lesson.id}/captions/en`;
    expect((await fetchApi(path, { method: 'DELETE', token: other.token })).status).toBe(404);
    expect(stored()).toBe(1);
  });
});

describe('the search of a course', () => {
  const search = async (q: string, { token } = learner, id = course.id) => {
    const answer = await fetchApi(`courses/${id}/lessons?q=${encodeURIComponent(q)}`, { token });
    expect(answer.status, q).toBe(200);
    const { lessons } = (await answer.json()) as { lessons: { title: string; foundIn: string }[] };
    return lessons.map(({ title, foundIn }) => `${title}: ${foundIn}`);
  };
  const addText = (text: string, title = 'Reading') =>
    fetchApi(`admin/course/module/addLesson/${moduleId}`, {
      method: 'POST',
      token: author.token,
      json: { title, duration: '5', courseId: course.id, type: 'text', text },
    });

  it('finds lessons by title, text and transcript, within the course', async () => {
    await makeCaptions(author, lesson.id, captions('Uhren gehen ver\u00adschieden', 'Die Größe zählt'), 'de');
    await addText('Lamport wrote about *clocks*.');
    await makeLesson(author, moduleId, { title: 'Clocks and order' });
    const elsewhere = await makeWholeCourse(author);
    await makeCaptions(author, elsewhere.lesson.id);
    expect(await search('clocks')).toEqual(['Reading: text', 'Clocks and order: title']);
    expect(await search('LAMPORT clo')).toEqual(['Reading: text']);
    expect(await search('grosse')).toEqual(['Lesson: transcript']);
    expect(await search('größe')).toEqual(['Lesson: transcript']);
    expect(await search('groß')).toEqual(['Lesson: transcript']);
    expect(await search('clocks', learner, elsewhere.course.id)).toEqual(['Lesson: transcript']);
    expect(await pageOf('&q=lamport')).toMatch(/1 lesson found\..*Reading/s);
    await makeCaptions(author, lesson.id, captions('Etwas anderes'), 'de');
    expect(await search('größe')).toEqual([]);
  });

  it.each([
    '"',
    '*',
    'a*b" OR "c',
    'title : x',
    'scope:c1',
    'NEAR(a b)',
    '-- ; drop table lessons',
    '\0',
    "'",
    '({title})',
    '🎓',
    'क्षि',
    'x'.repeat(200),
    'a '.repeat(99),
  ])('answers %j', async (q) => {
    expect(await search(`${q} lesson`.slice(0, 200))).toBeDefined();
    expect(
      (await fetchPage(`/course/${course.id}?q=${encodeURIComponent(q)}`, { cookie: learner.cookie })).status,
    ).toBe(200);
  });

  it('finds nothing without words, and refuses a long search', async () => {
    for (const q of ['', ' ', '—']) expect(await search(q)).toEqual([]);
    const long = await fetchApi(`courses/${course.id}/lessons?q=${'x'.repeat(201)}`, {
      token: learner.token,
    });
    expect(long.status).toBe(400);
  });

  it('finds what the reader may see alone', async () => {
    const second = await makeLesson(author, moduleId, { title: 'Secret title' });
    await makeCaptions(author, second.id, captions('Hidden words'));
    setLessonDraft(author.actor, second.id, true);
    expect(await search('secret')).toEqual([]);
    expect(await search('hidden')).toEqual([]);
    expect(await search('secret', author)).toEqual(['Secret title: title']);
    expect(await search('hidden', author)).toEqual(['Secret title: transcript']);
    setLessonDraft(author.actor, second.id, false);
    setCompletion(author.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    enrol(learner.actor, course.id);
    // It is closed until the lesson before is done.
    expect(await search('secret')).toEqual(['Secret title: title']);
    expect(await search('hidden')).toEqual([]);
    expect(await search('secret hidden')).toEqual([]);
  });
});
