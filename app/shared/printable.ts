import { t } from '#messages';
import { type Label, line } from './fields.ts';
import { codePoint } from './invisible-characters.ts';
import coverage from './printable-ranges.json' with { type: 'json' };
import { textNow } from './reader-texts.ts';

const escaped = (code: string) => `\\u{${code}}`;

/**
 * A character that is not drawn, because no font covers it or each means something else by it (private use). Characters that only change
 * their neighbours need no glyph. A test writes the ranges, so that no font is read to check a name.
 */
let unprintable: RegExp | undefined;
function unprintablePattern(): RegExp {
  if (unprintable) return unprintable;
  const covered = coverage.ranges.split(' ').map((range) => range.split('-').map(escaped).join('-'));
  unprintable = new RegExp(
    `[^${covered.join('')}\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]|\\p{Co}`,
    'u',
  );
  return unprintable;
}

const ASCII = /^[\u0020-\u007e]*$/;

/** The first character of a text that no font covers, or null. */
const unprintableIn = (text: string): string | null =>
  ASCII.test(text) ? null : (unprintablePattern().exec(text.normalize('NFC'))?.[0] ?? null);

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
