import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'success' | 'danger' | 'warning' | 'info' | 'gold';

/** The element of `Badge`, for lists: a component takes longer than the element that it renders. */
export const badge = (tone: BadgeTone, children: ReactNode) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

/** A state as a badge. Its label is a function, so that a table of all states is a constant. */
export const stateBadge = ([tone, label]: readonly [tone: BadgeTone, label: () => string]) =>
  badge(tone, label());

/** A short state or category. The text alone conveys the meaning of the colour. */
export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) =>
  badge(tone, children);
