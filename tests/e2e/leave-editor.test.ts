import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { journey } from '#tests/support/browser.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { addSession } from '#tests/support/sample-site.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-leave-editor-'));
let server: Awaited<ReturnType<typeof startServer>>;
let issuer: Person;
let ids: { course: string; module: string; video: string; quiz: string };

beforeAll(async () => {
  testEnvironment({ UPLOADS_DIR: join(folder, 'uploads') });
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  issuer = await makeIssuer();
  const { course, module, lesson } = await makeWholeCourse(issuer);
  const quiz = makeQuiz(issuer, module.id);
  ids = { course: course.id, module: module.id, video: lesson.id, quiz: quiz.id };
  sqlite().close();
  server = await startServer({ folder });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Editor = { path: () => string; field: string; change: (page: Page) => Promise<unknown>; typed: string };

const type = (field: string, typed: string): Omit<Editor, 'path'> => ({
  field,
  typed,
  change: (page) => page.locator(field).fill(typed),
});

const lesson = (id: () => string) => () => `/admin/courses/${ids.course}/lessons/${id()}`;

const EDITORS: Record<string, Editor> = {
  'a text lesson': {
    path: () => `${lesson(() => 'new')()}?module=${ids.module}&type=text`,
    ...type('textarea[name="text"]', '# Clocks'),
  },
  'a question': {
    path: () => `${lesson(() => ids.quiz)()}?new=text`,
    ...type('textarea[name="text"]', 'What is a clock?'),
  },
  'a quiz beside a question': {
    path: () => `${lesson(() => ids.quiz)()}?new=text`,
    field: 'input[name="shuffle"]',
    typed: 'true',
    change: (page) => page.locator('input[name="shuffle"]').check(),
  },
  'a design': { path: () => '/admin/designs/new?base=heritage', ...type('input[name="name"]', 'Winter') },
  'a course': { path: () => '/admin/create-course', ...type('input[name="title"]', 'Logical clocks') },
  captions: {
    path: lesson(() => ids.video),
    field: '#captions select[name="language"]',
    typed: 'de',
    change: (page) => page.locator('#captions select[name="language"]').selectOption('de'),
  },
};

journey('leaving an editor with changes', ({ javaScript, newPage }) => {
  it.runIf(javaScript).each(Object.entries(EDITORS))(
    'of %s asks first, and Back brings back what was entered',
    async (_, { path, field, change, typed }) => {
      const page = await newPage({ viewport: { width: 1440, height: 800 } });
      await addSession(page.context(), server.url, issuer.cookie);
      page.setDefaultTimeout(15_000);
      const asked: string[] = [];
      let agrees = false;
      page.on('dialog', (dialog: Dialog) => {
        asked.push(dialog.type());
        return agrees ? dialog.accept() : dialog.dismiss();
      });
      const value = () =>
        page
          .locator(field)
          .evaluate((input: HTMLInputElement) =>
            input.type === 'checkbox' ? String(input.checked) : input.value,
          );
      const leave = () => page.locator('a[href="/admin/courses"]:visible').first().click();

      await page.goto(server.url + path(), { waitUntil: 'networkidle' });
      await leave();
      await page.waitForURL('**/admin/courses');
      await page.goBack();
      await page.locator(field).waitFor();
      expect(asked).toEqual([]);

      await change(page);
      await leave();
      await expect.poll(() => asked).toEqual(['confirm']);
      expect(new URL(page.url()).pathname).toBe(path().split('?')[0]);
      expect(await value()).toBe(typed);

      agrees = true;
      await leave();
      await page.waitForURL('**/admin/courses');
      expect(asked.splice(0)).toEqual(['confirm', 'confirm']);
      await page.goBack();
      await expect.poll(value).toBe(typed);

      // It is still not saved, so that closing the tab asks, too.
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => asked).toEqual(['beforeunload']);
    },
  );
});
