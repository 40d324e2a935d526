/** A text, or a function that makes it when it is needed, in the reader's language. */
export type LazyText = string | (() => string);

export const textNow = (text: LazyText): string => (typeof text === 'string' ? text : text());

type Words = Record<string, (...values: string[]) => string>;

/**
 * Texts that the server writes and several people read. The database keeps the code of a text and the values in it, and each reader gets
 * the words in the own language.
 */
export function createStoredTexts<Codes extends Words>(words: Codes) {
  return {
    store: (code: Extract<keyof Codes, string>, ...values: (string | number)[]): string =>
      [code, ...values].join('|'),
    /** The words of a stored code. Any other text is returned unchanged, because a person or a gateway wrote it. */
    read(stored: string): string {
      const [code = '', ...values] = stored.split('|');
      const write = Object.hasOwn(words, code) ? words[code] : undefined;
      return write ? write(...values) : stored;
    },
  };
}
