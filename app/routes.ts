import { type RouteConfig, route } from '@react-router/dev/routes';

/** Every URL of the product, in the order of the specification's route table. */
export default [route('healthz', 'routes/system/health.ts', { id: 'healthz' })] satisfies RouteConfig;
