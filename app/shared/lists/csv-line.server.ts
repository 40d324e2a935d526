/** Characters that spreadsheets skip before a formula: spaces, control characters, byte order marks, invisible characters. */
const SKIPPED = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;
/** Characters that start a formula. NFKC normalizes superscript minus signs to U+2212. */
const OPERATORS = new Set(['=', '+', '-', '\u2212', '@']);

function isFormula(cell: string): boolean {
  if (/^[\t\r\n]/.test(cell)) return true;
  const first = cell.replace(SKIPPED, '').codePointAt(0);
  if (first === undefined) return false;
  // Normalize only one character, because normalizing a run of combining marks takes quadratic time.
  return OPERATORS.has(String.fromCodePoint(first).normalize('NFKC').charAt(0));
}

/** Adds an apostrophe to a formula, so that spreadsheets show it as text. */
const neutralize = (cell: string) => (isFormula(cell) ? `'${cell}` : cell);

/** The cell before `neutralize`, in a file of ours that is read again. */
export const withoutNeutralizer = (cell: string) =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

/** Formats a line of a CSV file (RFC 4180) that is safe to open in a spreadsheet. */
export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => `"${neutralize(cell ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;
