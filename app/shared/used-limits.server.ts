import { AsyncLocalStorage } from 'node:async_hooks';

/** The state of a rate limit. Times are in seconds. */
export type LimitState = { quota: number; window: number; left: number; reset: number };

/** The limits that a request used, by name. */
export type UsedLimits = Map<string, LimitState>;

const used = new AsyncLocalStorage<UsedLimits>();

/** Runs the work of a request, and adds the limits that it uses to `limits`. */
export const collectLimits = <Result>(limits: UsedLimits, work: () => Result): Result =>
  used.run(limits, work);

/** Notes a limit that the present request used. `read` is not called if nobody wants to know. */
export function noteLimit(name: string, read: () => LimitState | null) {
  const limits = used.getStore();
  const state = limits && read();
  if (state) limits.set(name, state);
}
