/** Names in mails to addresses that nobody has confirmed are cut to this length. */
const MAX_LENGTH = 60;

const DOT = '[.\\u3002\\uff0e\\uff61]';
/** Words with a scheme, an `@` or `www`, and those that end like a host name or go on like a URL. */
const LINK = new RegExp(
  `^(?:.*(?::\\/\\/|@|＠).*|www${DOT}.*|.*[^\\s.]{3,}${DOT}\\p{L}{2,}(?:[/?#:].*)?[,;!]?|.*${DOT}\\p{L}{2,}[/?#:].*)$`,
  'iu',
);
/** Abbreviated titles that stand before a name without a space. */
const TITLE = new RegExp(`^(?:prof|dipl|univ|mag|ing|hon|rev|col|gen)${DOT}\\p{L}+$`, 'iu');

/**
 * Removes links and email addresses from a name that a stranger chose, and cuts it at 60 characters.
 * Otherwise anybody could advertise in mail to unconfirmed addresses.
 * @param otherwise used when no word of the name is left
 */
export function plainName(name: string, otherwise: string): string {
  const words = name.split(/\s+/u).filter((word) => !LINK.test(word) || TITLE.test(word));
  // Mail programs make links of words such as x.de. They leave a dot alone that ends its word.
  const text = words
    .join(' ')
    .replace(new RegExp(`(${DOT})(?=[\\p{L}\\p{N}])`, 'gu'), '$1 ')
    .trim();
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let shown = '';
  for (const letter of letters) {
    if (shown.length + letter.length > MAX_LENGTH - 1) {
      shown = `${shown.trimEnd()}…`;
      break;
    }
    shown += letter;
  }
  if (text.length <= MAX_LENGTH) shown = text;
  return /[\p{L}\p{N}]/u.test(shown) ? shown : otherwise;
}
