import { Star } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatPercent, formatTenths } from '#app/messages/format-numbers.ts';
import { t } from '#messages';
import { Icon } from './page.tsx';

/** Progress from 0 to 100; indeterminate without a value. */
export function Progress({ label, value }: { label: string; value?: number }) {
  const id = useId();
  return (
    <div className="progress">
      <label htmlFor={id} className="flex justify-between">
        <span>{label}</span>
        {value !== undefined && (
          <span className="tabular-nums">{formatPercent(Math.round(value) / 100)}</span>
        )}
      </label>
      <progress id={id} max={100} value={value} />
    </div>
  );
}

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

const FIVE = [1, 2, 3, 4, 5] as const;

/** A rating from 0 to 5 with its figure. Stars are rounded to whole ones. `children` follow, such as a count. */
export function Stars({ rating, children }: { rating: number; children?: ReactNode }) {
  return (
    <span className="stars">
      {/* A single element that the stylesheet draws, because a catalogue has hundreds of stars. */}
      <span
        className="stars-row"
        data-stars={Math.round(rating)}
        role="img"
        aria-label={t('stars.ratingOutOf5Stars', { rating: formatTenths(rating) })}
      />
      <span aria-hidden="true">{formatTenths(rating)}</span>
      {children}
    </span>
  );
}

/** Five radio buttons that look like stars. */
export function StarInput({
  label,
  name,
  defaultValue,
}: {
  label: string;
  name: string;
  defaultValue?: number | null;
}) {
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="star-input">
        {FIVE.map((star) => (
          <label key={star}>
            <input type="radio" name={name} value={star} defaultChecked={star === defaultValue} required />
            <span className="sr-only">{t('stars.starStars', { star })}</span>
            <Icon of={Star} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
