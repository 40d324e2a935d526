import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

type ManifestRoute = { parentId?: string; hasAction: boolean; hasDefaultExport?: boolean };

const MANIFEST = /^window\.__reactRouterManifest=(\{.*\});$/s;

/**
 * Shortens the browser's manifest, which every first visit loads. The API and files are left out: no page navigates to them. So
 * are flags that are false, and those that only the server reads.
 */
function shortenManifest(buildDirectory: string) {
  for (const file of globSync(join(buildDirectory, 'client/assets/manifest-*.js'))) {
    const [, json] = MANIFEST.exec(readFileSync(file, 'utf8')) ?? [];
    if (!json) throw new Error(`${file} is not a manifest as React Router wrote it.`);
    const manifest = JSON.parse(json) as { routes: Record<string, ManifestRoute & { path?: string }> };
    const parents = new Set(Object.values(manifest.routes).map(({ parentId }) => parentId));
    const pages = Object.entries(manifest.routes).filter(
      ([id, { path, hasAction, hasDefaultExport }]) =>
        (hasDefaultExport || hasAction || parents.has(id)) && !path?.startsWith('api/'),
    );
    const text = JSON.stringify({ ...manifest, routes: Object.fromEntries(pages) }, (key, value) =>
      value === false || key === 'hasDefaultExport' ? undefined : value,
    );
    writeFileSync(file, `window.__reactRouterManifest=${text};`);
  }
}

export default {
  ssr: true,
  // Every route is in the first manifest: lazy discovery would add a request to each first navigation.
  routeDiscovery: { mode: 'initial' },
  // The server's edge checks where a form comes from (app/server/same-site.server.ts), and it knows every name of this site.
  allowedActionOrigins: ['**'],
  buildEnd: ({ reactRouterConfig }) => shortenManifest(reactRouterConfig.buildDirectory),
} satisfies Config;
