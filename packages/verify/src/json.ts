import { say } from './texts.ts';

export type JsonObject = { [key: string]: unknown };

const MAX_DEPTH = 32;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a JSON-LD value, or the first item of a list, if it is an object. Otherwise an empty object. */
export function firstObject(value: unknown): JsonObject {
  const [item] = asList(value);
  return isObject(item) ? item : {};
}

/**
 * The values of a member as JSON-LD reads them: a single value is a list of one, lists in lists are one list, and null is no value.
 * Documents that differ only in this have the same signature.
 */
export const asList = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value.flat(MAX_DEPTH) : [value]).filter(
    (item) => item !== undefined && item !== null,
  );

/** The text of a member, or null if it has another value or several. */
export function asText(value: unknown): string | null {
  const [text, ...others] = asList(value);
  return typeof text === 'string' && others.length === 0 ? text : null;
}

const [QUOTE, BACKSLASH, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  ...Buffer.from('"\\:[]{}'),
];

/** Measures the nesting of a JSON text, up to one level above the limit, and counts its objects' members. */
function measure(bytes: Uint8Array): { depth: number; members: number } {
  let [depth, deepest, members] = [0, 0, 0];
  let inString = false;
  for (let at = 0; at < bytes.length && deepest <= MAX_DEPTH; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COLON) members += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { depth: deepest, members };
}

function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countMembers(item), 0);
  if (!isObject(value)) return 0;
  const members = Object.values(value);
  return members.reduce((sum: number, member) => sum + countMembers(member), members.length);
}

/**
 * Parses a JSON object of at most `maxBytes` and limited depth. Returns an error message otherwise. Rejects duplicate names,
 * because programs differ in which of the values they read.
 */
export function parseJsonObject(bytes: Uint8Array, maxBytes: number): JsonObject | string {
  if (bytes.length > maxBytes) return say('jsonTooLarge', { kilobytes: Math.floor(maxBytes / 1024) });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return say('notUtf8');
  }
  const { depth, members } = measure(bytes);
  if (depth > MAX_DEPTH) return say('jsonTooDeep');
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return say('jsonNoObject');
    return countMembers(value) === members ? value : say('jsonTwice');
  } catch {
    return say('notJson');
  }
}

/** Serializes JSON in canonical form (RFC 8785): keys sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}
