import { AsyncLocalStorage } from 'node:async_hooks';
import { ENGLISH } from './catalogs.server.ts';

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
