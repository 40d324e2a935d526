import { Link } from 'react-router';

export type Tab = { label: string; to: string; current?: boolean };

/** Links to sibling pages, with the current one marked. `fit` makes the tabs as narrow as their text. */
export function Tabs({ label, tabs, fit }: { label: string; tabs: readonly Tab[]; fit?: boolean }) {
  return (
    <nav className="tabs" aria-label={label} data-fit={fit ? '' : undefined}>
      {tabs.map(({ label: text, to, current }) => (
        <Link key={to} to={to} className="tab" aria-current={current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
