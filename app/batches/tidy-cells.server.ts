import { readExpiresAfter } from '#app/certificates/certificate.schema.ts';
import { trimInvisible } from '#app/shared/invisible-characters.ts';
import { readWrittenDate } from '#app/shared/lists/written-dates.ts';

/** Runs of white space. The narrow space before Mongolian suffixes changes their letters. */
const SPACES = /(?:(?!(?<=[\u1820-\u18aa])\u202f[\u1820-\u18aa])[\s\p{Z}])+/gu;

/** A cell on one line, without soft hyphens and without spaces and other invisible characters at its ends. */
const tidy = (cell: string) => trimInvisible(cell.replaceAll('\u00ad', '').replace(SPACES, ' '));

/** More than an email address has. */
const MOST_ADDRESS = 400;

/** The address in what mail programs write: 'Ann Lee <ann@students.example>', 'mailto:ann@students.example', or one before a comma. */
function bareAddress(cell: string): string {
  if (cell.length > MOST_ADDRESS) return cell;
  const text = cell.replace(/[ .,;]+$/, '');
  const [, name = '', inside = ''] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  // Another address as the name would leave open which of them is meant.
  const isOne = inside !== '' && (!name.includes('@') || name.includes(inside));
  return (isOne ? inside : text).trim().replace(/^mailto:/i, '');
}

/**
 * Moves an expiry to its own column. People write durations such as 'never' and '2 years' under 'Valid until', and dates under
 * 'Validity'.
 */
function moveExpiry(cells: Record<string, string>) {
  const { expiryDate = '', expiresAfter = '' } = cells;
  const isDate = (text: string) => readWrittenDate(text) !== null;
  const isDuration = (text: string) => !isDate(text) && readExpiresAfter(text) !== null;
  if (expiresAfter === '' && expiryDate !== '' && isDuration(expiryDate))
    Object.assign(cells, { expiryDate: '', expiresAfter: expiryDate });
  else if (expiryDate === '' && isDate(expiresAfter))
    Object.assign(cells, { expiryDate: expiresAfter, expiresAfter: '' });
}

/** Puts each cell of a row on one line, without what does not count. In place, so that 10,000 rows are not kept twice. */
export function tidyCells(cells: Record<string, string>) {
  for (const [name, cell] of Object.entries(cells)) cells[name] = tidy(cell);
  if (cells.studentEmail) cells.studentEmail = bareAddress(cells.studentEmail);
  moveExpiry(cells);
}
