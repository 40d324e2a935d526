import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

// The tags of HTML that Notion, GitHub and other programs keep in the Markdown that they export. All others are shown as typed.

/** The text of a line without its indentation, or '' for one that is indented as code. */
export const textOf = (state: StateBlock, line: number) =>
  (state.sCount[line] ?? 0) - state.blkIndent >= 4
    ? ''
    : state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

function lineBreak(state: StateInline, silent: boolean): boolean {
  const found = /^<br\s{0,5}\/?>/i.exec(state.src.slice(state.pos, state.pos + 12))?.[0];
  if (found === undefined) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos += found.length;
  return true;
}

/** A word or more within tags for their look. Tags with attributes are left out, and so are comments. Others are shown as typed. */
const WITHIN_TAGS =
  /<(b|strong|i|em|u|s|del|ins|mark|kbd|sub|sup|small)>([\s\S]{1,1000}?)<\/\1>|<(span|font|p|div|center)(?: [^<>]{1,300})>([\s\S]{1,1000}?)<\/\3>|<!--[\s\S]{0,1000}?-->/iy;
const TAG_LENGTH = 400;

/** Reads the text from a place to another as inline Markdown. */
function tokenizeWithin(state: StateInline, from: number, to: number) {
  const { posMax } = state;
  state.pos = from;
  state.posMax = to;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
}

/** `<u>words</u>`, `<span style="…">words</span>` and `<!-- words -->`. */
function tags(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false;
  WITHIN_TAGS.lastIndex = state.pos;
  const [found, tag, words, other, others] = WITHIN_TAGS.exec(state.src) ?? [];
  const end = state.pos + (found?.length ?? 0);
  if (found === undefined || end > state.posMax) return false;
  const name = tag?.toLowerCase() ?? '';
  const inner = words ?? others;
  if (!silent && inner !== undefined) {
    const to = end - `</${tag ?? other}>`.length;
    if (tag) state.push('tag_open', name, 1);
    tokenizeWithin(state, to - inner.length, to);
    if (tag) state.push('tag_close', name, -1);
  }
  state.pos = end;
  return true;
}

/** `<a href="…">words</a>`. An address that Markdown does not link stays as typed. */
function anchor(state: StateInline, silent: boolean): boolean {
  const text = state.src.slice(state.pos, Math.min(state.posMax, state.pos + 3 * TAG_LENGTH));
  const [found, open = '', address = '', words = ''] =
    /^(<a [^<>]{0,200}?href="([^"<>\s]{1,400})"[^<>]{0,200}>)([^<>]{1,400})<\/a>/i.exec(text) ?? [];
  const href = state.md.normalizeLink(address);
  if (found === undefined || !state.md.validateLink(href)) return false;
  const [start, end] = [state.pos + open.length, state.pos + found.length];
  if (!silent) {
    state.push('link_open', 'a', 1).attrSet('href', href);
    state.linkLevel += 1;
    tokenizeWithin(state, start, start + words.length);
    state.linkLevel -= 1;
    state.push('link_close', 'a', -1);
  }
  state.pos = end;
  return true;
}

/** Skips a line with only a tag, such as those around a callout of Notion or a centred block. The lines between them are Markdown. */
function wrapper(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  const line = textOf(state, start);
  if (
    !/^(?:<aside>|<\/aside>|<(?:div|p|center) [^<>]{1,300}>|<\/(?:div|p|center)>|<!--.{0,1000}?-->)\s*$/i.test(
      line,
    )
  )
    return false;
  if (!silent) state.line = start + 1;
  return true;
}

/** Reads the tags that exported Markdown has. */
export function htmlInMarkdown(markdown: MarkdownIt) {
  const block = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('fence', 'wrapper', wrapper, block);
  markdown.inline.ruler.before('autolink', 'line_break', lineBreak);
  markdown.inline.ruler.before('autolink', 'tags', tags);
  markdown.inline.ruler.before('autolink', 'anchor', anchor);
}
