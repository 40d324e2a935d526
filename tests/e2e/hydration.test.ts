import { describe, expect, it } from 'vitest';
import { hydrated, openContext } from '#tests/support/browser.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

/** Opens a page whose scripts are held back until `release` is called. */
async function openWithLateScript(viewer: Viewer | null, path: string) {
  const page = await (await openContext(site.browser)).newPage();
  if (viewer) await addSession(page.context(), site.server.url, await logIn(site.server.url, viewer));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(site.server.url + path, { waitUntil: 'commit' });
  return { page, release };
}

it('enables Pay to Verify for an ID that was typed before hydration', async () => {
  const { page, release } = await openWithLateScript('individual', '/verify');
  const button = page.getByRole('button', { name: 'Pay to Verify' });
  await page.getByLabel('Certificate ID').fill('7K3M-9QZX-2HVB-4TND');
  release();
  await hydrated(page, 'input[name="uniqueId"]');
  expect(await button.isEnabled()).toBe(true);
  await page.getByLabel('Certificate ID').fill(' ');
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.context().close();
});

it('enables Create Lesson for a form that was filled in before hydration', async () => {
  const { page: list, release: releaseList } = await openWithLateScript('issuer', '/admin/courses');
  releaseList();
  const course = await list.locator('a[href*="course-videos"]').first().getAttribute('href');
  await list.goto(`${site.server.url}${course}`);
  const dialog = await list.getByRole('link', { name: 'Add Lesson' }).first().getAttribute('href');
  await list.context().close();

  const { page, release } = await openWithLateScript('issuer', dialog ?? '');
  const button = page.getByRole('button', { name: 'Create Lesson' });
  await page.getByLabel('Lesson title').fill('Clocks');
  await page.getByLabel('Duration').fill('15:30');
  await page
    .getByLabel('Video')
    .setInputFiles({ name: 'clocks.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not read here') });
  release();
  await hydrated(page, 'input[name="duration"]');
  expect(await button.isEnabled()).toBe(true);
  await page.getByLabel('Duration').fill('');
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.context().close();
});

describe('the page of a visitor', () => {
  const openPage = async (path: string) => {
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(site.server.url + path, { waitUntil: 'commit' });
    return page;
  };

  it('says so while its first form is sent, and stays when the answer is a foreign 502', async () => {
    const page = await openPage('/');
    await hydrated(page, 'main');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await answered;
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    });
    await page.getByLabel('Email').fill('nobody@people.example');
    await page.getByLabel('Password').fill('blue-heron-over-fen');
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.getByText('Logging in...').waitFor();
    answer();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@people.example');
    await page.context().close();
  });

  it('keeps what was entered before and during hydration', async () => {
    const { page, release } = await openWithLateScript(null, '/register');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@people.example');
    await page.getByLabel('Corporate').check();
    release();
    await page.getByLabel('Password').pressSequentially('blue-heron-over-fen');
    await hydrated(page, 'main');
    await page.getByRole('button', { name: 'Register Now' }).click();
    await page.getByText('Please verify your email!').waitFor();
    await page.context().close();
  });

  it('submits forms and follows links without the scripts', async () => {
    const { page } = await openWithLateScript(null, '/');
    await page.getByLabel('Email').fill('nobody@people.example');
    await page.getByLabel('Password').fill('blue-heron-over-fen');
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@people.example');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL(`${site.server.url}/forgot-password`, { waitUntil: 'commit' });
    await page.context().close();
  });
});
