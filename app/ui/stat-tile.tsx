import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#messages';

export const StatTiles = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

type StatTileProps = {
  label: string;
  value: ReactNode;
  note?: string;
  /** The page that the tile links to. */
  to?: string | undefined;
};

/** A figure with its label and a note, inside StatTiles. */
export const StatTile = ({ label, value, note, to }: StatTileProps) => (
  <div className="stat">
    <dt className="stat-label">{label}</dt>
    <dd className="stat-value">
      {to ? (
        <Link to={to} className="card-link" aria-label={t('page.labelValue', { label, value: `${value}` })}>
          {value}
        </Link>
      ) : (
        value
      )}
    </dd>
    {note && <dd className="stat-note">{note}</dd>}
  </div>
);
