import type { ReactNode } from 'react';

/**
 * A text with line-break opportunities. It reads the characters itself, because a list has a hundred of these texts and `split`
 * with a regular expression takes as long as rendering them.
 * @param breaksBefore whether the text may break before this character
 */
export function withBreaks(text: string, breaksBefore: (place: number) => boolean): ReactNode[] {
  const parts: ReactNode[] = [];
  let start = 0;
  for (let place = 1; place < text.length; place += 1) {
    if (!breaksBefore(place)) continue;
    parts.push(text.slice(start, place), <wbr key={place} />);
    start = place;
  }
  parts.push(text.slice(start));
  return parts;
}
