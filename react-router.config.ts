import type { Config } from '@react-router/dev/config';
import { writeClientMessages } from './scripts/client-messages.ts';
import { writeMessageTypes } from './scripts/message-types.ts';
import { shortenManifest } from './scripts/shorten-manifest.ts';

export default {
  ssr: true,
  // Every route is in the first manifest: lazy discovery would add a request to each first navigation.
  routeDiscovery: { mode: 'initial' },
  // The server's edge checks where a form comes from (app/server/edge/same-site.server.ts), and it knows every name of this site.
  allowedActionOrigins: ['**'],
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => {
    shortenManifest(buildDirectory);
    writeClientMessages(buildDirectory);
  },
  presets: [{ name: 'message-types', reactRouterConfigResolved: writeMessageTypes }],
} satisfies Config;
