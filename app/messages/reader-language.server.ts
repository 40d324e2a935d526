import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { directionOf } from './about-languages.ts';
import type { CompiledMessage } from './format-message.ts';
import { isolateValues } from './isolate.ts';

/** For whom the running code writes. Each request and each mail has its own, so that none gets another's language. */
const reader = new AsyncLocalStorage<{ language: string }>();

/** The language of the person for whom the running code writes texts. English outside requests and mails. */
export const readerLanguage = (): string => reader.getStore()?.language ?? ENGLISH;

/** Runs code that writes texts in this language. Asynchronous work that it starts keeps the language. */
export const inLanguage = <Result>(language: string, work: () => Result): Result =>
  reader.run({ language }, work);

/** Changes the language of the running request, once its account is known. */
export function setReaderLanguage(language: string) {
  const store = reader.getStore();
  if (store) store.language = language;
}

let folder = join(import.meta.dirname, '../../messages');

/** The language of the texts' authors, and of the site if nothing else is chosen. */
export const ENGLISH = 'en';

type Catalog = {
  texts: Record<string, string>;
  /** Messages as `formatMessage` takes them, compiled at their first use. */
  compiled: Map<string, CompiledMessage>;
};

const catalogs = new Map<string, Catalog>();

function catalog(language: string): Catalog {
  const known = catalogs.get(language);
  if (known) return known;
  const read = {
    texts: JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')),
    compiled: new Map<string, CompiledMessage>(),
  };
  catalogs.set(language, read);
  return read;
}

let found: string[] | undefined;

/** The languages of the site: one for each file in messages/, English first. */
export function languages(): string[] {
  found ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted((a, b) => Number(b === ENGLISH) - Number(a === ENGLISH) || a.localeCompare(b));
  return found;
}

/** A language of the site, or null. */
export const parseLanguage = (value: unknown): string | null =>
  languages().find((language) => language === value) ?? null;

/** Reads the messages from another folder. Tests make one with a language of their own. */
export function readMessagesFrom(other: string) {
  folder = other;
  found = undefined;
  catalogs.clear();
}

/** The folder that the messages are read from. */
export const messagesFolder = (): string => folder;

/** All messages of a language, as written in its file. */
export const messageTexts = (language: string): Readonly<Record<string, string>> => catalog(language).texts;

/** Whether a text has placeholders, elements or quoted characters. */
const needsCompiling = (text: string) => /[{<']/.test(text);

function compileFor(language: string, text: string): CompiledMessage {
  const message = compile(text);
  return directionOf(language) === 'rtl' ? isolateValues(message) : message;
}

/** A message as `formatMessage` takes it. @throws Error if the language has no such message */
export function compiledMessage(language: string, name: string): CompiledMessage {
  const { texts, compiled } = catalog(language);
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = texts[name];
  if (text === undefined) throw new Error(`messages/${language}.json has no message ${name}.`);
  const message = needsCompiling(text) ? compileFor(language, text) : text;
  compiled.set(name, message);
  return message;
}

/**
 * The path of a script's copy in a language: /assets/de/root-C7GDVOVR.js for /assets/root-C7GDVOVR.js. The build writes the copies
 * (scripts/client-messages.ts). English scripts stay in /assets.
 */
export const scriptIn = (language: string, path: string) =>
  language === ENGLISH ? path : path.replace(/^\/assets\/([^/]+\.js)$/, `/assets/${language}/$1`);
