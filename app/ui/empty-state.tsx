import { type IconNode, Inbox } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconNode;
};

/** Shown instead of an empty list, with a next step. */
export function EmptyState({ title, children, action, icon = Inbox }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon of={icon} />
      </span>
      <h2 className="text-xl">{title}</h2>
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
