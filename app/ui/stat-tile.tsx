import type { ReactNode } from 'react';

export const StatTiles = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

/** A figure with its label and a note, inside StatTiles. */
export const StatTile = ({ label, value, note }: { label: string; value: ReactNode; note?: string }) => (
  <div className="stat">
    <dt className="stat-label">{label}</dt>
    <dd className="stat-value">{value}</dd>
    {note && <dd className="stat-note">{note}</dd>}
  </div>
);
