import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import {
  compiledMessage,
  ENGLISH,
  languages,
  messageTexts,
  scriptIn,
} from '#app/messages/reader-language.server.ts';

/** The beginning of a call: `t('faq.title')` without values, `t('faq.price', …` or `rich('faq.askUs', …` with values. */
const CALL = /(?<![\w.$])(t|rich)\(\s*'([\w.]+)'(\s*\)|,)/g;

/**
 * Marks a message in the browser's scripts until the languages are written: part of a string, or all of it.
 */
const TEXT_MARK = /%%text:([\w.]+):[\w-]{8}%%/g;
const MESSAGE_MARK = /(["'`])%%message:([\w.]+):[\w-]{8}%%\1/g;

/** In a mark, so that the name of a script changes with its texts. */
const hash = (name: string) =>
  createHash('sha256')
    .update(JSON.stringify(languages().map((language) => messageTexts(language)[name])))
    .digest('base64url')
    .slice(0, 8);

function marked(_call: string, callee: string, name: string, end: string): string {
  // Also fails the build for a name without a message.
  compiledMessage(ENGLISH, name);
  return end === ',' ? `${callee}('%%message:${name}:${hash(name)}%%',` : `'%%text:${name}:${hash(name)}%%'`;
}

/** In development, each script has the message in all languages. */
function inPageLanguage(_call: string, callee: string, name: string, end: string): string {
  const messages = Object.fromEntries(
    languages().map((language) => [language, compiledMessage(language, name)]),
  );
  return `${callee}((${JSON.stringify(messages)})[document.documentElement.lang]${end}`;
}

/** Puts marks in the place of the messages, or in development the messages themselves. Only the browser's scripts change. */
export function clientMessages(): Plugin {
  let isBuild = true;
  return {
    name: 'client-messages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    transform: {
      filter: { id: /\/app\/.+\.tsx?(?:$|\?)/, code: CALL },
      handler(code) {
        if (isBuild) return { code: code.replace(CALL, marked), map: null };
        return { code: code.replace(CALL, inPageLanguage), map: null };
      },
    },
  };
}

/** A text as a part of a string with any quotes. */
const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/["'`$]/g, '\\$&');

/** A script with the messages of a language. */
function translate(script: string, language: string): string {
  return script
    .replace(MESSAGE_MARK, (_mark, _quote, name) => JSON.stringify(compiledMessage(language, name)))
    .replace(TEXT_MARK, (_mark, name) => escaped(String(compiledMessage(language, name))));
}

/** The manifest of the scripts' copies in a language. */
const manifestIn = (manifest: string, language: string) =>
  manifest.replace(/"(\/assets\/[\w.-]+\.js)"/g, (_text, path) => `"${scriptIn(language, path)}"`);

/** Writes all scripts of a folder with marks in a language into another folder. */
export function writeScripts(language: string, { from, to }: { from: string; to: string }) {
  mkdirSync(to, { recursive: true });
  for (const name of globSync('*.js', { cwd: from })) {
    const script = readFileSync(join(from, name), 'utf8');
    const write = name.startsWith('manifest-') ? manifestIn : translate;
    writeFileSync(join(to, name), write(script, language));
  }
}

/**
 * Writes the browser's scripts with their messages. English is in assets/, and each other language has a folder with a copy of all
 * scripts, so that a reader loads one language and no script looks a message up. The scripts with marks stay beside client/, where a
 * test makes them speak another language.
 */
export function writeClientMessages(buildDirectory: string) {
  const assets = join(buildDirectory, 'client/assets');
  const marked = join(buildDirectory, 'marked');
  rmSync(marked, { recursive: true, force: true });
  mkdirSync(marked);
  for (const name of globSync('*.js', { cwd: assets })) copyFileSync(join(assets, name), join(marked, name));
  for (const language of languages()) {
    writeScripts(language, {
      from: marked,
      to: dirname(join(buildDirectory, 'client', scriptIn(language, '/assets/x.js'))),
    });
  }
}
