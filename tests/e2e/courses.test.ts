import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { heavyVideo, picture, VIDEO_FILE } from '#tests/support/course-factories.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

const MEGABYTE = 1_048_576;

describe('courses', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;
  let thumbnail: { name: string; mimeType: string; buffer: Buffer };

  beforeAll(async () => {
    server = await sharedSample();
    thumbnail = { name: 'picture.png', mimeType: 'image/png', buffer: await picture() };
  });

  async function enter(page: Page, viewer: Viewer) {
    await addSession(page.context(), server.url, await logIn(server.url, viewer));
  }

  const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

  /** Plays the page's only video from its middle. Polls its state, because a page without JavaScript gets no events. */
  async function playFromTheMiddle(page: Page) {
    const video = page.locator('video');
    const state = () =>
      video.evaluate(({ readyState, seeking, currentTime, duration, videoWidth }: HTMLVideoElement) => ({
        ready: readyState >= 2 && !seeking,
        currentTime,
        duration,
        videoWidth,
      }));
    const ready = () => expect.poll(async () => (await state()).ready, { timeout: 15_000 }).toBe(true);
    await expect.poll(async () => (await state()).duration, { timeout: 15_000 }).toBe(12);
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true;
      element.currentTime = 8;
    });
    await ready();
    expect(await state()).toMatchObject({ currentTime: 8, videoWidth: 640 });
    await video.evaluate((element: HTMLVideoElement) => void element.play());
    await expect.poll(async () => (await state()).currentTime, { timeout: 15_000 }).toBeGreaterThan(8);
  }

  journey('a course', ({ newPage, javaScript }) => {
    const viewport = javaScript ? { width: 1280, height: 900 } : { width: 390, height: 844 };
    const title = `Timetables ${javaScript ? 'with' : 'without'} scripts`;

    it('is published, edited, taken, rated and deleted', async () => {
      const author = await newPage({ viewport });
      await enter(author, 'issuer');
      await author.goto(`${server.url}/admin/create-course`);
      await author.getByRole('button', { name: 'Publish Course' }).click();
      await toast(author, 'Please enter all fields and upload a thumbnail.');
      await author.getByLabel('Course Title').fill(title);
      await author.getByLabel('Description').fill('From paper to the web.');
      await author.getByLabel('Thumbnail').setInputFiles(thumbnail);
      if (javaScript) await author.getByAltText('Chosen thumbnail').waitFor();
      await author.getByRole('button', { name: 'Publish Course' }).click();
      await toast(author, 'Course published successfully!');
      await author.waitForURL(`${server.url}/admin/courses`);

      await author.getByRole('link', { name: title, exact: true }).click();
      await author.getByText('Manage your course content and lessons').waitFor();
      await author.getByText('No modules yet').waitFor();
      await author.getByRole('button', { name: 'Create First Module' }).click();
      await author.getByText('Module 1: New Module').waitFor();
      await author.getByRole('link', { name: 'Rename' }).click();
      await author.getByLabel('Module title').fill('First steps');
      await author.getByRole('button', { name: 'Save' }).click();
      await author.getByRole('heading', { name: 'First steps' }).waitFor();

      await author.getByRole('link', { name: 'Add Lesson' }).click();
      await author.getByRole('heading', { name: 'Add New Lesson' }).waitFor();
      const create = author.getByRole('button', { name: 'Create Lesson' });
      if (javaScript) expect(await create.isDisabled()).toBe(true);
      else {
        await create.click();
        await toast(author, 'Please fill in all required fields');
      }
      await author.getByLabel('Lesson title').fill('A first lesson');
      await author.getByLabel('Duration').fill('0:12');
      await author.getByLabel('Video').setInputFiles(VIDEO_FILE);
      await create.click();
      await toast(author, 'Lesson added successfully!');
      await author.getByText('Video Available').waitFor();

      await author.getByRole('link', { name: 'Edit A first lesson' }).click();
      await author.getByLabel('Lesson title').fill('The first lesson');
      await author.getByRole('button', { name: 'Save lesson' }).click();
      await toast(author, 'Lesson updated successfully!');
      await author.getByRole('link', { name: 'Play The first lesson' }).click();
      await playFromTheMiddle(author);

      const learner = await newPage({ viewport });
      const fetched: string[] = [];
      learner.on('request', (request) => {
        if (request.url().includes('/videos/')) fetched.push(request.headers().range ?? 'whole');
      });
      await enter(learner, 'individual');
      await learner.goto(`${server.url}/courses?q=${encodeURIComponent(title)}`);
      await learner.getByText('Showing 1 of').waitFor();
      await learner.getByRole('link', { name: 'View Course' }).click();
      await learner.getByRole('heading', { name: 'Course Content' }).waitFor();
      await playFromTheMiddle(learner);
      await learner.getByRole('button', { name: 'Enrol in this course' }).click();
      await toast(learner, 'You are enrolled in this course!');
      await learner.getByLabel('4 stars').check({ force: true });
      await learner.getByRole('button', { name: 'Rate this course' }).click();
      await toast(learner, 'Thank you for your rating!');
      await learner.getByText('1 student enrolled').waitFor();
      expect(fetched.length).toBeGreaterThan(0);

      await author.goto(`${server.url}/admin/courses`);
      await author.getByRole('link', { name: `Delete ${title}` }).click();
      await author.getByText('Are you sure you want to delete this course and all its modules?').waitFor();
      await author.getByRole('button', { name: 'Delete' }).click();
      await toast(author, 'Course deleted successfully!');
      await author.getByRole('link', { name: title, exact: true }).waitFor({ state: 'detached' });
    });

    it.runIf(javaScript)(
      'requests only the needed ranges of a large video when the learner seeks',
      async () => {
        const author = await newPage({ viewport });
        await enter(author, 'issuer');
        await author.goto(`${server.url}/admin/courses`);
        await author.locator('a[href*="course-videos"]').first().click();
        await author.getByRole('link', { name: 'Add Lesson' }).first().click();
        await author.getByLabel('Lesson title').fill('A long lesson');
        await author.getByLabel('Duration').fill('0:12');
        const video = heavyVideo(40 * MEGABYTE);
        // A path, because Playwright sends bytes to the browser as text, which takes many seconds.
        const file = join(server.folder, 'long.mp4');
        writeFileSync(file, video);
        await author.getByLabel('Video').setInputFiles(file);
        await author.getByRole('button', { name: 'Create Lesson' }).click();
        await toast(author, 'Lesson added successfully!');

        const network = await author.context().newCDPSession(author);
        await network.send('Network.enable');
        const answers = new Map<string, number>();
        let received = 0;
        network.on('Network.responseReceived', ({ requestId, response }) => {
          if (response.url.includes('/videos/')) answers.set(requestId, response.status);
        });
        network.on('Network.dataReceived', ({ requestId, dataLength }) => {
          if (answers.has(requestId)) received += dataLength;
        });
        await author.getByRole('link', { name: 'Play A long lesson' }).click();
        await playFromTheMiddle(author);
        const seek = async (seconds: number) => {
          const element = author.locator('video');
          await element.evaluate((video: HTMLVideoElement, to) => {
            video.pause();
            video.currentTime = to;
          }, seconds);
          const arrived = () =>
            element.evaluate(
              ({ seeking, readyState, currentTime }: HTMLVideoElement) =>
                !seeking && readyState >= 2 && currentTime,
            );
          await expect.poll(arrived, { timeout: 15_000 }).toBe(seconds);
        };
        for (const seconds of [1, 9, 0.5, 10]) await seek(seconds);
        // The browser requests only the ranges around the positions that were played.
        expect(answers.size).toBeGreaterThan(1);
        expect(new Set(answers.values())).toEqual(new Set([206]));
        expect(received).toBeLessThan(video.length);
      },
    );

    it.runIf(javaScript)('shows an error when a video is missing', async () => {
      const learner = await newPage({ viewport });
      await learner.route('**/videos/**', (route) => route.fulfill({ status: 404, body: '' }));
      await enter(learner, 'individual');
      await learner.goto(`${server.url}/courses?q=react`);
      await learner.getByRole('link', { name: 'View Course' }).click();
      await learner.getByText('Error playing video. Please check if the file exists.').waitFor();
    });
  });
});
