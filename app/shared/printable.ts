import { t } from '#messages';
import { type Label, line } from './fields.ts';
import { codePoint } from './invisible-characters.ts';
import coverage from './printable-ranges.json' with { type: 'json' };
import { textNow } from './reader-texts.ts';

/** First and last code point. */
export type CodePointRange = [number, number];

/** @param ranges sorted */
export function isInRanges(ranges: readonly CodePointRange[], code: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [start, end] = ranges[middle] ?? [0, 0];
    if (code < start) high = middle - 1;
    else if (code > end) low = middle + 1;
    else return true;
  }
  return false;
}

/** What any font covers, as a test writes it: no file is read to check a name. */
let printable: CodePointRange[] | undefined;
const printableRanges = () => {
  printable ??= coverage.ranges.split(' ').map((range) => {
    const [start = 0, end = start] = range.split('-').map((code) => Number.parseInt(code, 16));
    return [start, end];
  });
  return printable;
};

/** Characters that are not drawn, or only change their neighbours. */
const NEEDS_NO_GLYPH = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Each font means something else by characters for private use. */
const PRIVATE = /\p{Co}/u;
const ASCII = /^[\u0020-\u007e]*$/;

const isPrintable = (character: string) =>
  NEEDS_NO_GLYPH.test(character) ||
  (!PRIVATE.test(character) && isInRanges(printableRanges(), character.codePointAt(0) ?? 0));

/** The first character of a text that no font covers, or null. */
const unprintableIn = (text: string): string | null =>
  ASCII.test(text)
    ? null
    : (Array.from(text.normalize('NFC')).find((character) => !isPrintable(character)) ?? null);

/** Why a text cannot be drawn, naming the character, or null. */
export function whyUnprintable(label: Label, text: string): string | null {
  const character = unprintableIn(text);
  if (character === null) return null;
  return t('printable.labelHasACharacterThatNoFontHas', {
    label: textNow(label),
    // A mark needs a letter to stand on.
    character: /\p{M}/u.test(character) ? `\u25cc${character}` : character,
    found: codePoint(character),
  });
}

/** One line of text that files show: as `line`, and with characters that a font covers. */
export function printedLine(label: Label, max?: number) {
  const schema = line(label, max);
  return schema
    .superRefine((text, context) => {
      const message = whyUnprintable(label, text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .meta(schema.meta() ?? {});
}
