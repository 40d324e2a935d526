import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { languages, messageTexts } from '#app/messages/reader-language.server.ts';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { homeOf } from '#app/shared/redirects.ts';
import { hydrated, journey, openContext } from '#tests/support/browser.ts';
import { PSEUDO, pseudo } from '#tests/support/pseudo-language.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { sampleSite } from '#tests/support/sample-site.ts';
import english from '../../messages/en.json' with { type: 'json' };

const site = sampleSite({ inPseudo: true });

const say = (name: keyof typeof english) => pseudo(english[name]);

/** Arabic, or before it is translated the pseudo-language. */
const LANGUAGE = languages().includes('ar') ? 'ar' : PSEUDO;
const inArabic = (name: keyof typeof english) =>
  LANGUAGE === PSEUDO ? say(name) : (messageTexts(LANGUAGE)[name] ?? '');

const htmlOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

/** Chooses a language with the switch in the footer. */
async function choose(page: Page, language = PSEUDO) {
  await page.locator(`footer button[lang="${language}"]`).click();
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

journey('a stranger who reads Arabic', ({ newPage, javaScript }) => {
  const email = `layla-${javaScript ? 'js' : 'plain'}@people.example`;
  let uniqueId = '';

  beforeAll(async () => {
    const cookie = await logIn(site.server.url, 'issuer');
    const list = await fetch(`${site.server.url}/admin/issued-certificates`, { headers: { cookie } });
    uniqueId = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(await list.text())?.[0] ?? '';
  });

  it('registers, looks a certificate up, pays and downloads it', async () => {
    const page = await newPage();
    await page.goto(`${site.server.url}/register`);
    await choose(page, LANGUAGE);
    expect(page.url()).toBe(`${site.server.url}/register`);
    expect(await htmlOf(page)).toEqual([LANGUAGE, 'rtl']);
    await page.locator('input[name="name"]').fill('ليلى حداد');
    await page.locator('input[name="email"]').fill(email);
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
    await page.getByLabel(inArabic('common.individual')).check();
    await page.getByRole('button', { name: inArabic('register.registerNow') }).click();
    await page.getByText(inArabic('common.pleaseVerifyYourEmail')).first().waitFor();
    await page.waitForURL(`${site.server.url}/`);

    await page.goto(`${site.server.url}/dev/mail`);
    await page.locator('main tbody tr', { hasText: email }).getByRole('link').first().click();
    await page.getByRole('link', { name: '/verify/' }).first().click();
    const confirm = page.getByRole('button', { name: inArabic('verifyEmailStates.verifyEmail') });
    if (!javaScript) await confirm.click();
    await page.waitForURL(`${site.server.url}/`);

    await page.locator('input[name="email"]').fill(email);
    await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: inArabic('login.loginNow') }).click();
    await page.waitForURL(site.server.url + homeOf('individual'));
    expect(await htmlOf(page)).toEqual([LANGUAGE, 'rtl']);

    await page.goto(`${site.server.url}/verify`);
    await page.getByPlaceholder(inArabic('verify.enterCertificateId')).fill(uniqueId);
    await page
      .locator('main form')
      .filter({ has: page.locator('[name="uniqueId"]') })
      .getByRole('button')
      .click();
    await page.waitForURL(`${site.server.url}/verify/payment`);
    // No currency and no digits of another script.
    await page
      .getByText(/4[.,٬]?200/)
      .first()
      .waitFor();
    for (const [name, value] of [
      ['cardNumber', '4242 4242 4242 4242'],
      ['expiryMonth', '12'],
      ['expiryYear', '39'],
      ['cvCode', '123'],
    ])
      await page.locator(`input[name="${name}"]`).fill(value ?? '');
    await page
      .locator('main form')
      .filter({ has: page.locator('[name="cvCode"]') })
      .getByRole('button')
      .click();
    const pdf = page.locator('main a[href*=".pdf"]').first();
    const answer = await page.request.get(
      new URL((await pdf.getAttribute('href')) ?? '', site.server.url).href,
    );
    expect((await answer.body()).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(await htmlOf(page)).toEqual([LANGUAGE, 'rtl']);
  });
});

describe('the letters of other scripts', () => {
  it.each(['ar', 'hi', 'zh-Hans'])('have room above and below, and none between (%s)', async (locale) => {
    const context = await openContext(site.browser, { locale });
    const page = await context.newPage();
    await page.goto(`${site.server.url}/mission`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    const tight = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const { fontSize, letterSpacing, lineHeight } = getComputedStyle(element);
        const isLow =
          /^H[1-3]$/.test(element.tagName) && parseFloat(lineHeight) < 1.349 * parseFloat(fontSize);
        return isLow || letterSpacing !== 'normal' ? [element.outerHTML.slice(0, 200)] : [];
      }),
    );
    expect(tight).toEqual([]);
    await context.close();
  });
});

describe('the scripts of a page', () => {
  it('are those of its language, and change no text that the server sent', async () => {
    const page = await (await openContext(site.browser)).newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${site.server.url}/faq`);
    await hydrated(page, 'main');
    expect(requested.filter((path) => /\/assets\/.+\/.*\.js$/.test(path))).toEqual([]);
    requested.length = 0;
    await choose(page);
    await hydrated(page, 'main');
    const sent = await page.evaluate(() => document.body.innerText);
    await page.locator('footer a[href="/mission"]').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL(`${site.server.url}/mission`);
    const scripts = requested.filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((path) => !path.startsWith(`/assets/${PSEUDO}/`))).toEqual([]);
    await page.goBack();
    await page.waitForURL(`${site.server.url}/faq`);
    await expect.poll(() => page.evaluate(() => document.body.innerText)).toBe(sent);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('come with titles in Latin letters at the side where the page begins', async () => {
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(`${site.server.url}/faq`);
    await choose(page);
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).textAlign),
    ).toBe('right');
    await page.context().close();
  });

  it('have sentences from right to left that begin with an isolated name or number', async () => {
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(`${site.server.url}/faq`);
    await choose(page);
    const turned = await page.evaluate(() =>
      ['<bdi></bdi>', '<p dir="auto"></p>'].filter((markup) => {
        document.querySelector('main')?.insertAdjacentHTML('beforeend', markup);
        const element = document.querySelector('main')?.lastElementChild as Element;
        element.textContent = '\u2068Visa\u2069 تنتهي';
        const leftOf = (start: number) => {
          const range = document.createRange();
          range.setStart(element.firstChild as Text, start);
          range.setEnd(element.firstChild as Text, start + 4);
          return range.getBoundingClientRect().left;
        };
        return leftOf(1) < leftOf(7);
      }),
    );
    expect(turned).toEqual([]);
    await page.context().close();
  });

  it('follow the language of the account that logs in, with its toast', async () => {
    const cookie = await logIn(site.server.url, 'issuer');
    const headers = { cookie, origin: site.server.url };
    const body = new URLSearchParams({ language: PSEUDO, redirectTo: '/' });
    await fetch(`${site.server.url}/language`, { method: 'POST', headers, body, redirect: 'manual' });
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(site.server.url);
    await hydrated(page, 'main');
    await page.getByLabel('Email').fill(ISSUERS[0].email);
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.locator(`html[lang="${PSEUDO}"]`).waitFor({ state: 'attached' });
    await page.locator('.toast').first().waitFor();
    expect(await page.locator('#sidebar').innerText()).toContain(say('common.dashboard'));
    await page.context().close();
  });

  it('keep what was entered in the middle of a form when the language changes', async () => {
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(`${site.server.url}/contact`);
    await hydrated(page, 'main');
    const [name, body] = [page.locator('main [name="name"]'), page.locator('main [name="message"]')];
    await name.fill('Ada');
    await body.fill('When does it\nstart?');
    await choose(page);
    // Effects run after the page is hydrated.
    await expect
      .poll(async () => [await name.inputValue(), await body.inputValue()])
      .toEqual(['Ada', 'When does it\nstart?']);
    await page.context().close();
  });

  it('leave what is typed after the language changed, before they have run', async () => {
    const page = await (await openContext(site.browser)).newPage();
    await page.goto(`${site.server.url}/register`);
    await hydrated(page, 'main');
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/**/*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await choose(page);
    await page.locator('input[name="name"]').fill('Layla Haddad');
    await page.locator('input[name="role"]').last().check();
    release();
    await hydrated(page, 'main');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.locator('input[name="name"]').inputValue()).toBe('Layla Haddad');
    expect(await page.locator('input[name="role"]').last().isChecked()).toBe(true);
    await page.context().close();
  });

  it('load anew when another tab has changed the language', async () => {
    const context = await openContext(site.browser);
    const [page, other] = [await context.newPage(), await context.newPage()];
    await page.goto(`${site.server.url}/faq`);
    await hydrated(page, 'main');
    await other.goto(`${site.server.url}/faq`);
    await choose(other);
    await page.locator('footer a[href="/mission"]').click();
    await page.locator(`html[lang="${PSEUDO}"]`).waitFor({ state: 'attached' });
    expect(page.url()).toBe(`${site.server.url}/mission`);
    await page.getByText(say('page.skipToContent')).waitFor({ state: 'attached' });
    await context.close();
  });
});
