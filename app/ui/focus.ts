import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** With a script: puts the focus into the form's first bad field whenever a new answer (`result`) arrives. */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, result: unknown) {
  useEffect(() => {
    if (result === undefined || result === null) return;
    form.current
      ?.querySelector<HTMLElement>(':is(input, select, textarea, button)[aria-invalid="true"]')
      ?.focus();
  }, [form, result]);
}

/** After a client navigation the focus goes to the new page's heading, as a browser's page load would. */
export function useFocusHeadingAfterNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('h1');
    if (!heading || document.querySelector('dialog[open]')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
