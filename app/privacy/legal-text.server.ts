import MarkdownIt from 'markdown-it';
import { env } from '#app/config/env.server.ts';

/** HTML in the text is shown as text. Images would come from other sites, so only their description is shown. */
const markdown = new MarkdownIt({ html: false, maxNesting: 20 }).disable('image');

/** A heading of the first level is one of the page's sections. */
markdown.core.ruler.push('headings', ({ tokens }) => {
  for (const token of tokens)
    if (/^heading_/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
});
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener');
  return self.renderToken(tokens, index, options);
};

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
