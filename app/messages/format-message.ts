import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

export type { CompiledMessage };

/** Digits are Latin in all languages. */
const withLatinDigits = (language: string) => `${language}-u-nu-latn`;

/** Remembers what `make` returned for each language. */
export function perLanguage<Made>(make: (language: string) => Made) {
  const made = new Map<string, Made>();
  return (language: string): Made => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const numberFormat = perLanguage((language) => new Intl.NumberFormat(withLatinDigits(language)));
const pluralRules = perLanguage((language) => new Intl.PluralRules(language));

const formatters = {
  getNumberFormat: (language: string) => numberFormat(language),
  getPluralRules: (language: string) => pluralRules(language),
  getDateTimeFormat: () => {
    throw new Error('Messages get dates as text.');
  },
};

/** A compiled message with its values, in one piece or as a list of texts and elements. */
export const formatMessage = <Element>(
  message: CompiledMessage,
  language: string,
  values: object,
): string | Element | (string | Element)[] =>
  format<Element>(message, language, values as FormatValues<Element>, { formatters });
