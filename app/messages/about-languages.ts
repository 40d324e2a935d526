/** Scripts that are written from right to left, for engines without `Intl.Locale.prototype.getTextInfo`. */
const RIGHT_TO_LEFT = /^(?:adlm|arab|hebr|mand|nkoo|rohg|samr|syrc|thaa|yezi)$/i;

/** The direction of a script by its code, such as `Arab`. */
export const directionOfScript = (script: string | undefined) =>
  RIGHT_TO_LEFT.test(script ?? '') ? 'rtl' : 'ltr';

type TextInfo = { direction?: string };
type LocaleWithTextInfo = Intl.Locale & { getTextInfo?: () => TextInfo; textInfo?: TextInfo };

function findDirection(language: string): 'ltr' | 'rtl' {
  const locale: LocaleWithTextInfo = new Intl.Locale(language);
  const info = locale.getTextInfo?.() ?? locale.textInfo;
  if (info?.direction === 'ltr' || info?.direction === 'rtl') return info.direction;
  return directionOfScript(locale.maximize().script);
}

/** The languages of messages and captions are few. */
const directions = new Map<string, 'ltr' | 'rtl'>();

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const direction = directions.get(language) ?? findDirection(language);
  directions.set(language, direction);
  return direction;
}

/** A language's name in this language, such as `Deutsch`. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
