import { env } from '#app/config/env.server.ts';
import { createMarkdown } from '#app/shared/markdown.server.ts';

/** The page has its title as h1. */
const markdown = createMarkdown(2);

const rendered = new WeakMap<object, { privacy: string | null; terms: string | null }>();

/** The operator's own text below ours, as HTML, or null. It is rendered once, because it is read at start. */
export function legalText(page: 'privacy' | 'terms'): string | null {
  const { legal } = env();
  const known = rendered.get(legal) ?? {
    privacy: legal.privacy && markdown.render(legal.privacy),
    terms: legal.terms && markdown.render(legal.terms),
  };
  rendered.set(legal, known);
  return known[page];
}
