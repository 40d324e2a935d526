/** Liveness: the process responds. */
export const loader = () => new Response('ok\n', { headers: { 'Cache-Control': 'no-store' } });
