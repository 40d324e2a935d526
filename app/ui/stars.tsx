import { Star } from 'lucide';
import type { ReactNode } from 'react';
import { formatTenths } from '#app/messages/format-numbers.ts';
import { t } from '#messages';
import { Icon } from './page.tsx';

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
