import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { homeOf } from '#app/shared/redirects.ts';
import { journey } from '#tests/support/browser.ts';
import { picture, VIDEO_FILE } from '#tests/support/course-factories.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { inspect, inspectCopy } from '#tests/support/page-inspection.ts';
import { registerInBrowser } from '#tests/support/register-in-browser.ts';
import { verifyCommand } from '../../packages/verify/src/command.ts';

const PASSWORD = 'blue-heron-over-fen';
/** `inspect` looks at every page in all widths, so one journey on a phone and one on a screen suffice. */
const viewportFor = (javaScript: boolean) =>
  javaScript ? { width: 390, height: 844 } : { width: 1280, height: 900 };

const { server, smtp } = await sharedMailingSite();
let thumbnail: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  thumbnail = { name: 'picture.png', mimeType: 'image/png', buffer: await picture(640, 360) };
});

type Person = { name: string; email: string; role: 'Admin' | 'Individual' };

async function logIn(page: Page, { email, role }: Person) {
  await page.goto(`${server.url}/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login Now' }).click();
  await page.waitForURL(server.url + homeOf(role === 'Admin' ? 'admin' : 'individual'));
}

/** Registers a person, follows the link in the mail, and logs in. */
async function register(page: Page, person: Person) {
  await registerInBrowser(page, { url: server.url, smtp }, { ...person, password: PASSWORD });
  await logIn(page, person);
}

const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** Writes a course with a video, a text and a quiz of two questions, which leads to a certificate. */
async function writeCourse(author: Page, title: string) {
  await author.goto(`${server.url}/admin/create-course`);
  await author.getByLabel('Course Title').fill(title);
  await author.getByLabel('Description').fill('How machines agree on time.');
  await author.getByLabel('Thumbnail').setInputFiles(thumbnail);
  await author.getByRole('button', { name: 'Publish Course' }).click();
  await toast(author, 'Course published successfully!');
  await author.getByRole('link', { name: title, exact: true }).click();
  await author.getByRole('button', { name: 'Create First Module' }).click();
  await author.getByText('Module 1: New Module').waitFor();
  const modules = author.url();
  const id = new URL(modules).searchParams.get('courseId') ?? '';

  await author.getByRole('link', { name: 'Add Lesson' }).click();
  await author.getByLabel('Lesson title').fill('Why clocks differ');
  await author.getByLabel('Duration').fill('0:12');
  await author.getByLabel('Video').setInputFiles(VIDEO_FILE);
  await author.getByRole('button', { name: 'Create Lesson' }).click();
  await toast(author, 'Lesson added successfully!');
  await author.goto(modules);
  const play = await author.getByRole('link', { name: 'Play Why clocks differ' }).getAttribute('href');
  const lessonId = new URL(play ?? '', server.url).searchParams.get('play');
  await author.goto(`${server.url}/admin/courses/${id}/lessons/${lessonId}`);
  await author.getByLabel('Captions file').setInputFiles({
    name: 'captions.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(
      'WEBVTT\n\n00:01.000 --> 00:03.000\nNo two clocks agree.\n\n00:08.000 --> 00:11.000\nQuartz drifts.\n',
    ),
  });
  await author.getByRole('button', { name: 'Upload captions' }).click();
  await toast(author, 'Captions saved.');

  await author.goto(modules);
  await author.getByRole('link', { name: 'Add Lesson' }).click();
  await author.getByRole('link', { name: 'Text', exact: true }).click();
  await author.getByRole('heading', { name: 'New text lesson' }).waitFor();
  await author.getByLabel('Lesson title').fill('Logical clocks');
  await author.getByLabel('Duration').fill('5');
  await author.getByLabel('Text', { exact: true }).fill('# Happened before\n\nEvents have an *order*.');
  await author.getByRole('button', { name: 'Create Lesson' }).click();
  await toast(author, 'Lesson added successfully!');

  await author.getByRole('link', { name: 'Add Lesson' }).click();
  await author.getByRole('link', { name: 'Quiz', exact: true }).click();
  await author.getByRole('heading', { name: 'New quiz' }).waitFor();
  await author.getByLabel('Lesson title').fill('Check yourself');
  await author.getByLabel('Duration').fill('5');
  await author.getByLabel('Pass mark in percent').fill('100');
  await author.getByRole('button', { name: 'Create Lesson' }).click();
  await toast(author, 'Lesson added successfully!');
  await author.getByRole('link', { name: 'Add: Single choice' }).click();
  await author.getByRole('textbox', { name: 'Question' }).fill('What orders events?');
  await author.getByLabel('Option 1', { exact: true }).fill('A logical clock');
  await author.getByLabel('Option 2', { exact: true }).fill('A wall');
  await author.getByLabel('Option 1 is correct').check();
  await author.getByRole('button', { name: 'Save question' }).click();
  await author.getByText('What orders events?').first().waitFor();
  await author.getByRole('link', { name: 'Add: Number' }).click();
  await author.getByRole('textbox', { name: 'Question' }).fill('How many clocks are one?');
  await author.getByLabel('Correct number').fill('1');
  await author.getByRole('button', { name: 'Save question' }).click();
  await author.getByText('How many clocks are one?').first().waitFor();

  await author.goto(`${server.url}/admin/courses/${id}/edit`);
  await author.getByLabel('Completion', { exact: true }).selectOption('both');
  await author.getByLabel('In order').check();
  await author.getByLabel('Certificate on completion').selectOption('at-once');
  await author.getByRole('button', { name: 'Save completion' }).click();
  await toast(author, 'Completion saved.');
  return id;
}

/** Plays the video with the keyboard to its end, until the page says that the lesson is done. */
async function watchByKeyboard(page: Page) {
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState), { timeout: 20_000 })
    .toBeGreaterThan(1);
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    // A quarter of the time.
    element.playbackRate = 4;
  });
  await video.focus();
  await page.keyboard.press('Space');
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor({ timeout: 30_000 });
  // The lesson stays, because the video may go on.
  await video.waitFor();
}

async function answerQuiz(page: Page, clock: string, number: string) {
  await page.getByLabel(clock).check();
  await page.getByRole('textbox').last().fill(number);
  await page.getByRole('button', { name: 'Submit answers' }).click();
}

/** Has the site check a file, and returns the verdict of the command without any connection. */
async function checked(page: Page, file: Buffer) {
  await page.goto(`${server.url}/authentication`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'certificate.pdf',
    mimeType: 'application/pdf',
    buffer: file,
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('heading', { name: /^Genuine/ }).waitFor();
  const folder = mkdtempSync(join(tmpdir(), 'learning-'));
  const save = async (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const read = async (path: string) => (await page.request.get(server.url + path)).body();
  const [key = ''] =
    /[\w.:-]+(?:\/[\w./-]+)?\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+/.exec(String(await read('/log'))) ?? [];
  const list = await save('issuers.json', await read('/.well-known/issuers.json'));
  const path = await save('certificate.pdf', file);
  const lines: string[] = [];
  const options = ['--offline', '--key', key, '--trust', list, '--accept-unknown-revocation'];
  await verifyCommand([path, ...options], (line) => lines.push(line));
  rmSync(folder, { recursive: true });
  return lines.join('\n').trim().split('\n').at(-1);
}

journey('learning that leads to a certificate', ({ newPage, javaScript }) => {
  it('runs from the author to the checked file', async () => {
    const viewport = viewportFor(javaScript);
    const key = javaScript ? 'js' : 'plain';
    const open = (options: BrowserContextOptions = {}) => newPage({ viewport, ...options });
    const title = `Clocks ${key}`;
    const author = await open();
    await register(author, {
      name: `Institute ${key}`,
      email: `author-${key}@aurora.example`,
      role: 'Admin',
    });
    const id = await writeCourse(author, title);
    const faults: string[] = [];
    const look = async (page: Page, name: string) => {
      if (javaScript) faults.push(...(await inspect(page, name)));
      else faults.push(...(await inspectCopy(page, name, () => open({ javaScriptEnabled: true }))));
      await page.setViewportSize(viewport);
    };

    const ada: Person = { name: 'Ada Lovelace', email: `ada-${key}@students.example`, role: 'Individual' };
    const laptop = await open();
    await register(laptop, ada);
    await laptop.goto(`${server.url}/course/${id}`);
    await laptop.getByText('all of its lessons are done and all of its quizzes are passed').waitFor();
    await laptop.getByRole('button', { name: 'Enrol in this course' }).click();
    await toast(laptop, 'You are enrolled in this course!');
    await laptop.getByRole('heading', { name: 'Transcript' }).waitFor();
    await laptop.getByRole('link', { name: /Quartz drifts/ }).waitFor();
    expect(await laptop.locator('video track').getAttribute('srclang')).toBe('en');
    if (javaScript) await watchByKeyboard(laptop);
    else {
      await laptop.getByRole('button', { name: 'Done, continue' }).click();
      await laptop.getByText('1 of 3 lessons done').waitFor();
    }
    await look(laptop, 'a video');
    await laptop.goto(`${server.url}/my-learning`);
    await laptop.getByText('1 of 3 lessons done').waitFor();
    await look(laptop, 'my learning');

    const phone = await open();
    await logIn(phone, ada);
    await phone.goto(`${server.url}/my-learning`);
    await phone.getByRole('link', { name: 'Continue' }).click();
    await phone.getByRole('heading', { name: 'Logical clocks' }).waitFor();
    await phone.getByRole('heading', { name: 'Happened before' }).waitFor();
    await look(phone, 'a text');
    await phone.getByRole('button', { name: 'Done, continue' }).click();
    await phone.getByText('2 of 3 lessons done').waitFor();
    await phone.goto(`${server.url}/course/${id}`);
    await phone.getByRole('button', { name: 'Begin quiz' }).click();
    await phone.getByText('What orders events?').waitFor();
    await look(phone, 'a quiz');
    await answerQuiz(phone, 'A wall', '2');
    await phone.getByRole('heading', { name: 'Not passed' }).waitFor();
    await look(phone, 'a result');
    await phone.getByRole('button', { name: 'Try again' }).click();
    await phone.getByText('What orders events?').waitFor();
    await phone.getByRole('button', { name: 'Submit answers' }).waitFor();
    await laptop.goto(`${server.url}/course/${id}`);
    await laptop.getByText('What orders events?').waitFor();
    await answerQuiz(phone, 'A logical clock', '1');
    await phone.getByRole('heading', { name: 'Passed', exact: true }).waitFor();
    // A tab that still shows the questions gets the result.
    await laptop.getByRole('button', { name: 'Submit answers' }).click();
    await laptop.getByText('This attempt has ended.').first().waitFor();
    await laptop.getByRole('heading', { name: 'Passed', exact: true }).waitFor();
    await phone.getByText('You have completed this course').waitFor();
    await phone.getByLabel('Name on the certificate').fill('Ada King');
    await look(phone, 'a completed course');
    await phone.getByRole('button', { name: 'Confirm and get certificate' }).click();
    await phone.getByRole('link', { name: 'See your certificate' }).waitFor();
    const mailed = () =>
      smtp.mails.find(
        ({ subject, envelopeTo }) =>
          /^Your certificate/.test(subject ?? '') && envelopeTo.includes(ada.email),
      );
    await expect.poll(() => mailed() !== undefined, { timeout: 20_000 }).toBe(true);

    await laptop.goto(`${server.url}/my-learning`);
    await laptop.getByRole('link', { name: 'See your certificate' }).click();
    await laptop.getByText('Ada King').first().waitFor();
    const pdf = await laptop.locator('a[href*=".pdf"]').first().getAttribute('href');
    const file = await laptop.request.get(new URL(pdf ?? '', server.url).href);
    expect(file.status()).toBe(200);
    expect(await checked(laptop, await file.body())).toBe('genuine');

    await author.goto(`${server.url}/admin/courses/${id}/learners`);
    await author.getByText('Ada Lovelace').first().waitFor();
    await look(author, 'learners');
    expect(faults).toEqual([]);
  }, 240_000);
});
