import { expect, it } from 'vitest';
import { DEMO_PASSWORD, ISSUERS, VERIFIERS } from '#app/sample/people.ts';
import { openContext } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

const QUESTIONS = [
  { type: 'number', text: 'Temperature in °C?', points: 1, answer: -5 },
  {
    type: 'single',
    text: 'Colour of the sky?',
    points: 4,
    options: [{ text: 'blue', correct: true }, { text: 'green' }],
  },
  { type: 'text', text: 'Capital of France?', points: 4, accepted: ['Paris'] },
];

async function call(path: string, token: string, json?: unknown) {
  const response = await fetch(`${site.server.url}/api/v1/${path}`, {
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
  expect(response.status).toBeLessThan(300);
  return response.json();
}

const tokenOf = async (email: string) =>
  (await call('users/login', '', { email, password: DEMO_PASSWORD })).token;

/** Adds a quiz of 20 seconds to a course of the sample, and opens an attempt of it in a browser. */
async function openAttempt() {
  const author = await tokenOf(ISSUERS[0].email);
  const course = (await call('admin/courses', author)).at(-1);
  const courseId = course._id;
  const module = await call(`admin/course/addModules/${courseId}`, author, { title: 'Tests' });
  const quiz = { passMark: 60, attempts: null, timeLimit: 20, shuffle: false, questions: QUESTIONS };
  const lesson = await call(`admin/course/module/addLesson/${module._id}`, author, {
    title: 'Weather',
    duration: '1',
    courseId,
    type: 'quiz',
    quiz,
  });
  await call(`courses/${courseId}/enrolment`, await tokenOf(VERIFIERS[1].email), {});
  const context = await openContext(site.browser);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await addSession(context, site.server.url, await logIn(site.server.url, 'individual'));
  await page.goto(`${site.server.url}/course/${courseId}?lesson=${lesson._id}`);
  await page.getByRole('button', { name: 'Begin quiz' }).click();
  await page.getByRole('timer').waitFor();
  return page;
}

it('keeps the valid answers beside one that cannot be read, when the time is up without a connection', async () => {
  const page = await openAttempt();
  await page.getByLabel('Temperature').fill('1,500');
  await page.getByText('“1,500” is read as 1500.').waitFor();
  await page.getByLabel('Temperature').fill('minus five');
  await page.getByText('The answer must be a number, without a unit.').waitFor();
  await page.getByLabel('blue').check();
  await page.context().setOffline(true);
  await page.getByLabel('Capital').fill('Paris');
  await page.getByText('The server did not answer').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('The marked answers were not saved. All others were.').first().waitFor();
  expect(await page.getByLabel('Temperature').inputValue()).toBe('minus five');
  await page.context().setOffline(true);
  await page.getByText('0:00 left').waitFor();
  await page.waitForTimeout(3_000);
  await page.context().setOffline(false);
  await page.getByText('8 of 9 points').waitFor();
  await page.context().close();
});

it('asks the server for the time that is left after the computer slept', async () => {
  const page = await openAttempt();
  // The clock goes on during sleep, and measured time does not.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  await page.waitForResponse((response) => /course\/[^?]*\.data/.test(response.url()));
  await page.context().close();
});
