import { readFileSync } from 'node:fs';
import type { JsonObject } from './json.ts';

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
export const OPEN_BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

const read = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`./contexts/${name}`, import.meta.url), 'utf8'));

/** The JSON-LD contexts in this package. No others are ever loaded. */
export const CONTEXTS: ReadonlyMap<string, JsonObject> = new Map([
  [CREDENTIALS_CONTEXT, read('credentials-v2.json')],
  [OPEN_BADGES_CONTEXT, read('open-badges-3.0.3.json')],
]);
