import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { htmlInMarkdown, textOf } from './html-in-markdown.server.ts';

// What other programs write into the Markdown that they export, and CommonMark has not: task lists, footnotes, tags of HTML for the look
// of words, <details>, callouts, the bullets of Word, formulas (which are shown as typed), and addresses of videos.

const LOOK_AHEAD_LINES = 100;

/** Bullets of Word as it copies them, also from its symbol fonts. Letters and dashes are bullets only before a tab. */
const WORD_BULLET =
  /^[ \t\u00a0]*(?:([•·●○◦▪■►➢➤‣⁃\uf0b7\uf0a7\uf0d8\uf076])[ \t\u00a0]+|([o§–—])[ \u00a0]*\t[ \t\u00a0]*)(?=\S)/;
const MOST_LEVELS = 6;

/** Writes Word's bullets as those of Markdown. Each new kind of bullet is a level deeper. */
function bullets(state: StateCore) {
  let fence: string | null = null;
  let kinds: string[] = [];
  let isAfterBullet = false;
  const lines = state.src.split('\n').map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null || mark !== undefined) {
      if (fence === null) fence = mark ?? null;
      else if (mark?.startsWith(fence)) fence = null;
      return line;
    }
    const found = WORD_BULLET.exec(line);
    const wasBullet = isAfterBullet;
    isAfterBullet = found !== null;
    if (!found) {
      if (/^\s/.test(line) || line === '') return line;
      kinds = [];
      // In Word each line is a paragraph.
      return wasBullet ? `\n${line}` : line;
    }
    const kind = found[1] ?? found[2] ?? '';
    const level = kinds.indexOf(kind);
    if (level !== -1) kinds.length = level + 1;
    else if (kinds.length < MOST_LEVELS) kinds.push(kind);
    return `${'  '.repeat(kinds.length - 1)}- ${line.slice(found[0].length)}`;
  });
  state.src = lines.join('\n');
}

function pushWords(state: StateBlock, tag: 'summary' | 'p', content: string) {
  const name = tag === 'p' ? 'paragraph' : tag;
  state.push(`${name}_open`, tag, tag === 'p' ? 1 : 0);
  const words = state.push('inline', '', 0);
  words.content = content;
  words.children = [];
  state.push(`${name}_close`, tag, tag === 'p' ? -1 : 0);
}

/** The text of `<summary>` at a line, which may have several, and the line after it. */
function summaryAt(state: StateBlock, start: number, end: number) {
  const last = Math.min(end, start + LOOK_AHEAD_LINES);
  let text = textOf(state, start);
  if (!/^<summary>/i.test(text)) return null;
  let line = start + 1;
  for (; !/<\/summary>\s*$/i.test(text); line += 1) {
    if (line >= last || state.isEmpty(line)) return null;
    text += `\n${textOf(state, line)}`;
  }
  return { text: text.replace(/^<summary>|<\/summary>\s*$/gi, ''), next: line };
}

/** `<details>`, `<summary>` and `</details>` at the beginning of lines. `pairDetails` decides which of them are shown as such. */
function details(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const line = textOf(state, start);
  if (!line.startsWith('<')) return false;
  const open =
    /^<details(\s+open(?:="")?)?\s*>\s*(?:<summary>(.*?)<\/summary>)?(.*?)(<\/details>)?\s*$/i.exec(line);
  const alone = state.tokens.at(-1)?.type === 'details_open' ? summaryAt(state, start, end) : null;
  if (!open && !alone && !/^<\/details>\s*$/i.test(line)) return false;
  if (silent) return true;
  state.line = alone?.next ?? start + 1;
  if (!alone) {
    const token = state.push(open ? 'details_open' : 'details_close', 'details', 0);
    token.content = open ? '<details>' : '</details>';
    if (open?.[1]) token.attrSet('open', '');
  }
  const summary = alone?.text ?? open?.[2];
  if (summary !== undefined) {
    pushWords(state, 'summary', summary.replace(/<\/?(?:b|strong|i|em|h[1-6])>/gi, '').trim());
  }
  const words = open?.[3]?.trim() ?? '';
  if (words !== '') pushWords(state, 'p', words);
  if (open?.[4]) state.push('details_close', 'details', 0).content = '</details>';
  return true;
}

/** Pairs the beginnings and ends of details within the same list item, quote or document. Others are shown as text. */
function pairDetails(state: StateCore) {
  const paired = new Set<Token>();
  const open: Token[][] = [[]];
  for (const token of state.tokens) {
    if (token.nesting === 1) open.push([]);
    else if (token.nesting === -1) open.pop();
    else if (token.type === 'details_open') open.at(-1)?.push(token);
    else if (token.type === 'details_close') {
      const begin = open.at(-1)?.pop();
      if (begin) paired.add(begin).add(token);
    }
  }
  let isShown = true;
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'details_open') isShown = paired.has(token);
    if (token.type.startsWith('summary_') && !isShown) {
      const isOpen = token.type === 'summary_open';
      return [new state.Token(isOpen ? 'paragraph_open' : 'paragraph_close', 'p', isOpen ? 1 : -1)];
    }
    if (!token.type.startsWith('details_') || paired.has(token)) return [token];
    const words = new state.Token('inline', '', 0);
    words.content = token.content;
    words.children = [];
    return [new state.Token('paragraph_open', 'p', 1), words, new state.Token('paragraph_close', 'p', -1)];
  });
}

/** A formula on several lines is shown as typed. */
function formulaBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const [, mark] = /^(\$\$(?!.*\$\$)|\\\[\s*$|\\begin\{)/.exec(textOf(state, start)) ?? [];
  if (mark === undefined) return false;
  const closes = mark === '$$' ? /\$\$\s*$/ : mark.startsWith('\\[') ? /\\\]\s*$/ : /\\end\{[^}]*\}\s*$/;
  const last = Math.min(end, start + LOOK_AHEAD_LINES);
  let line = mark === '\\begin{' ? start : start + 1;
  while (line < last && !closes.test(textOf(state, line))) line += 1;
  if (line >= last) return false;
  if (silent) return true;
  state.line = line + 1;
  const token = state.push('code_block', 'code', 0);
  token.content = state.getLines(start, line + 1, state.blkIndent, true);
  return true;
}

// A backslash before a square bracket is also an escape, and a dollar sign before a digit an amount, so these need a sign of formulas.
const FORMULA =
  /\$\$[^$]{1,2000}\$\$|\$(?![\s$]|\d[^$\n\\^_={}]*\$)(?:(?!\]\()[^$\n`]){1,500}(?<!\s)\$(?!\d)|\\\([\s\S]{1,1000}?\\\)|\\\[(?=[^\]]{0,500}(?:\\[a-z]|[\^_=]))[\s\S]{1,1000}?\\\]/y;

/** A formula within a line is shown as typed. */
function formula(state: StateInline, silent: boolean): boolean {
  FORMULA.lastIndex = state.pos;
  const found = FORMULA.exec(state.src)?.[0];
  if (found === undefined || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push('text', '', 0).content = found;
  state.pos += found.length;
  return true;
}

const CALLOUT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Callouts of GitHub: quotes that begin with `[!NOTE]`, which becomes a strong word. */
function callouts(state: StateCore) {
  for (const [index, token] of state.tokens.entries()) {
    if (state.tokens[index - 2]?.type !== 'blockquote_open' || token.type !== 'inline') continue;
    const [mark, kind = ''] = CALLOUT.exec(token.content) ?? [];
    if (mark === undefined) continue;
    const words = token.content.slice(mark.length);
    const name = `**${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}**`;
    token.content = words === '' ? name : `${name}\\\n${words}`;
  }
}

/** The footnotes of a text by their names, and the numbers of those that it refers to. */
type Footnotes = { texts: Map<string, string>; numbers: Map<string, number> };

function footnotesOf(env: Env): Footnotes {
  const known = env as Env & { footnotes?: Footnotes };
  known.footnotes ??= { texts: new Map(), numbers: new Map() };
  return known.footnotes;
}

/** `[^name]: text`, with the lines up to an empty one, and indented ones after that. */
function footnote(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const [mark, name] = /^\[\^([^\]\s]{1,100})\]:[ \t]*/.exec(textOf(state, start)) ?? [];
  if (mark === undefined || name === undefined) return false;
  if (silent) return true;
  let line = start + 1;
  const isIndented = (at: number) => (state.sCount[at] ?? 0) - state.blkIndent >= 2;
  const isNext = (at: number) => textOf(state, at).startsWith('[^');
  while (line < end) {
    if (state.isEmpty(line) ? line + 1 >= end || !isIndented(line + 1) : isNext(line)) break;
    if (state.isEmpty(line - 1) && !isIndented(line)) break;
    line += 1;
  }
  const text = state.getLines(start, line, state.blkIndent, false).trimStart().slice(mark.length);
  const { texts } = footnotesOf(state.env);
  if (!texts.has(name)) texts.set(name, text.replace(/^[ \t]+/gm, ''));
  state.line = line;
  return true;
}

/** `[^name]` becomes a number that leads to the footnote, if there is one. */
function footnoteReference(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  const [mark, name = ''] = /^\[\^([^\]\s]{1,100})\]/.exec(state.src.slice(state.pos, state.pos + 110)) ?? [];
  const { texts, numbers } = footnotesOf(state.env);
  if (mark === undefined || !texts.has(name)) return false;
  if (!silent) {
    const isFirst = !numbers.has(name);
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    state.push('footnote_reference', '', 0).meta = { number, isFirst };
  }
  state.pos += mark.length;
  return true;
}

/** Adds the footnotes that the text refers to, in the order in which it does. */
function footnoteList(state: StateCore) {
  if (state.inlineMode) return;
  const { texts, numbers } = footnotesOf(state.env);
  const items: Token[] = [];
  // Footnotes may refer to others, which are then added to `numbers`.
  for (const [name, number] of numbers) {
    const open = new state.Token('footnote_open', 'li', 1);
    open.meta = { number };
    const close = new state.Token('footnote_close', 'li', -1);
    close.meta = { number };
    items.push(open, ...state.md.parseInline(texts.get(name) ?? '', state.env), close);
  }
  if (items.length === 0) return;
  const list = new state.Token('ordered_list_open', 'ol', 1);
  list.attrSet('class', 'footnotes');
  state.tokens.push(list, ...items, new state.Token('ordered_list_close', 'ol', -1));
}

/** Items that begin with `[ ]` or `[x]` get a checkbox. */
function tasks(state: StateCore) {
  for (const [index, token] of state.tokens.entries()) {
    const [first] = token.children ?? [];
    if (state.tokens[index - 2]?.type !== 'list_item_open' || first?.type !== 'text') continue;
    const [mark, done = ''] = /^\[([ xX])\][ \t\u00a0]+/.exec(first.content) ?? [];
    if (mark === undefined) continue;
    first.content = first.content.slice(mark.length);
    const open = new state.Token('task_open', 'label', 1);
    open.meta = { isDone: done !== ' ' };
    token.children = [open, ...(token.children ?? []), new state.Token('task_close', 'label', -1)];
    state.tokens[index - 2]?.attrSet('class', 'task');
  }
}

const VIDEO =
  /^https?:\/\/(?:(?:www|m|music)\.)?(?:(youtube(?:-nocookie)?\.com|youtu\.be)|(?:player\.)?vimeo\.com)\/./i;

/** A link to a video, or a picture of one, that is alone in its paragraph, becomes a card, which loads nothing from there. */
function videoCards(state: StateCore) {
  for (const [index, token] of state.tokens.entries()) {
    const paragraph = state.tokens[index - 1];
    if (paragraph?.type !== 'paragraph_open' || paragraph.hidden || !token.children) continue;
    let children = token.children;
    const [first] = children;
    if (first?.type === 'image' && children.length === 1) {
      const link = new state.Token('link_open', 'a', 1);
      const address = String(first.attrGet('src') ?? '');
      link.attrSet('href', address);
      const words = new state.Token('text', '', 0);
      words.content = first.content || address;
      children = [link, words, new state.Token('link_close', 'a', -1)];
    }
    const href = children[0]?.type === 'link_open' ? String(children[0].attrGet('href')) : '';
    const site = VIDEO.exec(href);
    if (!site || children.findIndex(({ type }) => type === 'link_close') !== children.length - 1) continue;
    const name = new state.Token('video_site', '', 0);
    name.content = site[1] ? 'YouTube' : 'Vimeo';
    paragraph.attrSet('class', 'video-card');
    token.children = [children[0] as Token, name, ...children.slice(1)];
  }
}

const numberOf = (token: Token | undefined) => Number(token?.meta?.number);
const isDone = (token: Token | undefined) => Boolean(token?.meta?.isDone);

/** Reads Markdown as other programs export it. */
export function exportedMarkdown(markdown: MarkdownIt) {
  htmlInMarkdown(markdown);
  markdown.core.ruler.after('normalize', 'bullets', bullets);
  markdown.core.ruler.after('block', 'pair_details', pairDetails);
  markdown.core.ruler.before('inline', 'callouts', callouts);
  markdown.core.ruler.push('tasks', tasks);
  markdown.core.ruler.push('video_cards', videoCards);
  markdown.core.ruler.push('footnote_list', footnoteList);
  const block = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('reference', 'footnote', footnote, block);
  markdown.block.ruler.before('fence', 'formula_block', formulaBlock, block);
  markdown.block.ruler.before('fence', 'details', details, block);
  markdown.inline.ruler.before('escape', 'formula', formula);
  markdown.inline.ruler.before('link', 'footnote_reference', footnoteReference);
  Object.assign(markdown.renderer.rules, {
    details_open: (tokens: Token[], at: number) =>
      tokens[at]?.attrGet('open') === '' ? '<details open>' : '<details>',
    details_close: () => '</details>\n',
    summary_open: () => '<summary>',
    summary_close: () => '</summary>\n',
    task_open: (tokens: Token[], at: number) =>
      `<label><input type="checkbox" disabled${isDone(tokens[at]) ? ' checked' : ''}> `,
    task_close: () => '</label>',
    video_site: (tokens: Token[], at: number) => `<span>${tokens[at]?.content}</span> `,
    footnote_reference(tokens: Token[], at: number) {
      const number = numberOf(tokens[at]);
      const id = tokens[at]?.meta?.isFirst ? ` id="to-footnote-${number}"` : '';
      return `<sup><a href="#footnote-${number}"${id}>${number}</a></sup>`;
    },
    footnote_open: (tokens: Token[], at: number) => `<li id="footnote-${numberOf(tokens[at])}">`,
    footnote_close: (tokens: Token[], at: number) =>
      ` <a href="#to-footnote-${numberOf(tokens[at])}">↩</a></li>\n`,
  });
}
