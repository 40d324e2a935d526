import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { picture, VIDEO_FILE } from '#tests/support/course-factories.ts';
import { countSteps, DESKTOP, PHONE } from '#tests/support/journeys.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { registerInBrowser } from '#tests/support/register-in-browser.ts';

const PASSWORD = 'blue-heron-over-fen';
const { server, smtp } = await sharedMailingSite();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();

const DESCRIPTION = 'How machines agree on time.';

const thumbnail = async () => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await picture(640, 360),
});

/** An author who is logged in, and posts forms as a browser without JavaScript. */
async function openAuthor(page: Page, name: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@aurora.example`;
  await registerInBrowser(
    page,
    { url: server.url, smtp },
    { name, email, role: 'Admin', password: PASSWORD },
  );
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL(`${server.url}/dashboard`);
  const headers = { origin: server.url };
  return {
    async post(path: string, form: Record<string, string>) {
      const answer = await page.request.post(server.url + path, { form, headers, maxRedirects: 0 });
      expect(answer.status(), path).toBe(302);
      return answer.headers().location ?? '';
    },
    async publish(title: string) {
      const multipart = { title, description: DESCRIPTION, thumbnail: await thumbnail() };
      await page.request.post(`${server.url}/admin/create-course`, { multipart, headers });
      await page.goto(`${server.url}/admin/courses`);
      const href = await link(page, title).getAttribute('href');
      return new URL(href ?? '', server.url).searchParams.get('courseId') ?? '';
    },
  };
}

/** A course of three texts and a quiz of one question, which gives a certificate at once. */
async function publishCourse(page: Page, title: string) {
  const { post, publish } = await openAuthor(page, `Institute ${title.replace('Clocks', '')}`);
  const id = await publish(title);
  const added = await post('/admin/course-videos', { intent: 'add-module', courseId: id });
  const module = new URL(added, server.url).searchParams.get('rename') ?? '';
  const lessons = `/admin/courses/${id}/lessons`;
  for (const lesson of ['Why clocks differ', 'Logical clocks', 'Vector clocks'])
    await post(`${lessons}/new?module=${module}`, {
      intent: 'text',
      title: lesson,
      duration: '5 minutes',
      text: '# A clock\n\nShows the *time*.',
    });
  const quiz = await post(`${lessons}/new?module=${module}`, {
    intent: 'quiz',
    title: 'Check yourself',
    duration: '5 minutes',
    passMark: '100',
    attempts: '',
    minutes: '',
  });
  const question = { id: '', type: 'single', text: 'What orders events?', points: '1', correct: '1' };
  const options = { option1: 'A logical clock', option2: 'A wall' };
  await post(quiz, { intent: 'question', ...question, ...options });
  await post(`/admin/courses/${id}/edit`, { rule: 'lessons', certificate: 'at-once' });
}

describe('the steps of a learner', () => {
  journey('a course on a phone', ({ newPage, javaScript }) => {
    it('leads from the registration to the certificate', async () => {
      const title = `Clocks ${javaScript ? 'with' : 'without'} scripts`;
      await publishCourse(await newPage({}), title);
      const page = await newPage({ viewport: PHONE });
      const steps = countSteps(page);
      const email = `ada-${javaScript ? 'js' : 'plain'}@students.example`;
      /** What is chosen is on the screen and has the focus, so that a screen reader goes on there. */
      const reachFocused = async (heading: Locator) => {
        await steps.reach(heading);
        await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
      };
      const lesson = (name: string) => reachFocused(page.getByRole('heading', { name, exact: true }));

      await page.goto(`${server.url}/register`);
      await steps.fill(page.getByLabel('Full Name'), 'Ada Lovelace');
      await steps.fill(page.getByLabel('Email'), email);
      await steps.fill(page.getByLabel('Password'), PASSWORD);
      await steps.click(page.getByLabel('Individual'));
      await steps.click(button(page, 'Register Now'));
      await page.waitForURL(`${server.url}/`);
      const mail = await smtp.mailTo(email);
      await steps.follow(/https?:\/\/\S+\/verify\/\S+/.exec(mail.text ?? '')?.[0] ?? '');
      // Without JavaScript the page confirms the address with a button.
      if (!javaScript) await steps.click(page.getByRole('button', { name: 'Verify Email' }));
      await page.waitForURL(`${server.url}/`);
      await steps.fill(page.getByLabel('Email'), email);
      await steps.fill(page.getByLabel('Password'), PASSWORD);
      await steps.click(button(page, 'Login Now'));
      await page.waitForURL(`${server.url}/services`);
      await steps.click(link(page, 'Browse courses'));
      await steps.click(link(page, new RegExp(`View Course.*${title}`)));
      await steps.reach(button(page, 'Enrol in this course'));
      await steps.click(button(page, 'Enrol in this course'));
      for (const name of ['Why clocks differ', 'Logical clocks', 'Vector clocks']) {
        await lesson(name);
        await steps.click(button(page, 'Done, continue'));
      }
      await lesson('Check yourself');
      await steps.click(button(page, 'Begin quiz'));
      await steps.click(page.getByLabel('A logical clock'));
      await steps.click(button(page, 'Submit answers'));
      await reachFocused(page.getByRole('heading', { name: 'You have completed this course' }));
      await steps.click(button(page, 'Confirm and get certificate'));
      await steps.reach(page.getByAltText(/^Certificate of Ada Lovelace/), link(page, /^Download/));
      expect(steps.counted()).toEqual({ clicks: javaScript ? 14 : 15, fields: 5 });
    }, 240_000);
  });
});

describe('the steps of an author', () => {
  journey('a course of three lessons', ({ newPage, javaScript }) => {
    it('lead from My Courses to the published course', async () => {
      const page = await newPage({ viewport: DESKTOP });
      await openAuthor(page, `Author ${javaScript ? 'with' : 'without'} scripts`);
      const steps = countSteps(page);
      const field = (name: string) => page.getByLabel(name, { exact: true });

      await page.goto(`${server.url}/admin/courses`);
      await steps.click(link(page, 'Create Course'));
      await steps.fill(field('Course Title'), 'Clocks');
      await steps.fill(field('Description'), DESCRIPTION);
      await steps.attach(field('Thumbnail'), await thumbnail());
      await steps.click(button(page, 'Save as draft'));
      await steps.click(button(page, 'Create First Module'));
      await steps.fill(field('Module title'), 'First steps');
      await steps.enter(field('Module title'));
      await page.getByRole('heading', { name: 'First steps' }).waitFor();

      await steps.click(link(page, 'Add Lesson'));
      await steps.fill(field('Lesson title'), 'Why clocks differ');
      await steps.attach(field('Video'), VIDEO_FILE);
      // A script reads the length of the file.
      if (javaScript) await expect.poll(() => field('Duration').inputValue()).toBe('0:12');
      else await steps.fill(field('Duration'), '0:12');
      await steps.click(button(page, 'Save and add another'));
      await page.getByText('Lesson added successfully!').first().waitFor();
      await expect.poll(() => field('Lesson title').inputValue()).toBe('');
      await steps.click(page.getByRole('link', { name: 'Text', exact: true }));
      await page.getByRole('heading', { name: 'New Text Lesson' }).waitFor();
      await steps.fill(field('Lesson title'), 'Logical clocks');
      await steps.fill(field('Text'), 'Events have an *order*. '.repeat(60));
      if (javaScript) expect(await field('Duration').inputValue()).toBe('2:00');
      await steps.click(button(page, 'Save and add another'));
      await expect.poll(() => field('Lesson title').inputValue()).toBe('');
      await steps.click(page.getByRole('link', { name: 'Quiz', exact: true }));
      await page.getByRole('heading', { name: 'New Quiz' }).waitFor();
      await steps.fill(field('Lesson title'), 'Check yourself');
      await steps.click(button(page, 'Create Lesson'));
      await steps.click(link(page, 'Add: Single choice'));
      await steps.fill(page.getByRole('textbox', { name: 'Question' }), 'What orders events?');
      await steps.fill(field('Option 1'), 'A logical clock');
      await steps.fill(field('Option 2'), 'A wall');
      await steps.click(field('Option 1 is correct'));
      await steps.click(button(page, 'Save question'));
      await page.getByText('Question saved').first().waitFor();
      await steps.click(link(page, 'Clocks'));
      await steps.choose(field('Certificate on completion'), 'at-once');
      await steps.click(button(page, 'Publish Course'));
      await steps.reach(page.getByText('Course published successfully!').first());
      expect(steps.counted()).toEqual({ clicks: 15, fields: javaScript ? 12 : 13 });
      await page.goto(`${server.url}/courses?q=Clocks`);
      await link(page, /View Course.*Clocks/).click();
      await page.getByText('You then get a certificate.', { exact: true }).waitFor();
    }, 240_000);
  });
});
