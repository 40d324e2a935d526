import { type Content, FIELDS, LINE_NAMES } from '#app/certificates/fields.ts';
import { keyOf, type OwnField } from '#app/certificates/own-fields.ts';
import { isLastFirst } from '#app/shared/lists/columns.ts';
import { t } from '#messages';

/** The continuation bytes of UTF-8, as characters of Windows-1252. */
const NEXT = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/**
 * UTF-8 that was read as Windows-1252 ('Ã©' for é, 'â€™' for ’) or MacRoman ('√©'), and question marks within words. A capital after
 * another one, or after an opening quotation mark, may stand before a closing one. Of 'Ã\u00ad' and 'Ã\u00a0', for í and à, only the
 * capital after a small letter is left.
 */
const MISREAD = new RegExp(
  `[ÂÃ]${NEXT}|(?<=\\p{Ll})[ÂÃ](?=$|[ \\p{Ll}])|(?<![\\p{Lu}“„‘‚«])[ÄÅÆÎÏÐÑ×ØÙÚÛ]${NEXT}|[à-ï]${NEXT}{2}|â€|ðŸ|√[\\u00a0-\\u00ff∂∏∑∫≤≥≠]|\\p{L}\\?\\p{L}`,
  'u',
);
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Error values of spreadsheets in several languages: #N/A, #NV, #REF!, #¿NOMBRE?, and a column that was too narrow: ####. */
const ERROR_VALUE = /^#(?:N\/[AD]|NV|[¡¿]?[\p{Lu}/0]{3,}[!?]|#{2,})$/u;

/** Two words or more, each of at least two letters, and all of them capitals. */
function isInCapitals(name: string): boolean {
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length > 1 && words.every((word) => /^(?:\P{L}*\p{Lu}){2,}\P{L}*$/u.test(word));
}

const TEXTS = {
  lost: (label: string) => t('rowWarnings.charactersAreLost', { label }),
  misread: (label: string) => t('rowWarnings.lettersAreMisread', { label }),
  entity: (label: string) => t('rowWarnings.hasCodesOfHtml', { label }),
  'error-value': (label: string) => t('rowWarnings.isTheErrorOfAFormula', { label }),
  capitals: (label: string) => t('rowWarnings.isInCapitals', { label }),
  'last-first': (label: string) => t('rowWarnings.mayBeWrittenAsLastFirst', { label }),
  'years-ahead': (label: string) => t('rowWarnings.isYearsAhead', { label }),
};

type WarningCode = keyof typeof TEXTS;
/** What looks damaged in a row, by field. Own fields have the names of their controls. */
export type Warnings = Record<string, WarningCode>;

/** Issue dates further ahead are years of another calendar in two digits, or typing errors. */
const MOST_YEARS_AHEAD = 5;

function damageOf(text: string): WarningCode | undefined {
  if (text.includes('\ufffd')) return 'lost';
  if (ERROR_VALUE.test(text)) return 'error-value';
  if (ENTITY.test(text)) return 'entity';
  return MISREAD.test(text) ? 'misread' : undefined;
}

/** How a name is written that may be meant otherwise. */
const oddityOf = (name: string): WarningCode | undefined =>
  isInCapitals(name) ? 'capitals' : isLastFirst(name) ? 'last-first' : undefined;

/**
 * Looks for damage that a certificate would print, and for an unlikely issue date. Null for none.
 * @param ownTexts by control
 */
export function warningsOf(
  lines: Content,
  ownTexts: readonly (readonly [control: string, text: string])[],
  thisYear: number,
): Warnings | null {
  const texts = [...LINE_NAMES.map((name) => [name, lines[name]] as const), ...ownTexts];
  const found = texts.flatMap<[string, WarningCode]>(([name, text]) => {
    const code = damageOf(text) ?? (name === 'studentName' ? oddityOf(text) : undefined);
    return code ? [[name, code]] : [];
  });
  if (Number(lines.issueDate.slice(0, 4)) > thisYear + MOST_YEARS_AHEAD)
    found.push(['issueDate', 'years-ahead']);
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/**
 * The warnings of a row in the reader's language, by field.
 * @param own the own fields of its batch
 */
export const warningTexts = (
  warnings: Warnings,
  own: readonly Pick<OwnField, 'key' | 'name'>[],
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(warnings).map(([field, code]) => {
      const key = keyOf(field);
      const label =
        key === undefined
          ? FIELDS[field as keyof Content].label()
          : (own.find((each) => each.key === key)?.name ?? key);
      return [field, [TEXTS[code](label)]];
    }),
  );
