import { BadImage } from '#app/files/images/strip/limits.ts';
/** Values of PDF objects and content streams (ISO 32000-1 section 7.3). */
export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class Reference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** A word without a slash: an operator of a content stream, or a keyword of a file. */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}
export type Dictionary = Map<string, Value>;
export type Value = null | boolean | number | Name | Reference | Keyword | Buffer | Value[] | Dictionary;

const BLANKS = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const NUMBER = /[+-]*(?:\d+\.?[\d-]*|\.\d[\d-]*)/y;
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const REFERENCE = /[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const HEX = /<([^>]*)>?/y;

const MOST_NESTED = 100;

const KEYWORDS = new Map<string, Value>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads values from text in which each character is a byte. Damaged text gives other values, and no error. */
export class Reader {
  at: number;
  readonly text: string;
  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  skipBlanks() {
    this.take(BLANKS);
  }

  /** The next value, or undefined at the end. */
  next(depth = 0): Value | undefined {
    this.skipBlanks();
    const first = this.text[this.at];
    if (first === undefined) return undefined;
    if (depth > MOST_NESTED) throw new BadImage('costly');
    if (first === '/') return this.name();
    if (first === '(') return this.literal();
    if (first === '[') return this.array(depth);
    if (first === '<') {
      return this.text[this.at + 1] === '<' ? this.dictionary(depth) : this.hexadecimal();
    }
    const number = this.take(NUMBER)?.[0];
    if (number !== undefined) return this.number(number);
    const word = this.take(REGULAR)?.[0];
    if (word === undefined) this.at += 1;
    const known = KEYWORDS.get(word ?? '');
    return known === undefined ? new Keyword(word ?? first) : known;
  }

  private number(text: string): number | Reference {
    if (/^\d+$/.test(text) && this.take(REFERENCE)) return new Reference(Number(text));
    const value = Number.parseFloat(text.replace(/^[+-]*(?=[+-])/, ''));
    return Number.isFinite(value) ? value : 0;
  }

  private name(): Name {
    this.at += 1;
    const text = this.take(REGULAR)?.[0] ?? '';
    const decoded = text.replace(/#([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return new Name(decoded);
  }

  private literal(): Buffer {
    let depth = 0;
    let value = '';
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at] as string;
      if (character === '\\') {
        value += this.escaped();
        continue;
      }
      if (character === '(' && depth++ === 0) continue;
      if (character === ')' && --depth === 0) break;
      value += character;
    }
    this.at += 1;
    return Buffer.from(value, 'latin1');
  }

  private escaped(): string {
    const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at + 1, this.at + 4))?.[0];
    if (octal !== undefined) {
      this.at += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    }
    this.at += 1;
    const character = this.text[this.at] ?? '';
    if (character === '\r' && this.text[this.at + 1] === '\n') this.at += 1;
    return /[\r\n]/.test(character) ? '' : (ESCAPES[character] ?? character);
  }

  private hexadecimal(): Buffer {
    const digits = this.take(HEX)?.[1]?.replace(/[^\da-f]/gi, '') ?? '';
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  private array(depth: number): Value[] {
    this.at += 1;
    const values: Value[] = [];
    for (;;) {
      const value = this.next(depth + 1);
      if (value === undefined || (value instanceof Keyword && value.word === ']')) return values;
      values.push(value);
    }
  }

  private dictionary(depth: number): Dictionary {
    this.at += 2;
    const entries: Dictionary = new Map();
    for (;;) {
      this.skipBlanks();
      if (this.text.startsWith('>>', this.at) || this.at >= this.text.length) break;
      const key = this.next(depth + 1);
      if (!(key instanceof Name)) continue;
      this.skipBlanks();
      if (this.text.startsWith('>>', this.at)) break;
      const value = this.next(depth + 1);
      if (value === undefined) break;
      entries.set(key.name, value);
    }
    this.at += 2;
    return entries;
  }
}

const nameText = (name: string) =>
  `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;

const numberText = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(6).replace(/\.?0+$/, '');

/**
 * Writes a value. Strings are in hexadecimal, so that nothing in them looks like a reference.
 * @param numberOf the number under which an object is written
 */
export function writeValue(value: Value, numberOf: (reference: Reference) => number | null): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Name) return nameText(value.name);
  if (value instanceof Keyword) return value.word;
  if (value instanceof Buffer) return `<${value.toString('hex')}>`;
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item, numberOf)).join(' ')}]`;
  if (value instanceof Reference) {
    const number = numberOf(value);
    return number === null ? 'null' : `${number} 0 R`;
  }
  const entries = [...(value as Dictionary)].map(
    ([key, item]) => `${nameText(key)} ${writeValue(item, numberOf)}`,
  );
  return `<<${entries.join('\n')}>>`;
}

export const isDictionary = (value: Value | undefined): value is Dictionary => value instanceof Map;
export const nameOf = (value: Value | undefined) => (value instanceof Name ? value.name : undefined);
