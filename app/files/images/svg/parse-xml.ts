import { BadImage } from '#app/files/images/strip/limits.ts';

/** An element of a drawing. `name` has no prefix; elements of other vocabularies, such as notes of drawing programs, are left out. */
export type SvgElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  /** The character data in it, which only style sheets need. */
  text: string;
};

const SVG = 'http://www.w3.org/2000/svg';
const MAX_DEPTH = 200;
const BLANK = ' \t\r\n';
/** Ends a name. */
const NAME_END = `${BLANK}=/>`;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes references to characters. Others were refused. */
const decode = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return NAMED[name] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd';
      })
    : text;

class Scanner {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  startsWith(what: string) {
    return this.text.startsWith(what, this.at);
  }

  /** Reads up to a mark, and moves behind it. */
  until(mark: string): string {
    const end = this.text.indexOf(mark, this.at);
    if (end < 0) throw new BadImage('broken');
    const before = this.text.slice(this.at, end);
    this.at = end + mark.length;
    return before;
  }

  skipBlanks() {
    while (this.at < this.text.length && BLANK.includes(this.text.charAt(this.at))) this.at += 1;
  }

  name(): string {
    const start = this.at;
    while (this.at < this.text.length && !NAME_END.includes(this.text.charAt(this.at))) this.at += 1;
    if (this.at === start) throw new BadImage('broken');
    return this.text.slice(start, this.at);
  }

  /** The attributes of a tag, whose end is next. */
  attributes(): Map<string, string> {
    const found = new Map<string, string>();
    for (this.skipBlanks(); !this.startsWith('>') && !this.startsWith('/'); this.skipBlanks()) {
      const name = this.name();
      this.skipBlanks();
      if (!this.startsWith('=')) throw new BadImage('broken');
      this.at += 1;
      this.skipBlanks();
      const quote = this.text.charAt(this.at);
      if (quote !== '"' && quote !== "'") throw new BadImage('broken');
      this.at += 1;
      found.set(name, decode(this.until(quote)));
    }
    return found;
  }
}

const split = (name: string): [prefix: string, local: string] => {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
};

type Open = SvgElement & { isSvg: boolean; written: string; prefixes: ReadonlyMap<string, string> };

function opened(scanner: Scanner, parent: Open | undefined): Open {
  const written = scanner.name();
  const attributes = scanner.attributes();
  let prefixes = parent?.prefixes ?? new Map<string, string>([['', SVG]]);
  for (const [name, value] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    prefixes = new Map(prefixes).set(name === 'xmlns' ? '' : name.slice(6), value);
  }
  const [prefix, name] = split(written);
  return { name, written, attributes, children: [], text: '', prefixes, isSvg: prefixes.get(prefix) === SVG };
}

/**
 * Parses an SVG that `requireHarmlessSvg` has let pass, which has no document type, entities or instructions.
 * @throws BadImage broken, for what is not well-formed
 */
export function parseSvg(text: string): SvgElement {
  const scanner = new Scanner(text);
  const open: Open[] = [];
  let root: Open | undefined;
  while (scanner.at < text.length) {
    const next = text.indexOf('<', scanner.at);
    const inner = open.at(-1);
    const data = text.slice(scanner.at, next < 0 ? text.length : next);
    if (inner) inner.text += decode(data);
    if (next < 0) break;
    scanner.at = next + 1;
    if (scanner.startsWith('!--')) scanner.until('-->');
    else if (scanner.startsWith('![CDATA[')) {
      scanner.at += '![CDATA['.length;
      const section = scanner.until(']]>');
      if (inner) inner.text += section;
    } else if (scanner.startsWith('/')) {
      scanner.at += 1;
      if (scanner.until('>').trim() !== open.pop()?.written) throw new BadImage('broken');
    } else {
      const element = opened(scanner, inner);
      if (inner && element.isSvg) inner.children.push(element);
      if (!inner && root) throw new BadImage('broken');
      root ??= element;
      const isEmpty = scanner.startsWith('/');
      scanner.until('>');
      if (!isEmpty) open.push(element);
      if (open.length > MAX_DEPTH) throw new BadImage('broken');
    }
  }
  if (root?.name !== 'svg' || !root.isSvg || open.length > 0) throw new BadImage('broken');
  return root;
}
