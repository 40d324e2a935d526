/*
 * What differs only in how it is written is the same wherever texts are compared, searched or counted. It has nothing that a browser
 * lacks.
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
const DASHES = /(?![\u301c\u3030\u30a0])[\p{Pd}\u2212]/gu;
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
const latinDigits = (text: string): string => text.replaceAll(DIGITS, latinDigit);

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
