import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { writeScripts } from '../../scripts/client-messages.ts';

const PROJECT = join(import.meta.dirname, '../..');
const MESSAGES = join(PROJECT, 'messages');

/** English as a language from right to left whose texts are longer, have accents, and are in brackets: a text that is cut lacks one. */
export const PSEUDO = 'ar-XB';

const ACCENTS: Record<string, string> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'î', n: 'ñ', o: 'ö', s: 'š', u: 'û', y: 'ý' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Û', Y: 'Ý' },
};

/** The end of the braces that begin at a place in a text. */
function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error(`braces without an end: ${text}`);
}

/** A placeholder as it is, and a plural with its forms changed. */
function changeForms(placeholder: string, change: (text: string) => string): string {
  const [head] = /^\{\w+, (?:plural|select|selectordinal),/.exec(placeholder) ?? [];
  if (!head) return placeholder;
  let result = head;
  let at = head.length;
  for (;;) {
    const start = placeholder.indexOf('{', at);
    if (start < 0) return result + placeholder.slice(at);
    const end = endOfBraces(placeholder, start);
    result += `${placeholder.slice(at, start)}{${change(placeholder.slice(start + 1, end - 1))}}`;
    at = end;
  }
}

/** Changes the letters of an ICU message, and neither its placeholders nor its elements nor what it quotes. */
function accented(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const [kept] = /^(?:<\/?\w+>|'[{}<][^']*'|[^{])/u.exec(text.slice(at)) ?? [];
    if (kept === undefined) {
      const end = endOfBraces(text, at);
      result += changeForms(text.slice(at, end), accented);
      at = end;
    } else {
      result += ACCENTS[kept] ?? kept;
      at += kept.length;
    }
  }
  return result;
}

const FILLER = 'löñgér wörðs ât thé énd '.repeat(100);

/** A third longer, as German is, and a short one twice as long. The brackets show both ends. */
export const pseudo = (text: string): string =>
  `[${accented(text)} ${FILLER.slice(0, 3 + Math.ceil(text.length / 3)).trim()}]`;

/**
 * Writes a folder of messages with English and further languages.
 * @param languages how each makes its text from the English one
 */
export function writeMessages(folder: string, languages: Record<string, (text: string) => string>) {
  mkdirSync(folder, { recursive: true });
  const english = readFileSync(join(MESSAGES, 'en.json'), 'utf8');
  writeFileSync(join(folder, 'en.json'), english);
  for (const [language, make] of Object.entries(languages)) {
    const texts = Object.entries(JSON.parse(english) as Record<string, string>);
    const made = Object.fromEntries(texts.map(([name, text]) => [name, make(text)]));
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(made));
  }
}

/** Reads the messages of the site again, without the languages of a test. */
export const readOwnMessages = () => readMessagesFrom(MESSAGES);

/** Makes the messages and the static files of a site that also speaks the pseudo-language. Needs `npm run build`. */
export function makeSiteInPseudo(folder: string) {
  const [messages, client] = [join(folder, 'messages'), join(folder, 'client')];
  cpSync(MESSAGES, messages, { recursive: true });
  writeMessages(messages, { [PSEUDO]: pseudo });
  cpSync(join(PROJECT, 'build/client'), client, { recursive: true });
  readMessagesFrom(messages);
  writeScripts(PSEUDO, { from: join(PROJECT, 'build/marked'), to: join(client, 'assets', PSEUDO) });
  readOwnMessages();
}
