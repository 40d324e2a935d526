import type { ReactNode } from 'react';
import { EmailText, isolated } from './breakable.tsx';

/** 'mara@osei.example' or 'Mara Osei <mara@osei.example>'. */
const ADDRESS = /^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/;

const shown = (value: ReactNode) =>
  typeof value === 'string' && ADDRESS.test(value) ? <EmailText>{value}</EmailText> : isolated(value);

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
        <dd className={breakable ? 'breakable' : undefined}>{shown(value)}</dd>
      </div>
    ))}
  </dl>
);
