import { directionOf } from './about-languages.ts';
import { compiledMessage } from './catalogs.server.ts';
import { formatMessage } from './format-message.ts';
import type { MessageName, MessageValues, PlainMessageName } from './message-types.ts';
import { readerLanguage } from './reader-language.server.ts';

export type { MessageName };

/** The language of the page that is rendered, and in the browser that of the page on screen. */
export const pageLanguage = readerLanguage;

/** The direction of its text. */
export const pageDirection = () => directionOf(readerLanguage());

/**
 * A message in the reader's language. Call it where the text is needed, and not while a module loads: the reader is that of the
 * request.
 * @param values what its placeholders stand for
 */
export function t<Name extends PlainMessageName>(name: Name, ...values: MessageValues<Name>): string {
  const language = readerLanguage();
  const message = compiledMessage(language, name);
  return typeof message === 'string' ? message : String(formatMessage(message, language, values[0] ?? {}));
}

/** A message in the reader's language, as a list of its texts and elements. */
export function messageParts<Element>(name: MessageName, values: object): (string | Element)[] {
  const language = readerLanguage();
  return [formatMessage<Element>(compiledMessage(language, name), language, values)].flat() as (
    | string
    | Element
  )[];
}
