import MarkdownIt, { type RendererRule } from 'markdown-it';
import { exportedMarkdown } from './exported-markdown.server.ts';

const LAST_HEADING = 6;

/** Settings for the rendering of a text. */
export type Environment = {
  /** The path of an image, or null for one that is not shown. Without this function, none is. */
  imagePath?: (source: string) => string | null;
};

/** Markdown without HTML (CommonMark with tables and bare links). */
export function plainMarkdown() {
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });
  // Only what is certainly an address: 'README.md' and '//' in a text are not.
  markdown.linkify.set({ fuzzyLink: false }).add('ftp:', null).add('//', null);
  markdown.linkify.add('www.', {
    validate: (text, at) =>
      /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#][^\s<>"]*[^\s<>"'.,:;!?)\]])?\/?/u.exec(
        text.slice(at, at + 2_000),
      )?.[0].length ?? 0,
    normalize(match) {
      match.url = `https://${match.url}`;
    },
  });
  return markdown;
}

/**
 * A renderer of Markdown (CommonMark with tables, bare links, and what other programs export) that people enter. It shows HTML as text, and only those images that `imagePath` of
 * its environment knows, of others the description: an image of another site would tell that site who reads.
 * @param firstHeading the level, from 1 to 6, at which the headings of the text begin
 */
export function createMarkdown(firstHeading: number) {
  const markdown = plainMarkdown();
  markdown.use(exportedMarkdown);
  const shiftHeading: RendererRule = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    if (!token) return '';
    token.tag = `h${Math.min(LAST_HEADING, Number(token.tag.slice(1)) + firstHeading - 1)}`;
    return self.renderToken(tokens, index, options);
  };
  Object.assign(markdown.renderer.rules, {
    heading_open: shiftHeading,
    heading_close: shiftHeading,
    link_open(tokens, index, options, _env, self) {
      tokens[index]?.attrSet('rel', 'noopener');
      return self.renderToken(tokens, index, options);
    },
    image(tokens, index, options, env, self) {
      const { imagePath } = (env ?? {}) as Environment;
      const description = markdown.utils.escapeHtml(
        self.renderInlineAsText(tokens[index]?.children ?? [], options, env),
      );
      const path = imagePath?.(String(tokens[index]?.attrGet('src') ?? '')) ?? null;
      if (path === null) return description;
      return `<img src="${markdown.utils.escapeHtml(path)}" alt="${description}" loading="lazy">`;
    },
    // Tables scroll on narrow screens. Without a label, because the HTML is stored and read in every language.
    table_open: () => '<div class="prose-table" tabindex="0"><table>',
    table_close: () => '</table></div>',
  } satisfies Record<string, RendererRule>);
  return markdown;
}
