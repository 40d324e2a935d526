import type { ReactNode } from 'react';

export const StatTiles = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

/** A figure and what it counts; inside StatTiles. */
export const StatTile = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="stat">
    <dt className="stat-label">{label}</dt>
    <dd className="stat-value">{value}</dd>
  </div>
);
