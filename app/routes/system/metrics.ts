import { metricsText, requireMetricsToken } from '#app/operations/site-metrics.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/metrics';

export const handle = { probe: true } satisfies RouteNeeds;

/** Metrics in OpenMetrics format. Requires METRICS_TOKEN as a bearer token. */
export async function loader({ request }: Route.LoaderArgs) {
  requireMetricsToken(request.headers.get('Authorization'));
  const { text, contentType } = await metricsText();
  return new Response(text, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } });
}
