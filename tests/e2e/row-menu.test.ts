import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite();

journey('the menu of a certificate', ({ newPage }) => {
  it('opens and closes by keyboard, and leads to its pages', async () => {
    const page = await newPage();
    const { url } = site.server;
    await addSession(page.context(), url, await logIn(url, 'issuer'));
    await page.goto(`${url}/admin/issued-certificates`);
    const button = page.getByRole('button', { name: /^More about/ }).first();
    const menu = page.locator('.row-menu').first();
    expect(
      await page
        .getByRole('link', { name: /^Preview of/ })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await menu.isVisible()).toBe(false);
    // The smallest target of WCAG 2.5.8.
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await button.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    const links = await menu.getByRole('link').allTextContents();
    // Only some certificates can be renewed.
    expect(links.filter((text) => text !== 'Renew')).toEqual(['Mail', 'Replace', 'Revoke', 'Erase']);
    // The menu is within the window.
    const box = await menu.boundingBox();
    const size = page.viewportSize();
    expect(box && size && box.x >= 0 && box.x + box.width <= size.width && box.y >= 0).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Mail');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('row-menu-button');
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: /^Revoke/ }).click();
    await page.getByRole('heading', { name: 'Revoke certificate' }).waitFor();
  });

  it.each([320, 900, 960, 1160, 1216, 1280, 1366])('is in view %i pixels wide', async (width) => {
    const page = await newPage();
    const { url } = site.server;
    await addSession(page.context(), url, await logIn(url, 'issuer'));
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${url}/admin/issued-certificates`);
    const frame = page.locator('.table-frame');
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});
