import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // Every route is in the first manifest: lazy discovery would add a request to each first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
