import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Icon } from './icon.tsx';

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };
export type AlertTone = keyof typeof ICONS;

/** A message within the page. Screen readers announce errors immediately, others politely. */
export function Alert({
  tone = 'info',
  title,
  children,
}: {
  tone?: AlertTone;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className="alert" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon of={ICONS[tone]} />
      <div className="min-w-0">
        {title && <p className="alert-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Errors of a whole form. Renders nothing without errors. */
export const FormAlert = ({ errors }: { errors?: readonly string[] | string | null }) =>
  errors?.length ? (
    <Alert tone="error">{typeof errors === 'string' ? errors : joinSentences(errors)}</Alert>
  ) : null;
