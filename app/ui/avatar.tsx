const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a word, with its marks. Quotes, brackets and pictures are none. Otherwise its first digit. */
function initialOf(word: string): string {
  const characters = Array.from(segments.segment(word), ({ segment }) => segment);
  return (
    characters.find((each) => /^\p{L}/u.test(each)) ?? characters.find((each) => /^\p{N}/u.test(each)) ?? ''
  );
}

/** The first letters of the first and last word of a name, in any script. Few fonts have capitals of Georgian, which are for whole lines. */
export function initials(name: string): string {
  const all = name.split(/\s+/).map(initialOf).filter(Boolean);
  const letters = all.filter((initial) => /^\p{L}/u.test(initial));
  const [first = '', ...rest] = letters.length > 0 ? letters : all;
  return (first + (rest.at(-1) ?? '')).replace(/[^ა-ჿ]/gu, (letter) => letter.toUpperCase());
}

/** A person's initials. The name is beside it or in `label`. */
export const Avatar = ({ name, size, label }: { name: string; size?: 'large'; label?: string }) =>
  label ? (
    <span className="avatar" data-size={size} role="img" aria-label={label}>
      {initials(name)}
    </span>
  ) : (
    <span className="avatar" data-size={size} aria-hidden="true">
      {initials(name)}
    </span>
  );
