import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, openContext, sharedBrowser } from '#tests/support/browser.ts';
import { VIDEO_FILE, videoBytes } from '#tests/support/course-factories.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';

describe('the player of a course', () => {
  let server: Awaited<ReturnType<typeof startSample>>;

  beforeAll(async () => {
    server = await startSample();
    return server.stop;
  });

  /** Opens the sample's guided course while `answer` decides about each request of a part of its video. */
  async function openLesson(
    answer: (route: Route, from: number) => Promise<void>,
    prepare?: (page: Page) => Promise<void>,
  ) {
    const context = await openContext(await sharedBrowser());
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await addSession(context, server.url, await logIn(server.url, 'individual'));
    await page.route('**/videos/*', (route) => {
      const [, from = '0'] = /bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? [];
      return answer(route, Number(from));
    });
    await prepare?.(page);
    await page.goto(`${server.url}/courses`);
    await page
      .getByRole('link', { name: /Distributed Systems/ })
      .first()
      .click();
    await hydrated(page, 'video');
    // A refusal before hydration is dealt with right after it.
    await page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video?.networkState !== HTMLMediaElement.NETWORK_NO_SOURCE;
    });
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.defaultPlaybackRate = 4;
      video.playbackRate = 4;
    });
    return page;
  }

  const WHOLE = { path: VIDEO_FILE, contentType: 'video/mp4' };
  const HALF = Math.floor(videoBytes().length / 2);
  /** Within the file's table of contents, which is at its beginning. */
  const BEFORE_METADATA = 1_000;
  /** The first part of the video, after which the browser asks for the rest. */
  const firstPart = (route: Route, bytes = HALF) =>
    route.fulfill({
      status: 206,
      headers: {
        'Accept-Ranges': 'bytes',
        'Content-Type': 'video/mp4',
        'Content-Range': `bytes 0-${bytes - 1}/${videoBytes().length}`,
      },
      body: videoBytes().subarray(0, bytes),
    });

  const networkState = (page: Page) =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.networkState);

  /** Presses the player's own button by its key. */
  const pressPlay = (page: Page) => page.locator('video').press('Space');

  const state = (page: Page) =>
    page
      .locator('video')
      .evaluate(({ currentTime, paused, error, ended }: HTMLVideoElement) =>
        error ? 'error' : ended || (!paused && currentTime > 9) ? 'went on' : `at ${currentTime}`,
      );

  it('goes on after the URL of the file store has expired', async () => {
    let refused = 0;
    const page = await openLesson(async (route, from) => {
      if (refused > 0) return route.fulfill(WHOLE);
      if (from === 0) return firstPart(route);
      refused += 1;
      return route.fulfill({ status: 403 });
    });
    await pressPlay(page);
    await expect.poll(() => state(page), { timeout: 25_000 }).toBe('went on');
    expect(refused).toBe(1);
    await page.context().close();
  });

  it('plays after it was loaded again when play was pressed before the metadata had come', async () => {
    const pressed = Promise.withResolvers<void>();
    let refused = 0;
    const page = await openLesson(async (route, from) => {
      if (refused > 0) return route.fulfill(WHOLE);
      if (from === 0) return firstPart(route, BEFORE_METADATA);
      await pressed.promise;
      refused += 1;
      return route.fulfill({ status: 403 });
    });
    await pressPlay(page);
    pressed.resolve();
    await expect.poll(() => state(page), { timeout: 25_000 }).toBe('went on');
    await page.context().close();
  });

  it('takes a press on play while it waits to be loaded again', async () => {
    let refused = 0;
    const page = await openLesson(
      async (route, from) => {
        if (refused > 0) return route.fulfill(WHOLE);
        if (from === 0) return firstPart(route, BEFORE_METADATA);
        refused += 1;
        return route.fulfill({ status: 403 });
      },
      // It waits until the clock goes on.
      async ({ clock }) => {
        await clock.install();
        await clock.pauseAt(Date.now() + 60_000);
      },
    );
    await expect.poll(() => networkState(page)).toBe(0);
    await page.locator('video').click();
    await page.clock.resume();
    await expect.poll(() => state(page), { timeout: 25_000 }).toBe('went on');
    await page.context().close();
  });

  it('says that the video cannot be played when it fails again and again', async () => {
    const page = await openLesson((route, from) =>
      from === 0 ? firstPart(route) : route.fulfill({ status: 403 }),
    );
    await pressPlay(page);
    await page.getByRole('link', { name: 'Download video' }).waitFor();
    await page.context().close();
  });
});
