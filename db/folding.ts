/*
 * What differs only in how it is written is the same wherever texts are compared, searched or counted. It is in `db`, because triggers
 * call it (`client.ts`), and has nothing that a browser lacks.
 */

/** What a comparison ignores in addition to the ways of writing that never count. */
type Ignored = { ignoreCase?: boolean; ignoreAccents?: boolean };

const ASCII = /^\p{ASCII}*$/u;

// These come before NFKC, which takes some of them apart into a space and a mark.
const APOSTROPHES =
  /[\u0060\u00b4\u02b9\u02bb-\u02bf\u055a\u05f3\u1fbd\u1fbf\u2018-\u201b\u2032\u2035\u2039\u203a\ua78b\ua78c\uff07\uff40]/g;
const QUOTES =
  /[\u00ab\u00bb\u02ba\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u300c-\u300f\u301d-\u301f\uff02\uff62\uff63]/g;
/** The spaces that French has within quotation marks. */
const WITHIN_QUOTES = /(?<=(?:^|[\s(])\u00ab)[^\S\n]+|[^\S\n]+(?=\u00bb(?:$|[\s.,;:!?)]))/g;
const DASHES = /(?![\u301c\u3030\u30a0])[\p{Pd}\u2043\u2212]/gu;
/** Characters that show nothing, and the stroke that stretches Arabic words. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;
const DIGITS = /(?![0-9])\p{Nd}/gu;

/** The digit 0 to 9 that a digit of any script means. The digits of a script are in one row from zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Replaces the digits of all scripts by 0 to 9. */
export const latinDigits = (text: string): string => text.replaceAll(DIGITS, latinDigit);

/** Folds what never counts: width, ligatures, digits, quotation marks, apostrophes, dashes and invisible characters. */
const foldWriting = (text: string) =>
  latinDigits(
    text
      .replaceAll(WITHIN_QUOTES, '')
      .replaceAll(APOSTROPHES, "'")
      .replaceAll(QUOTES, '"')
      .normalize('NFKC')
      .replaceAll(INVISIBLE, ''),
  )
    .replaceAll(DASHES, '-')
    .replaceAll(/[\u2044\u2215]/g, '/');

/** Also the capital I of Turkish becomes an i without a second dot. */
const foldCase = (text: string) =>
  text.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('\u03c2', '\u03c3');

/** Latin letters that are no base with a mark. */
const LATIN: Record<string, string> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'TH',
  þ: 'th',
  ẞ: 'SS',
  ß: 'ss',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ı: 'i',
};
const LATIN_LETTERS = new RegExp(`([${Object.keys(LATIN).join('')}])(\\p{Ll}?)`, 'gu');

function latinLetter(_: string, letter: string, next: string): string {
  const letters = LATIN[letter] ?? letter;
  return (next === '' ? letters : letters.charAt(0) + letters.slice(1).toLowerCase()) + (LATIN[next] ?? next);
}

/** Signs of vowels and of recitation. Hamza and madda belong to letters. */
const ARABIC_SIGNS =
  /[\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff]/g;

/** Marks of stress, and the dots of ё. й, ї, ў, ќ and ѓ are letters. */
function cyrillicLetter(letter: string): string {
  const isConsonant = /^[гк]/i.test(letter);
  const unstressed = isConsonant ? letter : letter.replaceAll(/[\u0300\u0301]/g, '');
  return /^е/i.test(unstressed) ? unstressed.replaceAll('\u0308', '') : unstressed;
}

/** Removes the marks that are optional. In most scripts none is: marks are vowels in Hindi and Thai, and voicing in Japanese. */
const foldAccents = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}])\p{M}+/gu, '$1')
    .replaceAll(/\p{Script=Cyrillic}\p{M}+/gu, cyrillicLetter)
    .replaceAll(/\p{Script=Arabic}\p{M}+/gu, (letter) => letter.replaceAll(ARABIC_SIGNS, ''))
    .replaceAll(LATIN_LETTERS, latinLetter)
    .normalize('NFC');

/** As `fold`, but keeps white space. */
function foldCharacters(text: string, { ignoreCase = false, ignoreAccents = false }: Ignored): string {
  if (ASCII.test(text)) {
    const plain = text.replaceAll('`', "'");
    return ignoreCase ? plain.toLowerCase() : plain;
  }
  const written = foldWriting(text);
  const cased = ignoreCase ? foldCase(written) : written;
  return ignoreAccents ? foldAccents(cased) : cased.normalize('NFC');
}

/** The text by which texts are compared. Two that differ only in how they are written have the same. */
export const fold = (text: string, ignored: Ignored = {}): string =>
  foldCharacters(text, ignored).replaceAll(/\s+/g, ' ').trim();

/** Capitals of Cyrillic and Greek, and what they look like. Keyboards of these scripts have both beside each other. */
const LOOK_ALIKES = new Map(
  ['АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX', 'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX']
    .flatMap((row) => row.split(' '))
    .map(([letter = '', latin = '']) => [letter, latin] as const),
);

/** A code as it is compared: in Latin capitals and digits, with hyphens. Keyboards of Japan write another sign for a hyphen. */
export const foldCode = (typed: string): string =>
  fold(typed)
    .toUpperCase()
    .replaceAll('\u30fc', '-')
    .replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);

/** A code without the spaces and dashes between its groups. */
export const compactCode = (typed: string): string => foldCode(typed).replaceAll(/[\s-]/g, '');

/** Arabic letters that are often written for each other, with hamza and alef in all their forms. */
const ARABIC: [RegExp, string][] = [
  [/[\u0622\u0623\u0625\u0671]/g, '\u0627'],
  [/\u0624/g, '\u0648'],
  [/[\u0626\u0649\u06cc]/g, '\u064a'],
  [/\u0629/g, '\u0647'],
  [/\u06a9/g, '\u0643'],
  [/\u0621/g, ''],
];

function foldForSearch(text: string): string {
  const folded = foldCharacters(text, { ignoreCase: true, ignoreAccents: true }).replaceAll('\u266f', '#');
  if (!/\p{Script=Arabic}/u.test(folded)) return folded;
  return ARABIC.reduce((found, [letters, letter]) => found.replaceAll(letters, letter), folded);
}

/** The text of a search or of a column for searches of any part of it. Line breaks stay. */
export const searchText = (text: string): string =>
  foldForSearch(text)
    .replaceAll("'", '')
    .replaceAll(/[^\S\n]+/g, ' ');

/** A character of a script whose words are not separated, or are found within longer ones. */
const UNSEPARATED = `(?=[\\p{L}\\p{M}\\p{N}])[${[
  'Han',
  'Hira',
  'Kana',
  'Hang',
  'Bopo',
  'Thai',
  'Laoo',
  'Khmr',
  'Mymr',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`;
const SEPARATED = `(?!${UNSEPARATED})[\\p{L}\\p{M}\\p{N}]`;
/** A run without spaces, or a word with its apostrophes and the signs at its end: C++ and C#. */
const WORDS = new RegExp(
  `(?<run>(?:${UNSEPARATED})+)|(?:${SEPARATED})+(?:'(?:${SEPARATED})+)*[+#]{0,4}`,
  'gu',
);

const PAIR = new RegExp(`^(?:${UNSEPARATED}){2}$`, 'u');

/** Whether a term is two neighbours of a run, so that no longer one begins with it. */
export const isPair = (term: string): boolean => PAIR.test(term);

/** Every two neighbours of a run. */
const pairsOf = (characters: string[]) =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/**
 * The terms by which a text is found: its words, and of scripts without spaces every two neighbours and the last character, so that any
 * part is found by its pairs, and one character as the beginning of a pair. O'Brien is found by 'obrien' and 'brien'.
 */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  for (const { 0: word, groups } of foldForSearch(text).matchAll(WORDS)) {
    if (groups?.run !== undefined) {
      const characters = [...word];
      for (const pair of pairsOf(characters)) terms.add(pair);
      terms.add(characters.at(-1) ?? '');
    } else if (word.includes("'")) {
      const parts = word.split("'");
      for (const index of parts.keys()) terms.add(parts.slice(index).join(''));
    } else terms.add(word);
  }
  return [...terms];
}

/** What a search looks for: terms, or beginnings of terms, of a text. */
export const searchedTerms = (q: string): string[] =>
  [...foldForSearch(q).matchAll(WORDS)].flatMap(({ 0: word, groups }) => {
    const characters = [...word];
    if (groups?.run === undefined) return [word.replaceAll("'", '')];
    return characters.length === 1 ? characters : pairsOf(characters);
  });
