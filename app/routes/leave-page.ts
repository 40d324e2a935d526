import { useEffect } from 'react';
import { useBlocker, useLocation, useMatches, useNavigation } from 'react-router';
import { t } from '#messages';
import { addLoadedCode, hasCode, loadPageCode } from './page-code.ts';

/** Whether a form of the page has changes that are not saved (`useUnsavedForm`). */
const hasChanges = () => document.querySelector('form[data-changed]') !== null;

/**
 * Keeps the page on screen until the reader agrees to lose changes that are not saved, and until the code of the next page is loaded.
 * React Router reloads the document when code does not load, which without a connection shows the browser's own error page. Both are
 * one hook, because a router has one blocker.
 * @param onFailure gets the URL of the page whose code did not load
 */
export function useLeavePage(onFailure: (to: string) => void) {
  const matches = useMatches();
  useEffect(() => addLoadedCode(matches), [matches]);
  const { pathname } = useLocation();
  const losesChanges = (next: string) => next !== pathname && hasChanges();
  const isIdle = useNavigation().state === 'idle';
  const blocker = useBlocker(
    ({ nextLocation: next }) =>
      losesChanges(next.pathname) ||
      // A navigation that is under way would drop this one at its end.
      (isIdle && !hasCode(next.pathname)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each blocked navigation
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location, proceed, reset } = blocker;
    // A later navigation replaces one that waits for code.
    let isReplaced = false;
    if (losesChanges(location.pathname) && !confirm(t('unsavedForms.leaveWithoutSavingYourChanges'))) reset();
    else
      loadPageCode(location.pathname).then(
        () => isReplaced || proceed(),
        () => {
          if (isReplaced) return;
          reset();
          onFailure(location.pathname + location.search + location.hash);
        },
      );
    return () => {
      isReplaced = true;
    };
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => hasChanges() && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}
