/** A text, or a function that makes it when it is needed, in the reader's language. */
export type LazyText = string | (() => string);

export const textNow = (text: LazyText): string => (typeof text === 'string' ? text : text());
