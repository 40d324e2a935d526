import { type Answer, elements, textOf } from './crawl.ts';

/** The faults of a page that can be found in its HTML alone. */
export function faults({ html, status }: Answer): string[] {
  const found: string[] = [];
  const say = (wrong: boolean, text: string) => wrong && found.push(text);
  // An SVG may have a title element too.
  const head = html.replaceAll(/<svg[\s\S]*?<\/svg>/g, '');
  const titles = elements(head, 'title');
  say(titles.length !== 1 || !textOf(titles[0]?.inner ?? ''), `${titles.length} titles`);
  const descriptions = elements(head, 'meta').filter(
    ({ attributes }) => attributes.get('name') === 'description',
  );
  const wanted = status < 400;
  say(
    wanted && (descriptions.length !== 1 || !descriptions[0]?.attributes.get('content')),
    `${descriptions.length} descriptions`,
  );
  const headings = elements(html, 'h1');
  say(headings.length !== 1 || !textOf(headings[0]?.inner ?? ''), `${headings.length} h1`);
  const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
  const skips = levels.some((level, index) => level > (levels[index - 1] ?? 6) + 1);
  say(skips, `heading levels ${levels}`);
  for (const { attributes } of elements(html, 'img')) {
    const whole = ['alt', 'width', 'height'].every((name) => attributes.has(name));
    say(!whole, `image ${attributes.get('src')} without alt, width or height`);
  }
  for (const { tag, attributes } of elements(html, 'script|style')) {
    say(!attributes.get('nonce'), `${tag} without nonce`);
  }
  say(/<[a-z][^>]*\s(?:style|on[a-z]+)="/i.test(html), 'an inline style or handler');
  const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  say(ids.size !== [...html.matchAll(/\sid="([^"]*)"/g)].length, 'an id twice');
  for (const { attributes, inner } of elements(html, 'a')) {
    const href = attributes.get('href');
    say(!href || href === '#' || /^javascript:/i.test(href), `dead link ${href}`);
    const named = attributes.get('aria-label') || attributes.get('aria-hidden') === 'true' || textOf(inner);
    say(!named, `link to ${href} without a name`);
    say(
      attributes.get('target') === '_blank' && !/noopener|noreferrer/.test(attributes.get('rel') ?? ''),
      `${href} opens a window without rel=noopener`,
    );
  }
  return found;
}
