import MarkdownIt, { type RendererRule } from 'markdown-it';

export type MarkdownTask = { markdown: string; lessonId: string };

/** The page has the course's title as h1 and the lesson's as h2. */
const FIRST_HEADING = 3;
const LAST_HEADING = 6;

const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: 20 });

const shiftHeading: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (!token) return '';
  const level = Math.min(LAST_HEADING, Number(token.tag.slice(1)) + FIRST_HEADING - 1);
  token.tag = `h${level}`;
  return self.renderToken(tokens, index, options);
};
markdown.renderer.rules.heading_open = shiftHeading;
markdown.renderer.rules.heading_close = shiftHeading;

markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener');
  return self.renderToken(tokens, index, options);
};

/** Lessons have no files of their own, and images of other sites would tell these who reads. Their description remains. */
markdown.renderer.rules.image = (tokens, index, options, env, self) =>
  markdown.utils.escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env));

/** Tables scroll on narrow screens. */
markdown.renderer.rules.table_open = () =>
  '<div class="prose-table" tabindex="0" role="region" aria-label="Table"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';

/** Runs in a worker thread, because some texts take long. */
export default function renderInThread({ markdown: text, lessonId }: MarkdownTask): string {
  return markdown.render(text, { lessonId });
}
