import { BadImage } from './limits.ts';

const MAX_ELEMENTS = 20_000;

const DECLARATION = /^\ufeff?\s*<\?xml\s[^<>?]{0,200}\?>/;
const ENCODING = /\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i;
/** Comments and blanks before the document type. */
const PROLOGUE = /^(?:\s|<!--[\s\S]*?-->)*/;
const LITERAL = `\\s+(?:"[^"<>]*"|'[^'<>]*')`;
/** A document type of an SVG. Its part in brackets may declare attributes, which nothing here reads. */
const DOCTYPE = new RegExp(
  `^<!DOCTYPE\\s+(?:[\\w.-]+:)?svg(?:\\s+SYSTEM${LITERAL}|\\s+PUBLIC${LITERAL}${LITERAL})?\\s*(?:\\[([^\\]]*)\\]\\s*)?>`,
  'i',
);
const ENTITY = /&(?!#|(?:amp|lt|gt|quot|apos);)[^\s;&<>]{1,100};/;
/** Notes of drawing programs. A style sheet would be fetched. */
const INSTRUCTION = /<\?(?!xml)[\w.:-]+(?:\s[^<>?]*)?\?>/gi;
/** Elements that show a picture of another file, in any namespace. */
const EMBEDDED_PICTURE = /<\s*(?:[^\s<>/:]+:)?(?:image|feimage)\b/i;
/** Elements that run, embed or fetch something, in any namespace. */
const FORBIDDEN_ELEMENT =
  /<\s*(?:[^\s<>/:]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|include|handler|listener)\b/i;
const FORBIDDEN_ATTRIBUTE = /\bxml:base\b|[\s"'/]on[a-z]+\s*=/i;
const REFERENCE_ELSEWHERE = /href\s*=(?!\s*(?:"#[^"]*"|'#[^']*'))/i;
const URL_ELSEWHERE = /(?:url|src)\(\s*["']?\s*(?!["'\s#])|(?:image|image-set)\(|@import|expression\(/i;

/** Colours that the renderer does not know: CSS variables and newer functions. */
const UNKNOWN_COLOUR =
  /\b(fill|stroke|stop-color|flood-color)\s*[:=]\s*["']?\s*(?:var|oklab|oklch|lab|lch|color|color-mix|light-dark)\(/gi;

/** A comment, a section of character data, or a tag, each with the text after it. */
const PART =
  /<(?:!--[\s\S]*?(?:-->|$)|!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|(\/?)([^\s<>/!]+)((?:[^<>"']|"[^<"]*"|'[^<']*')*)>)([^<]*)/g;

/** Whether letters are drawn with a font, which is one of the machine: the file has none. */
function hasText(drawing: string): boolean {
  let depth = 0;
  for (const [, data = '', slash, name = '', attributes = '', after = ''] of drawing.matchAll(PART)) {
    const element = name.replace(/^[^:]*:/, '').toLowerCase();
    if (element === 'text' && slash) depth -= 1;
    else if (element === 'text' && !attributes.endsWith('/')) depth += 1;
    if (depth > 0 && (element === 'tref' || (data + after).trim() !== '')) return true;
  }
  return false;
}

const codePoint = (value: number) => (value <= 0x10_ffff ? String.fromCodePoint(value) : '\ufffd');

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes character references and CSS escapes and removes CSS comments. */
const decodeStyles = (text: string) =>
  text
    .replace(/&(?:#x([\da-f]{1,8})|#(\d{1,8})|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name) =>
      name === undefined
        ? codePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
        : (NAMED[name.toLowerCase()] ?? ''),
    )
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex) => codePoint(Number.parseInt(hex, 16)))
    .replace(/\\/g, '');

/** Whether something would be drawn black, because it has no colour before the one that is not known. */
const hasUnknownColour = (styles: string) =>
  [...styles.matchAll(UNKNOWN_COLOUR)].some(({ index, 1: property }) => {
    const start = Math.max(styles.lastIndexOf('<', index), styles.lastIndexOf('{', index), 0);
    return !new RegExp(`\\b${property}\\s*[:=]`, 'i').test(styles.slice(start, index));
  });

const encodingIn = (text: string) => ENCODING.exec(DECLARATION.exec(text)?.[0] ?? '')?.[1]?.toLowerCase();

/** The encoding of an SVG: UTF-16 if its first bytes show it, the declared encoding, or else UTF-8. */
function encodingOf(bytes: Buffer): string {
  const head = bytes.subarray(0, 600);
  for (const [mark, encoding] of [
    ['\xff\xfe', 'utf-16le'],
    ['\xfe\xff', 'utf-16be'],
    ['<\0', 'utf-16le'],
    ['\0<', 'utf-16be'],
  ] as const) {
    if (!head.toString('latin1').startsWith(mark)) continue;
    return /^utf-16/.test(encodingIn(new TextDecoder(encoding).decode(head)) ?? encoding)
      ? encoding
      : 'utf-8';
  }
  const declared = encodingIn(head.toString('latin1').replace(/^\xef\xbb\xbf/, '')) ?? 'utf-8';
  // Programs write the encoding of their strings. In UTF-16 the declaration could not be read here.
  return /^utf-16/.test(declared) ? 'utf-8' : declared;
}

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // An encoding that is not known here, or bytes that it has not.
  }
  throw new BadImage('encoding');
}

/** The drawing without its declaration, document type and notes of programs. */
function onlyDrawing(text: string): string {
  const body = text.replace(DECLARATION, '');
  const [before] = PROLOGUE.exec(body) ?? [''];
  const doctype = DOCTYPE.exec(body.slice(before.length));
  if (/<!ENTITY/i.test(doctype?.[1] ?? body.slice(before.length, before.length + 100_000)))
    throw new BadImage('entities');
  if (/<\?xml-stylesheet/i.test(body)) throw new BadImage('reference');
  const drawing = body.slice(before.length + (doctype?.[0].length ?? 0)).replace(INSTRUCTION, '');
  // An ending that is left may have been part of what was removed.
  if (drawing.includes('<?') || /<!(?!--|\[CDATA\[)/.test(drawing)) throw new BadImage('not plain');
  if (ENTITY.test(drawing)) throw new BadImage('entities');
  return drawing;
}

/**
 * Returns an SVG in UTF-8 without a document type. Rejects an SVG that could run a script, refer to external resources, embed another
 * file or use entities, and one with text or with styles that the rasteriser ignores. Searches the text without parsing it, so it also rejects these
 * words in comments. The result is therefore harmless to any parser.
 * @throws BadImage
 */
export function requireHarmlessSvg(bytes: Buffer): Buffer {
  const drawing = onlyDrawing(decode(bytes));
  if (drawing.split('<').length > MAX_ELEMENTS) throw new BadImage('too many elements');
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(drawing)) throw new BadImage('not an SVG');
  if (EMBEDDED_PICTURE.test(drawing)) throw new BadImage('embedded picture');
  if (FORBIDDEN_ELEMENT.test(drawing) || FORBIDDEN_ATTRIBUTE.test(drawing)) {
    throw new BadImage('active content');
  }
  if (hasText(drawing)) throw new BadImage('text');
  const styles = decodeStyles(drawing);
  if (REFERENCE_ELSEWHERE.test(drawing) || URL_ELSEWHERE.test(styles)) throw new BadImage('reference');
  if (hasUnknownColour(styles)) throw new BadImage('styles');
  return Buffer.from(drawing);
}
