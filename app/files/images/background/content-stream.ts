import { type Dictionary, isDictionary, Keyword, Name, Reader, type Value } from './pdf-values.ts';

/** An operator with its operands, and where its text begins and ends. */
export type Operation = { operator: string; operands: Value[]; start: number; end: number };

/** Operands of an operator; more are dropped. */
const MAX_OPERANDS = 64;

/** The end of the data of an inline image. */
const END_OF_IMAGE = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)(?![\0\t\n\f\r ]*[^\t\n\r -~])/g;

function readInlineImage(reader: Reader): Dictionary {
  const entries: Dictionary = new Map();
  for (let key = reader.next(); key !== undefined; key = reader.next()) {
    if (key instanceof Keyword && key.word === 'ID') break;
    const value = reader.next();
    if (value === undefined || (value instanceof Keyword && value.word === 'ID')) break;
    if (key instanceof Name) entries.set(key.name, value);
  }
  END_OF_IMAGE.lastIndex = reader.at;
  reader.at = END_OF_IMAGE.exec(reader.text) ? END_OF_IMAGE.lastIndex : reader.text.length;
  return entries;
}

/** The operations of a content stream. An inline image is one, `BI`. */
export function* operationsOf(text: string): Generator<Operation> {
  const reader = new Reader(text);
  let operands: Value[] = [];
  reader.skipBlanks();
  let start = reader.at;
  for (let value = reader.next(); value !== undefined; value = reader.next()) {
    if (!(value instanceof Keyword)) {
      if (operands.length < MAX_OPERANDS) operands.push(value);
      continue;
    }
    if (value.word === 'BI') operands = [readInlineImage(reader)];
    yield { operator: value.word, operands, start, end: reader.at };
    operands = [];
    reader.skipBlanks();
    start = reader.at;
  }
}

/** Operators of marked content, which may carry texts, layers and numbers of the document's structure. */
const MARKS = new Set(['BMC', 'BDC', 'EMC', 'MP', 'DP']);

/**
 * Content with other texts for some of its operations, and without marked content.
 * @param replacements by the places where the operations begin
 */
export function rewritten(text: string, replacements: ReadonlyMap<number, string> = new Map()): string {
  const parts: string[] = [];
  for (const { operator, operands, start, end } of operationsOf(text)) {
    if (MARKS.has(operator)) continue;
    const [image] = operands;
    if (operator === 'BI' && isDictionary(image)) image.delete('OC');
    parts.push(replacements.get(start) ?? text.slice(start, end));
  }
  return `${parts.join('\n')}\n`;
}
