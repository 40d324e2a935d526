import type { MiddlewareFunction } from 'react-router';
import { requestContext } from '#app/server/session/context.server.ts';
import { durationsByName } from '#app/shared/durations-by-name.server.ts';
import { histogram } from '#app/shared/metrics.server.ts';

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

// More than the patterns of app/routes.ts.
const times = durationsByName('route-times', 1_000);

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
  times.record(route, seconds * 1_000);
}

/** The routes with the longest mean response in all processes since the start, slowest first. */
export const slowestRoutes = times.slowest;

/** Middleware of root.tsx that records the matched route. */
export const recordRoute: MiddlewareFunction<Response> = ({ context, pattern }) => {
  const { matched } = context.get(requestContext);
  if (matched) matched.route = `/${pattern.replace(/^\//, '')}`;
};
