// Badges baked into SVG pictures: a token in an attribute, or JSON in the element (Open Badges 3.0 section 5.3.2).

import { UnreadableFile } from './png.ts';
import { say } from './texts.ts';

const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
];
/** Of the elements of Open Badges. Version 2.0 has `assertion`. */
const NAMESPACE = /^https?:\/\/(?:purl\.imsglobal\.org\/(?:spec\/)?ob\/|(?:www\.)?openbadges\.org)/;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

// A value cannot contain '<', so that matching takes linear time.
const TAG = /<([\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** What contains no elements, by how it begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function decodeXml(file: Uint8Array): string {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, place) => file[place] === byte));
  const start = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)/.exec(start)?.[1] ?? 'utf-8';
  // Text whose declaration can be read as it is here is not UTF-16.
  const encoding = mark?.encoding ?? (/^utf-?16/i.test(declared) ? 'utf-8' : declared);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw new UnreadableFile(say('notUtf8'));
  }
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
const decodeEntities = (text: string) => text.replaceAll(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, decodeEntity);

const attributesOf = (text: string) =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => [
      name,
      decodeEntities(one ?? other ?? ''),
    ]),
  );

/** The end of the first occurrence of a text from a place on, or that of the whole. */
function endOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? text.length : found + part.length;
}

/** The end of a comment, a CDATA section, an instruction or a DOCTYPE at a place. Null for something else. */
function endOfSkipped(text: string, at: number): number | null {
  const [start = '', end] = SKIPPED.find(([start]) => text.startsWith(start, at)) ?? [];
  if (end !== undefined) return endOf(text, end, at + start.length);
  if (!text.startsWith('<!', at)) return null;
  const close = endOf(text, '>', at);
  const subset = text.slice(at, close).indexOf('[');
  return subset === -1 ? close : endOf(text, '>', endOf(text, ']', at + subset));
}

/** The text in an element that begins before `at`, up to the next tag. */
function textAt(text: string, at: number): string {
  const parts: string[] = [];
  for (let from = at; ; ) {
    const next = text.indexOf('<', from);
    parts.push(decodeEntities(text.slice(from, next === -1 ? text.length : next)));
    const end = next === -1 ? null : endOfSkipped(text, next);
    if (end === null) return parts.join('').trim();
    if (text.startsWith('<![CDATA[', next)) parts.push(text.slice(next + 9, end - 3));
    from = end;
  }
}

/** A badge in a picture: the text in its element, and whether it is of a version before 3.0. */
type Baked = { text: string; isOlder: boolean };

/** Whether a file may be an SVG picture, from its first characters. */
export const looksLikeXml = (file: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*<[?!\w]|^\xff\xfe<\0|^\xfe\xff\0</.test(
    Buffer.from(file.subarray(0, 100)).toString('latin1'),
  );

/**
 * The badges in an SVG picture, in linear time.
 * @throws UnreadableFile for XML of another kind
 */
export function readSvg(file: Uint8Array): Baked[] {
  const text = decodeXml(file);
  const namespaces = new Map<string, string>();
  const found: Baked[] = [];
  let root: string | undefined;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const end = endOfSkipped(text, at);
    TAG.lastIndex = at;
    const match = end === null ? TAG.exec(text) : null;
    at = end ?? at + (match?.[0].length ?? 1);
    if (!match) continue;
    const [, prefix = '', name = '', written = '', closed] = match;
    root ??= name;
    if (root !== 'svg') break;
    const isBadge = name === 'credential' || name === 'assertion';
    if (!isBadge && !written.includes('xmlns')) continue;
    const attributes = attributesOf(written);
    for (const [key, value] of attributes) {
      if (/^xmlns(?::|$)/.test(key)) namespaces.set(key === 'xmlns' ? '' : `${key.slice(6)}:`, value);
    }
    if (!isBadge || !NAMESPACE.test(namespaces.get(prefix) ?? '')) continue;
    const content = closed ? '' : textAt(text, at);
    found.push({ text: content || (attributes.get('verify') ?? ''), isOlder: name === 'assertion' });
  }
  if (root !== 'svg') throw new UnreadableFile(say('otherKind'));
  return found;
}
