import { t } from '#messages';
import { invalid } from './errors.server.ts';

/** More than any payload of the API needs, and few enough for recursive serializers. */
const MAX_DEPTH = 32;

/** How much of a name an error repeats. */
const MAX_SHOWN = 60;

/** Strings and structural characters, which are enough to scan valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Throws on invalid UTF-8. Skips a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] =
  Buffer.from('"\\:,[]{}');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The number of names in a value, on all levels. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  return parts.reduce<number>((sum, part) => sum + countNames(part), isObject(value) ? parts.length : 0);
}

/** Rejects duplicate names. JSON.parse would keep the last. */
function rejectDuplicateNames(text: string) {
  const open: (Set<string> | null)[] = [];
  let name: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token.startsWith('"')) {
      name = token;
    } else if (token === ':' && name !== null) {
      const names = open.at(-1);
      const key: string = JSON.parse(name);
      if (names?.has(key)) {
        const shown = key.slice(0, MAX_SHOWN);
        throw invalid(t('json.shownIsRepeated', { shown }), {
          [shown]: [t('json.shownIsGivenTwice', { shown })],
        });
      }
      names?.add(key);
    }
  }
}

/** Names of members that an error repeats. */
const PLAIN_NAME = /^\w{1,60}$/;

/** The name of the member that has most of the elements and names of a JSON object, if it is a plain one. */
function largestMember(bytes: Uint8Array): string | null {
  const largest = { name: '', commas: 0 };
  const string = { start: 0, end: 0 };
  let [name, commas, depth, inString] = ['', 0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      inString = !inString;
      if (depth === 1) string[inString ? 'start' : 'end'] = at;
    } else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA && depth > 1) commas += 1;
    else if (byte === COLON && depth === 1) {
      name = Buffer.from(bytes.subarray(string.start + 1, string.end)).toString('latin1');
      commas = 0;
    }
    if (commas > largest.commas) Object.assign(largest, { name, commas });
  }
  return PLAIN_NAME.test(largest.name) ? largest.name : null;
}

function tooManyFields(bytes: Uint8Array, maxFields: number) {
  const name = largestMember(bytes);
  if (name === null) return invalid(t('json.theBodyMustHaveAtMostMaxfieldsFields', { maxFields }));
  const message = t('json.nameHasTooManyMembers', { name, maxFields });
  return invalid(message, { [name]: [message] });
}

/**
 * Rejects JSON that is nested too deeply or has too many names or elements, without parsing it: JSON.parse takes 0.4 s for 1 MB
 * of brackets. The number of fields is the number of colons or of commas outside strings, whichever is larger.
 * @returns the number of names
 */
function limitStructure(bytes: Uint8Array, maxFields: number): number {
  let names = 0;
  let commas = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COLON) names += 1;
    else if (byte === COMMA) commas += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH)
      throw invalid(t('json.theBodyIsNestedDeeperThanMaxdepthLevels', { maxDepth: MAX_DEPTH }));
  }
  if (Math.max(names, commas) > maxFields) throw tooManyFields(bytes, maxFields);
  return names;
}

/**
 * Parses a request's JSON: one object with unique names (RFC 7493 section 2.3) and limited depth. Skips a byte order mark.
 * @param maxFields names and array elements on all levels
 * @throws AppError invalid
 */
export function parseJsonObject(bytes: Uint8Array, maxFields: number): Record<string, unknown> {
  const names = limitStructure(bytes, maxFields);
  let text: string;
  let value: unknown;
  try {
    text = UTF8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalid(t('json.theBodyIsNotValidJson'));
  }
  if (!isObject(value)) throw invalid(t('json.theBodyMustBeAJsonObject'));
  // Looking for them takes longer than all else.
  if (countNames(value) < names) rejectDuplicateNames(text);
  return value;
}
