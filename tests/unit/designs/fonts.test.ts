import '../../golden/without-system-fonts.ts';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { TYPEFACES } from '#app/drawing/design.ts';
import { FACES } from '#app/drawing/designs/faces.ts';
import {
  type CodePointRange,
  FALLBACKS,
  type Face,
  rangesOfFont,
  withFonts,
} from '#app/drawing/fonts.server.ts';
import { drawableText, REPLACEMENT } from '#app/drawing/text.ts';
import { inputBytes } from '#tests/support/inputs.ts';

const jsonOf = (name: string) => JSON.parse(inputBytes(name).toString());
const FACE_NAMES = [
  ...new Set(TYPEFACES.flatMap((typeface) => Object.values(FACES[typeface]).map(({ face }) => face))),
];

/** Names of each script, with the conjuncts, stacks and marks that its fonts must have. */
const NAMES: Record<string, string[]> = {
  ...jsonOf('01-names-without-font.json'),
  Gurmukhi: ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਖ਼ੁਸ਼ਵੰਤ'],
  Sinhala: ['ශ්‍රී ලංකා', 'රණසිංහ ප්‍රේමදාස'],
  Odia: ['ଶ୍ରୀକୃଷ୍ଣ', 'ଓଡ଼ିଆ'],
  Kannada: ['ಲಕ್ಷ್ಮೀ', 'ರ‍್ಯಾಂಕ್'],
  Malayalam: ['തുഞ്ചത്ത് രാമാനുജൻ', 'അവന്‍'],
  Tigrinya: ['ትግርኛ', 'ሰላም፡ለኪ'],
  Tibetan: ['བསྟན་འཛིན་རྒྱ་མཚོ', 'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ'],
  Mongolian: ['ᠮᠣᠩᠭᠣᠯ\u202fᠤᠨ', 'ᠪᠠ᠋ᠲᠤ ᠨᠠ᠎ᠠ'],
  Thaana: ['އިބްރާހީމް މުޙައްމަދު'],
  Syriac: ['ܡܳܪܝ̱ ܐܰܦܪܶܝܡ'],
  'N’Ko': ['ߛߏ߬ߟߏߡߊߣߊ߫ ߞߊ߲ߕߍ߫'],
  Cherokee: ['ᏍᏏᏉᏯ', 'ꮳꮃꭹ'],
  Tifinagh: ['ⵜⴰⵎⴰⵣⵉⵖⵜ'],
  Javanese: ['ꦪꦺꦴꦒꦾꦏꦂꦠ'],
  Mathematical: ['𝐉𝐨𝐡𝐧 𝓢𝓶𝓲𝓽𝓱', '𝕬𝖉𝖆 Lovelace'],
  Persian: ['علی‌رضا', 'می‌خواهم ۱۲۳'],
  Devanagari: ['क्‍ष र्‍य', 'श्रीकृष्ण त्रिपाठी'],
  Bengali: ['র‍্যাব', 'পশ্চিমবঙ্গ'],
  'Ol Chiki': ['ᱥᱟᱱᱛᱟᱲᱤ'],
  'Meetei Mayek': ['ꯃꯤꯇꯩ ꯃꯌꯦꯛ'],
  Inuktitut: ['ᓄᓇᕗᑦ'],
  Adlam: ['𞤀𞤣𞤤𞤢𞤥'],
  Yi: ['ꆈꌠꁱꂷ'],
  Limbu: ['ᤕᤰᤌᤢᤱ ᤐᤠᤏ᤺'],
  Lepcha: ['ᰛᰩᰵᰛᰧᰵᰶ'],
  Newa: ['𑐣𑐾𑐥𑐵𑐮 𑐨𑐵𑐲𑐵'],
  'Warang Citi': ['𑢹𑣉𑣉 𑣎𑣋𑣜'],
  'Syloti Nagri': ['ꠍꠤꠟꠐꠤ'],
  Rohingya: ['𐴌𐴗𐴥𐴝𐴙𐴚𐴒𐴙𐴝'],
  Sundanese: ['ᮘᮞ ᮞᮥᮔ᮪ᮓ'],
  Buginese: ['ᨅᨔ ᨕᨘᨁᨗ'],
  Batak: ['ᯅᯖᯂ᯲'],
  'Tai Le': ['ᥖᥭᥰ ᥖᥬᥳ ᥑᥨᥒᥰ'],
  'New Tai Lue': ['ᦅᧄᦺᦑᦟᦹᧉ'],
  'Tai Tham': ['ᨣᩤᩴᨾᩮᩬᩥᨦ'],
  'Tai Viet': ['ꪼꪕꪒꪾ'],
  'Kayah Li': ['ꤊꤢꤛꤢ꤭ ꤜꤟꤤ꤬'],
  Somali: ['𐒈𐒝𐒑𐒛𐒐𐒘'],
  Coptic: ['ⲘⲈⲦⲢⲈⲘⲚ̀ⲬⲎⲘⲒ'],
  Japanese: ['葛󠄀城 さくら', 'コンピュータ科学入門'],
};

/** Families of a text that draw more than spaces. */
const typefacesOf = (text: string, face: Face) => {
  const { families } = withFonts(drawableText(text).replaceAll(' ', ''), face);
  return families.split(', ');
};

describe('the fonts of a text', () => {
  it.each(Object.entries(NAMES))('are one that has all of it: %s', (_, names) => {
    for (const face of FACE_NAMES) {
      for (const name of names) {
        expect(withFonts(drawableText(name), face).text).not.toContain(REPLACEMENT);
        expect(typefacesOf(name, face), `${name} beside ${face}`).toHaveLength(1);
      }
    }
  });

  it.each([
    jsonOf('06-names-mixed-fonts.json').Kazakh,
    'Қазақстан 2026',
    'Әлия Smith',
    'Łukasz Ḍāya',
    'Nguyễn Thị Ẩn',
    'Өмүрбек',
    'Ḥasan ʿAbd al-ʿAzīz',
    'Δημήτρης ᾏ',
    'مقدمة في علوم الحاسوب (CS 101)',
    'हर्षद (2024)',
    'తెలుగు (CS 101)',
  ])('are one for a text that a typeface has a part of: %s', (name) => {
    for (const face of FACE_NAMES) expect(typefacesOf(name, face), face).toHaveLength(1);
  });

  it.each([
    ['Құнанбай 2 محمد Ada', 2],
    ['María 王小明 محمد Юлія', 3],
    ['ẹ́ 王', 2],
    ['Ada 🎉', 2],
    ['★ Ada', 2],
  ])('differ only between scripts and symbols where no font has all of them: %s', (name, count) => {
    for (const face of ['EBGaramond-Regular', 'Manrope-Bold'] as const)
      expect(typefacesOf(name, face), face).toHaveLength(count);
  });

  it('keep the space of the face, which draws nothing else', () => {
    expect(withFonts('محمد علي', 'Manrope-Bold').families).toBe("'Manrope-Bold', 'NotoNaskhArabic-Regular'");
  });
});

const SIZE = 200;
const [WIDTH, HEIGHT, LEFT, BASELINE] = [700, 500, 250, 320];

/** Pixels of a text with its left edge and its baseline in the same place. */
function inkOf(text: string, face: Face) {
  const pen = createCanvas(WIDTH, HEIGHT).getContext('2d');
  pen.font = `${SIZE}px ${withFonts(text, face).families}`;
  pen.fillText(text, LEFT, BASELINE);
  const { data } = pen.getImageData(0, 0, WIDTH, HEIGHT);
  const columns = new Set<number>();
  let count = 0;
  for (let index = 0; index < WIDTH * HEIGHT; index++) {
    if ((data[index * 4 + 3] ?? 0) < 128) continue;
    count += 1;
    columns.add(index % WIDTH);
  }
  return { count, left: Math.min(...columns), right: Math.max(...columns) };
}

const MARKED = [
  ...jsonOf('05-names-marks.json').Yoruba.flatMap((name: string) =>
    name.normalize('NFC').match(/\p{L}\p{M}+/gu),
  ),
  ...['ẹ́', 'ọ́', 'ị̀', 'ụ́', 'Ị̀', 'm̀', 'ń̩', 'ė̃', 'ų̃', 'ū̃', 'Ė́', 'n̄', 'ṣ́', 'а́', 'Ы́', 'ῃ̄', 'é̱', 'ậ̱'],
  // Guarani, Marshallese, Ewe, Navajo, Tlingit, Salish, Chechen and Kildin Sami.
  ...[
    'g̃',
    'G̃',
    'm̧',
    'M̧',
    'o̧',
    'N̄',
    'ɔ̀',
    'Ɔ́',
    'ɛ̃',
    'Ɛ̃',
    'ŋ́',
    'ą́',
    'Ǫ́',
    'x̱',
    'X̱',
    'ə́',
    'x̌',
    'm̓',
    'ө̄',
    'э̄',
    'Я̄',
  ],
].map((letter: string) => letter.normalize('NFC'));

describe('marks', () => {
  it.each(MARKED)('stand on their letter in every typeface: %s', (marked) => {
    const [letter = ''] = marked.normalize('NFC');
    for (const face of FACE_NAMES) {
      const { families } = withFonts(marked, face);
      const whole = inkOf(marked, face);
      const pen = createCanvas(1, 1).getContext('2d');
      pen.font = `${SIZE}px ${families}`;
      const advance = pen.measureText(letter).width;
      const overhang = SIZE * 0.06;
      expect(whole.left, `${marked} in ${families}`).toBeGreaterThanOrEqual(LEFT - overhang);
      expect(whole.right, `${marked} in ${families}`).toBeLessThanOrEqual(LEFT + advance + overhang);
    }
  });
});

describe('the font files', () => {
  const all = [...new Set([...FACE_NAMES, ...FALLBACKS])];

  it('are those that texts use', () => {
    const files = readdirSync(new URL('../../../app/drawing/fonts', import.meta.url));
    expect(files.filter((name) => name.endsWith('.ttf')).toSorted()).toEqual(
      all.map((name) => `${name}.ttf`).toSorted(),
    );
  });

  it('cover the characters that names may have (vitest --update writes them)', async () => {
    const joined: CodePointRange[] = [];
    for (const [start, end] of all.flatMap(rangesOfFont).toSorted(([one], [other]) => one - other)) {
      const last = joined.at(-1);
      if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
      else joined.push([start, end]);
    }
    const hex = (code: number) => code.toString(16);
    const ranges = joined.map(([start, end]) => (start === end ? hex(start) : `${hex(start)}-${hex(end)}`));
    const file = new URL('../../../app/shared/printable-ranges.json', import.meta.url);
    await expect(`${JSON.stringify({ ranges: ranges.join(' ') }, null, 2)}\n`).toMatchFileSnapshot(
      fileURLToPath(file),
    );
  });
});
