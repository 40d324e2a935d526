import type { Route } from 'playwright-core';
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
  async function openLesson(answer: (route: Route, from: number) => Promise<void>) {
    const context = await openContext(await sharedBrowser());
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await addSession(context, server.url, await logIn(server.url, 'individual'));
    await page.route('**/videos/*', (route) => {
      const [, from = '0'] = /bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? [];
      return answer(route, Number(from));
    });
    await page.goto(`${server.url}/courses`);
    await page
      .getByRole('link', { name: /Distributed Systems/ })
      .first()
      .click();
    await hydrated(page, 'video');
    return page;
  }

  const HALF = Math.floor(videoBytes().length / 2);
  /** The first half of the video, after which the browser asks for the rest. */
  const firstHalf = (route: Route) =>
    route.fulfill({
      status: 206,
      headers: {
        'Accept-Ranges': 'bytes',
        'Content-Type': 'video/mp4',
        'Content-Range': `bytes 0-${HALF - 1}/${videoBytes().length}`,
      },
      body: videoBytes().subarray(0, HALF),
    });

  it('goes on after the URL of the file store has expired', async () => {
    let refused = 0;
    const page = await openLesson(async (route, from) => {
      if (refused > 0) return route.fulfill({ path: VIDEO_FILE, contentType: 'video/mp4' });
      if (from === 0) return firstHalf(route);
      refused += 1;
      return route.fulfill({ status: 403 });
    });
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.defaultPlaybackRate = 4;
      video.playbackRate = 4;
      return video.play();
    });
    const state = () =>
      page
        .locator('video')
        .evaluate(({ currentTime, paused, error, ended }: HTMLVideoElement) =>
          error ? 'error' : ended || (!paused && currentTime > 9) ? 'went on' : `at ${currentTime}`,
        );
    await expect.poll(state, { timeout: 25_000 }).toBe('went on');
    expect(refused).toBe(1);
    await page.context().close();
  });

  it('says that the video cannot be played when it fails again and again', async () => {
    const page = await openLesson((route, from) =>
      from === 0 ? firstHalf(route) : route.fulfill({ status: 403 }),
    );
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.play().catch(() => undefined);
    });
    await page.getByRole('link', { name: 'Download video' }).waitFor();
    await page.context().close();
  });
});
