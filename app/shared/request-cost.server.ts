import { AsyncLocalStorage } from 'node:async_hooks';

/** The cost of a request: the wall-clock and processor time of its queries in ms, and the size of its JSON in bytes. */
export type RequestCost = { clockMs: number; processorMs: number; jsonBytes: number };

const costs = new AsyncLocalStorage<RequestCost>();

/** Runs a request and returns its cost. */
export async function measureCost(work: () => Promise<unknown>): Promise<RequestCost> {
  const cost = { clockMs: 0, processorMs: 0, jsonBytes: 0 };
  await costs.run(cost, work);
  return cost;
}

/** Notes a query of the present request. */
export function noteQuery(clockMs: number, processorMs: number) {
  const cost = costs.getStore();
  if (!cost) return;
  cost.clockMs += clockMs;
  cost.processorMs += processorMs;
}

/** Notes JSON that the present request has sent. */
export function noteJson(bytes: number) {
  const cost = costs.getStore();
  if (cost) cost.jsonBytes += bytes;
}

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
