import { type CompiledMessage, formatMessage } from './format-message.ts';
import type * as server from './messages.server.ts';

// In the browser, the name of a message is replaced by the message itself (scripts/client-messages.ts).

/** The page's language. Choosing another one reloads the page. */
export const pageLanguage: typeof server.pageLanguage = () => document.documentElement.lang;

export const pageDirection: typeof server.pageDirection = () =>
  document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';

export const t = ((message: CompiledMessage, values = {}) =>
  String(formatMessage(message, pageLanguage(), values))) as unknown as typeof server.t;

export const messageParts = ((message: CompiledMessage, values: object) =>
  [formatMessage(message, pageLanguage(), values)].flat()) as unknown as typeof server.messageParts;
