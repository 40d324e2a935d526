import { X } from 'lucide';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '#messages';
import { Icon } from './page.tsx';

type DialogProps = {
  title: string;
  /** The URL without the dialog, for the close button, Escape and clicks on the backdrop. */
  closeTo: string;
  size?: 'medium' | 'wide';
  children: ReactNode;
};

/** A dialog that the URL opens. The server renders it open, and JavaScript makes it modal, which traps the focus. */
export function Dialog({ title, closeTo, size = 'medium', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const titleId = useId();

  // A layout effect closes the dialog while it is still in the document, so that the focus returns to the previous element.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || typeof element.showModal !== 'function') return;
    element.close();
    element.showModal();
    // Focus the first field or button instead of the close button.
    element
      .querySelector<HTMLElement>('.dialog-body :is(input:not([type="hidden"]), select, textarea, .button)')
      ?.focus();
    return () => element.close();
  }, []);

  const close = () => navigate(closeTo, { preventScrollReset: true });
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape as a cancel event */}
      <dialog
        ref={dialog}
        open
        className="dialog"
        data-size={size}
        aria-labelledby={titleId}
        onCancel={(event) => {
          if (event.target !== dialog.current) return;
          event.preventDefault();
          close();
        }}
        onClick={(event) => {
          if (event.target === dialog.current && isOutside(event, dialog.current)) close();
        }}
      >
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <Link
            to={closeTo}
            className="button"
            data-variant="quiet"
            data-size="icon"
            aria-label={t('common.close')}
            preventScrollReset
          >
            <Icon of={X} />
          </Link>
        </div>
        <div className="dialog-body">{children}</div>
      </dialog>
      <Link to={closeTo} className="dialog-scrim" tabIndex={-1} aria-hidden="true" preventScrollReset />
    </>
  );
}

/** Whether a click was on the dialog's backdrop. */
function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLDialogElement) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
