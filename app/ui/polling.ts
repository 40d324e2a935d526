import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const POLL_MS = 1_000;
/** For the progress of videos, which are converted for minutes. */
export const CONVERSION_POLL_MS = 5_000;

/** Loads the page's data again every second or so while something is going on. Without scripts, the reader loads the page again. */
export function usePolling(isWaiting: boolean, everyMs = POLL_MS) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return undefined;
    const timer = setTimeout(revalidate, everyMs);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate, everyMs]);
}
