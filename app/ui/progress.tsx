import { useId } from 'react';

/** How far something is, 0 to 100; without a value only that it is going on. */
export function Progress({ label, value }: { label: string; value?: number }) {
  const id = useId();
  return (
    <div className="progress">
      <label htmlFor={id} className="flex justify-between">
        <span>{label}</span>
        {value !== undefined && <span className="tabular-nums">{Math.round(value)}%</span>}
      </label>
      <progress id={id} max={100} value={value} />
    </div>
  );
}
