import { z } from 'zod';

/** Languages that the form offers. The API takes any. */
const OFFERED =
  'ar bg bn ca cs da de el en en-GB en-US es es-419 et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

const NOT_A_LANGUAGE = 'Please enter a language tag, such as en or pt-BR.';
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, or its tag. */
export const languageName = (tag: string) => names.of(tag) ?? tag;

/** The name of a language in itself. */
export function ownLanguageName(tag: string): string {
  const own = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
}

export const OFFERED_LANGUAGES = OFFERED.map((value) => ({ value, label: languageName(value) })).toSorted(
  (a, b) => a.label.localeCompare(b.label, 'en'),
);

/** A BCP 47 tag in its canonical form. */
export const languageSchema = z
  .string(NOT_A_LANGUAGE)
  .trim()
  .max(35, NOT_A_LANGUAGE)
  .transform((tag, context) => {
    try {
      if (/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // An invalid tag.
    }
    context.addIssue({ code: 'custom', message: NOT_A_LANGUAGE });
    return z.NEVER;
  });

export const captionsSchema = z.object({ language: languageSchema });
