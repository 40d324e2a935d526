import type { RendererRule, StateCore, Token } from 'markdown-it';
import { plainMarkdown } from '#app/shared/markdown.server.ts';

// Lines of a mail stay lines, such as those of a signature.
const markdown = plainMarkdown().set({ breaks: true });
// 2,000 characters of a table become 190,000 of HTML.
markdown.disable('table');
// Others, such as javascript:, stay as they were typed.
markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address);

const wordsOf = (tokens: Token[]) => tokens.map(({ content }) => content).join('');

/** A link whose words are not its address gets the address after them, which alone is linked. */
function writtenOut(state: StateCore, open: Token, within: Token[], close: Token): Token[] {
  const href = String(open.attrGet('href') ?? '');
  open.attrs = [
    ['href', href],
    ['dir', 'ltr'],
  ];
  const address = href.replace(/^mailto:/i, '');
  const shown = [address, markdown.normalizeLinkText(address)];
  if ([...shown, ...shown.map((text) => text.replace(/^https?:\/\//i, ''))].includes(wordsOf(within)))
    return [open, ...within, close];
  const textToken = (content: string) => Object.assign(new state.Token('text', '', 0), { content });
  return [...within, textToken(' ('), open, textToken(address), close, textToken(')')];
}

function writeAddressesOut(state: StateCore) {
  for (const block of state.tokens) {
    const tokens = block.children ?? [];
    if (!tokens.some(({ type }) => type === 'link_open')) continue;
    block.children = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as Token;
      const isEnd = ({ type }: Token, index: number) => index > at && type === 'link_close';
      const end = token.type === 'link_open' ? tokens.findIndex(isEnd) : -1;
      if (end === -1) block.children.push(token);
      else {
        block.children.push(...writtenOut(state, token, tokens.slice(at + 1, end), tokens[end] as Token));
        at = end;
      }
    }
  }
}
markdown.core.ruler.push('addresses', writeAddressesOut);

/** Code keeps its lines and its indentation without a style, which pages forbid and mail programs remove. */
const code: RendererRule = (tokens, index) => {
  const lines = markdown.utils.escapeHtml(tokens[index]?.content.trimEnd() ?? '');
  return `<p><code>${lines.replaceAll('  ', '&nbsp; ').replaceAll('\n', '<br>')}</code></p>\n`;
};

Object.assign(markdown.renderer.rules, {
  image: (tokens, index, options, env, self) =>
    markdown.utils.escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env)),
  fence: code,
  code_block: code,
} satisfies Record<string, RendererRule>);

/**
 * Renders the text of a mail as HTML: Markdown without images, with the address of each link written out, so that its reader sees where
 * it leads. No attribute has words of the text but `href`. Placeholders stay as they are. A text of `MAX_MAIL_TEXT` characters takes 3 ms at
 * most, so it needs no thread.
 */
export const renderMailText = (text: string): string => markdown.render(text);
