import { directionOf } from './about-languages.ts';
import { type CompiledMessage, formatMessage } from './format-message.ts';
import { compiledMessage, messageTexts, readerLanguage } from './reader-language.server.ts';

/** The name of a message of messages/en.json. `react-router typegen` writes the types of all messages to .react-router/messages.d.ts. */
export type MessageName = keyof Messages;

/** The name of a message that has no element in it. */
export type PlainMessageName = {
  [Name in MessageName]: Messages[Name] extends { elements: object } ? never : Name;
}[MessageName];

/** The values of a message's placeholders. */
export type MessageValues<Name extends MessageName> = Messages[Name] extends { values: infer Values }
  ? [values: Values]
  : [];

/** The language of the page that is rendered, and in the browser that of the page on screen. */
export const pageLanguage = readerLanguage;

/** The direction of its text. */
export const pageDirection = () => directionOf(readerLanguage());

/**
 * Fills a message whose placeholders all stand for texts as they are, in half the time that `formatMessage` takes: a list has
 * hundreds of them.
 * @returns undefined for a message with plurals or elements
 */
function fillText(message: Exclude<CompiledMessage, string>, values: object) {
  const shown = values as Record<string, unknown>;
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') text += part;
    else if (Array.isArray(part) && part.length === 1) text += String(shown[part[0]]);
    else return undefined;
  }
  return text;
}

/** In place of a language: messages become codes, which the database keeps and `readCodes` writes for each reader. */
export const CODES = 'codes';

// JSON escapes both control characters, so that codes within values of others have neither.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they enclose a code
const CODE = /\u0002([^\u0003]*)\u0003/g;

const codeOf = (name: string, [values]: readonly unknown[]) =>
  `\u0002${JSON.stringify([name, values ?? {}])}\u0003`;

/** A text whose codes of messages are written in the reader's language. */
export const readCodes = (text: string): string =>
  text.replace(CODE, (_, code: string) => {
    const [name, values] = JSON.parse(code) as [string, Record<string, unknown>];
    const language = readerLanguage();
    // An earlier version may have had this message.
    if (!Object.hasOwn(messageTexts(language), name)) return t('form.pleaseCheckYourInput');
    const read = Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? readCodes(value) : value,
    ]);
    return String(formatMessage(compiledMessage(language, name), language, Object.fromEntries(read)));
  });

/**
 * A message in the reader's language. Call it where the text is needed, and not while a module loads: the reader is that of the
 * request.
 * @param values what its placeholders stand for
 */
export function t<Name extends PlainMessageName>(name: Name, ...values: MessageValues<Name>): string {
  const language = readerLanguage();
  if (language === CODES) return codeOf(name, values);
  const message = compiledMessage(language, name);
  if (typeof message === 'string') return message;
  const given: object = values[0] ?? {};
  return fillText(message, given) ?? String(formatMessage(message, language, given));
}

/** A message in the reader's language, as a list of its texts and elements. */
export function messageParts<Element>(name: MessageName, values: object): (string | Element)[] {
  const language = readerLanguage();
  return [formatMessage<Element>(compiledMessage(language, name), language, values)].flat() as (
    | string
    | Element
  )[];
}
