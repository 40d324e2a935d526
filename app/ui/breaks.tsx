import type { ReactNode } from 'react';

/** The parts of a text, with a place to break the line after each of them but the last. */
export function withBreaks(parts: readonly string[]): ReactNode[] {
  let end = 0;
  return parts
    .flatMap((part) => {
      end += part.length;
      return [part, <wbr key={end} />];
    })
    .slice(0, -1);
}
