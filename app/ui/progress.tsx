import { useId } from 'react';
import { formatPercent } from '#app/messages/format-numbers.ts';

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
