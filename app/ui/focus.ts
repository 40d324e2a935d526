import { type RefObject, useEffect, useRef } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';

/** Focuses the form's first invalid field whenever a new `result` arrives. */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, result: unknown) {
  useEffect(() => {
    if (result === undefined || result === null) return;
    form.current
      ?.querySelector<HTMLElement>(':is(input, select, textarea, button)[aria-invalid="true"]')
      ?.focus();
  }, [form, result]);
}

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * Moves the focus to the page's heading after an action removed the focused element, such as the button of a deleted row. The
 * browser would move it to the top of the document.
 */
export function useKeepFocusAfterActions() {
  const navigation = useNavigation();
  const requests = [navigation, ...useFetchers()];
  const acting = requests.some(({ formMethod }) => formMethod === 'POST');
  const idle = requests.every(({ state }) => state === 'idle');
  const acted = useRef(false);
  useEffect(() => {
    if (acting) acted.current = true;
    // A long list is reloaded after the action, so its row may disappear later than the action ends.
    if (!idle || !acted.current || document.activeElement !== document.body) return;
    acted.current = false;
    focusHeading();
  }, [acting, idle]);
}

/** Moves the focus to the new page's heading after a client navigation, as a page load would. */
export function useFocusHeadingAfterNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
}
