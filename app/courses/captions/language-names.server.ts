import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { OFFERED_TAGS } from './languages.ts';

const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'language' });
  names.set(language, known);
  return known;
}

/** The name of a language in the reader's language, or its tag. */
export const languageName = (tag: string) => namesIn(readerLanguage()).of(tag) ?? tag;

/** The languages that the form offers, sorted by their names. */
export const offeredLanguages = () =>
  OFFERED_TAGS.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, readerLanguage()),
  );
