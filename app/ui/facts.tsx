import type { ReactNode } from 'react';
import { isolated } from './isolated.tsx';

/** Labels with their values. `breakable` lets long words in values wrap. */
export const Facts = ({
  facts,
  breakable,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  breakable?: boolean;
}) => (
  <dl className="facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={breakable ? 'breakable' : undefined}>{isolated(value)}</dd>
      </div>
    ))}
  </dl>
);
