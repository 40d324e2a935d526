/** What a spreadsheet would take for a formula gets an apostrophe before it, which it shows as text. */
const defused = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => `"${defused(cell ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;
