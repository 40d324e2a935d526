import { setClock } from '#app/shared/clock.server.ts';

/** Stops the server's clock. Returns a function that sets it forward by milliseconds. */
export function stopClock(): (ms: number) => void {
  let at = Date.now();
  setClock(() => at);
  return (ms) => {
    at += ms;
  };
}
