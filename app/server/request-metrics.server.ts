import type { MiddlewareFunction } from 'react-router';
import { histogram } from '#app/shared/metrics.server.ts';
import { askAll, setAnswer } from '#app/shared/processes/other-processes.server.ts';
import { requestContext } from './context.server.ts';

/** Route of a request that was answered before a route matched. */
export const NO_ROUTE = 'none';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

// Labels are route patterns. Paths contain IDs and would create a time series for each.
const durations = histogram(
  {
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labels: ['route', 'method', 'status'],
  },
  [0.01, 0.05, 0.25, 1, 5],
);

/** Time of a route's requests since the start, in milliseconds. */
export type RouteTimes = { route: string; requests: number; totalMs: number; slowestMs: number };

const times = new Map<string, RouteTimes>();

type Measured = {
  /** A pattern of app/routes.ts, 'static', or NO_ROUTE. */
  route: string;
  method: string | undefined;
  status: number | 'aborted';
  seconds: number;
};

/** Records a finished request. */
export function recordRequest({ route, method = '', status, seconds }: Measured) {
  durations.observe(
    {
      route,
      method: METHODS.has(method) ? method : 'other',
      status: status === 'aborted' ? status : `${Math.floor(status / 100)}xx`,
    },
    seconds,
  );
  const known = times.get(route) ?? { route, requests: 0, totalMs: 0, slowestMs: 0 };
  known.requests += 1;
  known.totalMs += seconds * 1_000;
  known.slowestMs = Math.max(known.slowestMs, seconds * 1_000);
  times.set(route, known);
}

setAnswer('route-times', () => [...times.values()]);

/** The routes with the slowest average response since the start, in all processes, slowest first. */
export async function slowestRoutes(limit: number): Promise<RouteTimes[]> {
  const total = new Map<string, RouteTimes>();
  for (const each of (await askAll<RouteTimes[]>('route-times')).flat()) {
    const known = total.get(each.route);
    total.set(
      each.route,
      known
        ? {
            route: each.route,
            requests: known.requests + each.requests,
            totalMs: known.totalMs + each.totalMs,
            slowestMs: Math.max(known.slowestMs, each.slowestMs),
          }
        : each,
    );
  }
  return [...total.values()].sort((a, b) => b.totalMs / b.requests - a.totalMs / a.requests).slice(0, limit);
}

/** Middleware of root.tsx that records the matched route. */
export const recordRoute: MiddlewareFunction<Response> = ({ context, pattern }) => {
  const { matched } = context.get(requestContext);
  if (matched) matched.route = `/${pattern.replace(/^\//, '')}`;
};
