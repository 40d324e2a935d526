import { isUtf8 } from 'node:buffer';
import { BadImage } from './limits.ts';

const MAX_ELEMENTS = 20_000;

const DECLARATION = /^\ufeff?\s*<\?xml\s[^<>?]{0,200}\?>/;
const OTHER_ENCODING = /\bencoding\s*=\s*["'](?!utf-?8["'])/i;
/** Elements that run, embed or fetch something, in any namespace. */
const FORBIDDEN_ELEMENT =
  /<\s*(?:[^\s<>/:]+:)?(?:script|foreignobject|image|feimage|iframe|object|embed|audio|video|include|handler|listener)\b/i;
const FORBIDDEN_ATTRIBUTE = /\bxml:base\b|[\s"'/]on[a-z]+\s*=/i;
const REFERENCE_ELSEWHERE = /href\s*=(?!\s*(?:"#[^"]*"|'#[^']*'))/i;
const URL_ELSEWHERE = /(?:url|src)\(\s*["']?\s*(?!["'\s#])|(?:image|image-set)\(|@import|expression\(/i;

const codePoint = (value: number) => (value <= 0x10_ffff ? String.fromCodePoint(value) : '\ufffd');

/** Decodes character references and CSS escapes and removes CSS comments. */
const decodeStyles = (text: string) =>
  text
    .replace(/&#(?:x([\da-f]{1,8})|(\d{1,8}));/gi, (_, hex, decimal) =>
      codePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex) => codePoint(Number.parseInt(hex, 16)))
    .replace(/\\/g, '');

/**
 * Rejects an SVG that could run a script, refer to external resources, embed another file or define entities. Searches the text
 * without parsing it, so it also rejects these words in comments. An accepted SVG is therefore harmless to any parser.
 * @throws BadImage
 */
export function requireHarmlessSvg(bytes: Buffer) {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new BadImage('encoding');
  const text = bytes.toString('utf8');
  const declaration = DECLARATION.exec(text)?.[0] ?? '';
  const body = text.slice(declaration.length);
  if (OTHER_ENCODING.test(declaration)) throw new BadImage('encoding');
  // Processing instructions, document types and entities.
  if (body.includes('<?') || /<!(?!--|\[CDATA\[)/.test(body)) throw new BadImage('not plain');
  if (body.split('<').length > MAX_ELEMENTS) throw new BadImage('too many elements');
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(body)) throw new BadImage('not an SVG');
  if (FORBIDDEN_ELEMENT.test(body) || FORBIDDEN_ATTRIBUTE.test(body)) throw new BadImage('active content');
  if (REFERENCE_ELSEWHERE.test(body) || URL_ELSEWHERE.test(decodeStyles(body))) {
    throw new BadImage('reference');
  }
}
