import { expect, it } from 'vitest';
import { crawl, STARTS } from '#tests/support/crawl.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ env: { DEFAULT_LANGUAGE: 'zh-Hans', RATE_LIMITS: 'off' } });

/** A space after a sign that has its own, or a Latin sign after a Chinese character. */
const WRONG = /[，。：；！？、] |[\u4e00-\u9fff][,:;!?] /;

/** The texts of a page, each as long as no element interrupts it. */
const texts = (html: string) =>
  html
    .replace(/<(script|style|textarea)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll('<!-- -->', '')
    .split(/<[^>]*>/);

it.each(['individual', 'issuer', 'super admin'] as const)(
  'a page in Chinese has the signs of Chinese, for %s',
  async (viewer) => {
    const { url } = site.server;
    const answers = await crawl(url, await logIn(url, viewer), ['/dashboard', ...STARTS]);
    const pages = [...answers.values()].filter(({ html }) => html.includes('<html lang="zh-Hans"'));
    expect(pages.length).toBeGreaterThan(20);
    const found = pages.flatMap(({ path, html }) =>
      texts(html)
        .filter((text) => WRONG.test(text))
        .map((text) => `${path.split('?', 1)[0]}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  },
);
