import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const POLL_MS = 1_000;

/** Loads the page's data again every second while something is going on. Without scripts, the reader loads the page again. */
export function usePolling(isWaiting: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return undefined;
    const timer = setTimeout(revalidate, POLL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
