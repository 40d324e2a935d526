/** Encodings of Windows for a script, and for the languages in Latin script that windows-1252 lacks letters of. */
const BY_SCRIPT: Record<string, string> = {
  Arab: 'windows-1256',
  Cyrl: 'windows-1251',
  Grek: 'windows-1253',
  Hans: 'gb18030',
  Hant: 'big5',
  Hebr: 'windows-1255',
  Jpan: 'shift_jis',
  Kore: 'euc-kr',
  Thai: 'windows-874',
};
const BY_LANGUAGE: Record<string, string> = Object.fromEntries(
  Object.entries({
    'windows-1250': 'bs cs hr hu pl ro sk sl sq sr',
    'windows-1254': 'az tr',
    'windows-1257': 'et lt lv',
    'windows-1258': 'vi',
  }).flatMap(([encoding, languages]) => languages.split(' ').map((language) => [language, encoding])),
);

/** The encoding in which programs of Windows write a language. */
function windowsEncoding(tag: string): string {
  const { language, script = 'Latn' } = new Intl.Locale(tag).maximize();
  return BY_SCRIPT[script] ?? BY_LANGUAGE[language] ?? 'windows-1252';
}

/** UTF-16 by its mark, or without one, because captions begin with a digit, a letter of WEBVTT or a line break. */
function utf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return null;
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const NOT_DECODED = /\ufffd/g;
// Encodings of Windows leave these codes out, or decoders map them to control characters.
const C1_CONTROL = /[\u0080-\u009f]/;

/**
 * Decodes captions: UTF-8, UTF-16 with or without its mark, or else the encoding of Windows for their language.
 * @param language a BCP 47 tag
 * @returns the text, and the encoding's name unless it is UTF-8. Text in UTF-8 with damaged bytes has U+FFFD for them, and `isDamaged`. Null for
 *   other bytes
 */
export function decodeCaptions(bytes: Uint8Array, language: string) {
  const wide = utf16(bytes);
  if (wide) {
    const text = decode(wide, bytes);
    return text === null ? null : { text, encoding: wide, isDamaged: false };
  }
  const utf8 = decode('utf-8', bytes);
  if (utf8 !== null) return { text: utf8, encoding: null, isDamaged: false };
  const lenient = new TextDecoder().decode(bytes);
  const damaged = lenient.match(NOT_DECODED)?.length ?? 0;
  const intact = (lenient.match(/[^\0-\u007f]/gu)?.length ?? 0) - damaged;
  // In another encoding, next to no byte beyond ASCII happens to be UTF-8.
  if (intact > damaged) return { text: lenient, encoding: null, isDamaged: true };
  const encoding = windowsEncoding(language);
  const text = decode(encoding, bytes);
  return text === null || C1_CONTROL.test(text) ? null : { text, encoding, isDamaged: false };
}
