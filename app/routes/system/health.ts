import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';

export const handle = { probe: true } satisfies RouteNeeds;
/** Liveness: the process responds. */
export const loader = () => new Response('ok\n', { headers: { 'Cache-Control': 'no-store' } });
