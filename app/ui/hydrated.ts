import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether JavaScript runs. False in the server's HTML, so that nothing is disabled without JavaScript. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
