import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#messages';

export type Crumb = { label: string; to?: string };

/** Links to the parent pages. The last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label={t('pageHeader.breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Buttons at the end of the title line. */
  actions?: ReactNode;
};

/** The page's h1. It is focusable, so that screen readers announce a client navigation. */
export function PageHeader({ title, lead, crumbs, actions }: PageHeaderProps) {
  return (
    <>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <header className="page-header">
        <div className="min-w-0">
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="page-header-lead">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
    </>
  );
}
