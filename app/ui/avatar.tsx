const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters of the first and last word of a name, in any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word) => segments.segment(word ?? '').containing(0)?.segment ?? '')
    .join('')
    .toLocaleUpperCase('en');
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
