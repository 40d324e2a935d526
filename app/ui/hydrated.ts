import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether a script runs here: false in the server's HTML, so that nothing is disabled without one. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
