import type { ReactNode } from 'react';

/** Joins parts of a text with line-break opportunities. */
export function withBreaks(parts: readonly string[]): ReactNode[] {
  let end = 0;
  return parts
    .flatMap((part) => {
      end += part.length;
      return [part, <wbr key={end} />];
    })
    .slice(0, -1);
}
