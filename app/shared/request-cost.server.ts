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
