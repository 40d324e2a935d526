import { describe, expect, it } from 'vitest';
import { type Answer, crawl, kindOf, STARTS } from '#tests/support/crawl.ts';
import { NARROW, openNarrow } from '#tests/support/page-inspection.ts';
import { PSEUDO } from '#tests/support/pseudo-language.ts';
import { logIn, VIEWERS } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ inPseudo: true, env: { DEFAULT_LANGUAGE: PSEUDO } });

describe.each(VIEWERS)('longer texts from right to left, as %s', (viewer) => {
  it('fit into 320 px', { timeout: 240_000 }, async () => {
    const { url } = site.server;
    const cookie = await logIn(url, viewer);
    const home = viewer === 'visitor' ? '/' : '/dashboard';
    const answers = await crawl(url, cookie, [home, ...STARTS]);
    const kinds = new Map<string, Answer>();
    for (const answer of answers.values()) {
      const kind = `${kindOf(answer.path)} ${answer.status} ${answer.html.includes('class="empty"')}`;
      if (answer.html && !kinds.has(kind)) kinds.set(kind, answer);
    }
    expect(kinds.size).toBeGreaterThan(10);
    const context = await site.browser.newContext({
      viewport: NARROW,
      reducedMotion: 'reduce',
      locale: PSEUDO,
    });
    await addSession(context, url, cookie);
    const page = await context.newPage();
    const found: string[] = [];
    const others: string[] = [];
    for (const { path, html } of kinds.values()) {
      if (!html.includes(`<html lang="${PSEUDO}" dir="rtl"`)) others.push(path);
      found.push(...(await openNarrow(page, url, path, html)));
    }
    await context.close();
    expect([found, others]).toEqual([[], []]);
  });
});
