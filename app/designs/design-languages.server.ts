import { BASES, baseDefaults } from '#app/drawing/design.ts';
import { ownName } from '#app/messages/about-languages.ts';
import { inLanguage, languages, parseLanguage } from '#app/messages/reader-language.server.ts';
import { TEXT_LENGTHS, type TextName } from './design-form.ts';

/** The languages in which a layout can print its own words, each by its own name. */
export const designLanguages = () => languages().map((value) => ({ value, label: ownName(value) }));

type Fields = Record<string, string>;

const textsIn = (language: string) =>
  inLanguage(language, () => BASES.map((base) => ({ base, texts: baseDefaults(base).texts })));

/**
 * Translates the texts of a design's form that are still a layout's own, after another language was chosen. Others stay as they
 * were entered.
 * @param fields `textsLanguage` is the language in which the form was shown
 */
export function followLanguage(fields: Fields): Fields {
  const [before, after] = [parseLanguage(fields.textsLanguage), parseLanguage(fields.language)];
  if (before === null || after === null || before === after) return fields;
  const [from, to] = [textsIn(before), textsIn(after)];
  const translated = (Object.keys(TEXT_LENGTHS) as TextName[]).flatMap((name) => {
    const text = fields[name]?.trim();
    // The chosen layout first, because others have some of its texts.
    const same = from.flatMap(({ base, texts }, index) => (texts[name] === text ? [{ base, index }] : []));
    const found = same.find(({ base }) => base === fields.base) ?? same[0];
    return text && found ? [[name, to[found.index]?.texts[name] ?? text] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(translated), textsLanguage: after };
}
