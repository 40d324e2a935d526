/** The scripts in modern use (UAX 31, table 5). */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'gu') }));

/** Digits, punctuation and marks of several scripts. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/gu;

/** Scripts that are written together: Japanese, Korean, and Chinese with its phonetic letters. */
const WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];

/** The scripts of a name whose characters belong to more than one writing system, else none. */
export function mixedScripts(name: string): string[] {
  let rest = name.replace(SHARED, '');
  const found = SCRIPTS.filter(({ pattern }) => {
    const others = rest.replace(pattern, '');
    const has = others.length < rest.length;
    rest = others;
    return has;
  }).map(({ script }) => script);
  if (rest !== '') found.push('others');
  const isOne =
    found.length <= 1 || WRITTEN_TOGETHER.some((system) => found.every((script) => system.includes(script)));
  return isOne ? [] : found;
}
