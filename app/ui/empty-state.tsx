import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  Icon?: LucideIcon;
};

/** Shown instead of an empty list, with a next step. */
export function EmptyState({ title, children, action, Icon = Inbox }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon aria-hidden="true" />
      </span>
      <h2 className="text-xl">{title}</h2>
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
