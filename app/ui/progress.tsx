import { useId } from 'react';

/** Progress from 0 to 100; indeterminate without a value. */
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
