import { z } from 'zod';
import { t } from '#messages';

/** Languages that the form offers. The API takes any. */
export const OFFERED_TAGS =
  'ar bg bn ca cs da de el en en-GB en-US es es-419 et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

const notALanguage = () => t('captions.enterALanguageTag');

/** The name of a language in itself. */
export function ownLanguageName(tag: string): string {
  const own = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
}

/** A BCP 47 tag in its canonical form. */
export const languageSchema = z
  .string({ error: notALanguage })
  .trim()
  .max(35, { error: notALanguage })
  .transform((tag, context) => {
    try {
      if (/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // An invalid tag.
    }
    context.addIssue({ code: 'custom', message: notALanguage() });
    return z.NEVER;
  });

export const captionsSchema = z.object({ language: languageSchema });
