import { invalid } from './errors.server.ts';

/** Deeper than every payload of the API, and shallow enough for recursive serializers. */
const MAX_DEPTH = 32;

/** Strings and structural characters, which suffice to scan valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Throws on invalid UTF-8 and skips a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const [QUOTE, BACKSLASH, COLON, COMMA] = Buffer.from('"\\:,');

const NOT_JSON = 'The body is not valid JSON.';

/** JSON.parse accepts duplicate names, of which it keeps the last, and any depth. This rejects both. */
function refuseWhatIsAmbiguous(text: string) {
  const open: (Set<string> | null)[] = [];
  let name: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw invalid(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token.startsWith('"')) {
      name = token;
    } else if (token === ':' && name !== null) {
      const names = open.at(-1);
      const key = JSON.parse(name) as string;
      if (names?.has(key)) throw invalid(`${key} is given twice.`, { [key]: [`${key} is given twice.`] });
      names?.add(key);
    }
  }
}

/**
 * Estimates how many names or elements a JSON text has without parsing it: the larger number of its colons and commas
 * outside strings.
 */
function countFields(bytes: Uint8Array): number {
  let names = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COLON) names += 1;
    else if (byte === COMMA) commas += 1;
  }
  return Math.max(names, commas);
}

/**
 * Parses a request's JSON: one object with unique names (RFC 7493 section 2.3) and limited depth. Skips a byte order mark.
 * @param maxFields names and array elements, over all levels
 * @throws AppError invalid
 */
export function parseJsonObject(bytes: Uint8Array, maxFields: number): Record<string, unknown> {
  // Fields are counted first, because parsing time grows with them.
  if (countFields(bytes) > maxFields) throw invalid(`The body must have at most ${maxFields} fields.`);
  let text: string;
  let value: unknown;
  try {
    text = UTF8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalid(NOT_JSON);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  refuseWhatIsAmbiguous(text);
  return value as Record<string, unknown>;
}
