import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_CSV_ROWS } from '#app/batches/batch.schema.ts';
import { csvTooLarge, MAX_CSV_BYTES } from '#app/batches/limits.ts';
import { captionsTooLarge, MAX_CAPTIONS_BYTES } from '#app/courses/captions/change-captions.server.ts';
import { MAX_QUESTIONS_FILE_BYTES, questionsFileTooLarge } from '#app/courses/quizzes/question-columns.ts';
import {
  backgroundTooLarge,
  designFileTooLarge,
  MAX_BACKGROUND_BYTES,
  MAX_DESIGN_FILE_BYTES,
  MAX_PICTURE_BYTES,
  pictureTooLarge,
} from '#app/designs/design-form.ts';
import { LESSON_FILE_EXTENSIONS } from '#app/files/media/lesson-file-types.ts';
import { takenKinds } from '#app/files/media/sniff.ts';
import {
  lessonFileTooLarge,
  MAX_LESSON_FILE_BYTES,
  MAX_THUMBNAIL_BYTES,
  MAX_VIDEO_BYTES,
  thumbnailTooLarge,
  videoTooLarge,
} from '#app/files/media/texts.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/texts.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { makeArtwork } from '#tests/support/own-artwork.ts';

const [KILOBYTE, MEGABYTE] = [1_024, 1_048_576];

/** Kinds as texts name them, by an extension or a media type in the `accept` of a field. */
const KINDS: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/svg+xml': 'SVG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
  '.csv': 'CSV',
  '.xlsx': 'Excel',
  '.ods': 'OpenDocument',
  'application/pdf': 'PDF',
  '.pdf': 'PDF',
  '.png': 'PNG',
  '.svg': 'SVG',
  '.json': 'JSON',
  '.zip': 'ZIP',
  '.epub': 'EPUB',
  '.mp3': 'MP3',
  '.m4a': 'M4A',
  '.vtt': 'WebVTT',
  '.srt': 'SRT',
  '.sbv': 'SBV',
};
const NAMES = [...new Set([...Object.values(KINDS), ...takenKinds(true)])];

type Slot = {
  name: string;
  /** The file that has the field. */
  from: string;
  bytes: number;
  /** The refusal of a larger file. */
  tooLarge?: () => string;
  /** The kinds that the server takes. By default those of `accept`. */
  takes?: string[];
  /** Whether the text names all kinds, and not examples. */
  namesAll?: boolean;
  rows?: number;
};

const checkedFile: Slot = {
  name: 'file',
  from: 'site/file-form.tsx',
  bytes: MOST_FILE_FORM - 64 * KILOBYTE,
  tooLarge: fileTooLarge,
  namesAll: true,
};
const picture = (name: string): Slot => ({
  name,
  from: 'designs/design-fields.tsx',
  bytes: MAX_PICTURE_BYTES,
  tooLarge: pictureTooLarge,
  namesAll: true,
});
const background = (form: string): Slot => ({
  name: 'background',
  from: `designs/own-artwork/${form}.tsx`,
  bytes: MAX_BACKGROUND_BYTES,
  tooLarge: backgroundTooLarge,
  namesAll: true,
});
const designFile: Slot = {
  name: 'design',
  from: 'designs/import-design.tsx',
  bytes: MAX_DESIGN_FILE_BYTES,
  tooLarge: designFileTooLarge,
  namesAll: true,
};
const thumbnail: Slot = {
  name: 'thumbnail',
  from: 'courses/course-form.tsx',
  bytes: MAX_THUMBNAIL_BYTES,
  tooLarge: thumbnailTooLarge,
  namesAll: true,
};
const video: Slot = {
  name: 'videoFile',
  from: 'courses/lesson-form.tsx',
  bytes: MAX_VIDEO_BYTES,
  tooLarge: videoTooLarge,
  takes: takenKinds(false),
};
const lessonFile: Slot = {
  name: 'file',
  from: 'courses/lesson-files-card.tsx',
  bytes: MAX_LESSON_FILE_BYTES,
  tooLarge: lessonFileTooLarge,
  takes: LESSON_FILE_EXTENSIONS.flatMap((extension) => KINDS[extension] ?? []),
};
const captions: Slot = {
  name: 'file',
  from: 'courses/captions-card.tsx',
  bytes: MAX_CAPTIONS_BYTES,
  tooLarge: captionsTooLarge,
  namesAll: true,
};
const questions: Slot = {
  name: 'file',
  from: 'courses/quiz-editor.tsx',
  bytes: MAX_QUESTIONS_FILE_BYTES,
  tooLarge: questionsFileTooLarge,
  namesAll: true,
};
const list: Slot = {
  name: 'file',
  from: 'batches/batches.tsx',
  bytes: MAX_CSV_BYTES,
  tooLarge: csvTooLarge,
  namesAll: true,
  rows: MAX_CSV_ROWS,
};

const PICTURES = ['logo', ...[1, 2, 3, 4, 5, 6].map((number) => `signature${number}`)];

/** The file fields of each page, in their order. */
const PAGES: Record<string, Slot[]> = {
  '/check': [checkedFile],
  '/authentication': [checkedFile],
  '/tracing': [checkedFile],
  '/admin/batches': [list],
  '/admin/designs/new?base=heritage': PICTURES.map(picture),
  '/admin/designs/new?base=artwork': [background('new-artwork')],
  '/admin/designs/import': [designFile],
  '/admin/designs/{artwork}': [background('artwork-details'), ...PICTURES.map(picture)],
  '/admin/create-course': [thumbnail],
  '/admin/courses/{course}/edit': [thumbnail],
  '/admin/course-videos?courseId={course}&addLesson={module}': [video],
  '/admin/courses/{course}/lessons/{lesson}': [captions, lessonFile],
  '/admin/courses/{course}/lessons/{quiz}': [questions, lessonFile],
};
const slots = Object.values(PAGES).flat();

/** Fields that pages have only for issuers who declared a field for photographs. */
const PHOTOGRAPHS = ['batches/batch-pictures.tsx', 'certificates/picture-input.tsx'];

/** Fields without a text, which a button opens. The page says elsewhere what is taken. */
const OPENED = ['courses/text-editor.tsx'];

/** Fields whose file does not leave the browser. */
const NOT_SENT = ['site/scan-form.tsx'];

async function makePages() {
  const issuer = await makeIssuer();
  const { course, module, lesson } = await makeWholeCourse(issuer);
  const ids: Record<string, string> = {
    course: course.id,
    module: module.id,
    lesson: lesson.id,
    quiz: makeQuiz(issuer, module.id).id,
    artwork: await makeArtwork(issuer),
  };
  const pages = Object.entries(PAGES).map(
    ([page, expected]) => [page.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? ''), expected] as const,
  );
  return { issuer, pages };
}

const attribute = (element: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? '';

/** The file fields of a page: name, kinds of `accept`, and label with hint. */
async function fieldsOf(path: string, { cookie }: Person, language: string) {
  const answer = await fetchPage(path, { cookie, headers: { 'accept-language': language } });
  const html = (await answer.text()).replaceAll('<!-- -->', '');
  return [...html.matchAll(/<input[^>]*type="file"[^>]*>/g)].map(([element]) => {
    const id = attribute(element, 'id');
    const [, label = ''] = new RegExp(`<label[^>]*for="${id}"[^>]*>(.*?)</label>`).exec(html) ?? [];
    const [, hint = ''] = new RegExp(`<p[^>]*id="${id}-hint"[^>]*>(.*?)</p>`).exec(html) ?? [];
    const accepted = attribute(element, 'accept')
      .split(',')
      .flatMap((each) => KINDS[each] ?? []);
    return { name: attribute(element, 'name'), accepted, text: `${label} ${hint}` };
  });
}

const UNITS: [RegExp, number][] = [
  [/(\d+)\s?(?:MB|Mo|ميغابايت)/g, MEGABYTE],
  [/(\d+)\s?(?:KB|Ko|كيلوبايت)/g, KILOBYTE],
];
/** The sizes that a text names, in bytes. */
const sizesIn = (text: string) =>
  UNITS.flatMap(([pattern, unit]) => [...text.matchAll(pattern)].map(([, count]) => Number(count) * unit));
const kindsIn = (text: string) =>
  NAMES.filter((name) => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text)).sort();

describe.each(languages())('the text of an upload in %s', (language) => {
  it('says what is taken', async () => {
    const { issuer, pages } = await makePages();
    for (const [path, expected] of pages) {
      const fields = await fieldsOf(path, issuer, language);
      expect([path, ...fields.map(({ name }) => name)]).toEqual([path, ...expected.map(({ name }) => name)]);
      for (const [at, { accepted, text }] of fields.entries()) {
        const { bytes, takes = accepted, namesAll, rows } = expected[at] as Slot;
        const named = kindsIn(text);
        expect([text, sizesIn(text)]).toEqual([text, [bytes]]);
        expect([text, named.filter((kind) => !takes.includes(kind))]).toEqual([text, []]);
        expect([text, named]).toEqual([text, namesAll ? [...new Set(takes)].sort() : named]);
        expect(named).not.toEqual([]);
        const digits = text.replace(/(?<=\d)[\s.,](?=\d{3})/g, '');
        if (rows !== undefined) expect(digits).toContain(String(rows));
      }
    }
  });

  it('is also what a refusal says', () => {
    for (const { from, bytes, tooLarge } of slots) {
      const refusal = tooLarge && inLanguage(language, tooLarge);
      if (refusal) expect([from, refusal, sizesIn(refusal)]).toEqual([from, refusal, [bytes]]);
    }
  });
});

it('is read of every field for a file', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && file !== 'ui/form.tsx')
    .filter((file) => /<FileField|(?<!\[)type="file"/.test(readFileSync(`app/${file}`, 'utf8')))
    .map((file) => file.replace('routes/', ''));
  expect(files.sort()).toEqual(
    [...new Set([...slots.map(({ from }) => from), ...OPENED, ...NOT_SENT, ...PHOTOGRAPHS])].sort(),
  );
});
