import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type ManifestRoute = {
  path?: string;
  parentId?: string;
  imports: string[];
  hasAction: boolean;
  hasDefaultExport?: boolean;
};

const RESTORE_IDS = 'for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i';
/** The name by which app/routes/page-code.ts reads the manifest. */
const SHARE = 'window.routeCode=__reactRouterManifest';

const MANIFEST = /^window\.__reactRouterManifest=(\{.*\});$/s;

const isNeeded = (key: string, value: unknown) =>
  value !== false &&
  !(Array.isArray(value) && value.length === 0) &&
  key !== 'hasDefaultExport' &&
  key !== 'id';

/**
 * Shortens the browser's manifest, which every first visit loads. The API and files are left out: no page navigates to them. So
 * are flags that are false, empty lists, what only the server reads, files that the root has loaded, and each route's ID, its key.
 * Shares the manifest with the code of this project.
 */
export function shortenManifest(buildDirectory: string) {
  for (const file of globSync(join(buildDirectory, 'client/assets/manifest-*.js'))) {
    const [, json] = MANIFEST.exec(readFileSync(file, 'utf8')) ?? [];
    if (!json) throw new Error(`${file} is not a manifest as React Router wrote it.`);
    const manifest = JSON.parse(json) as { routes: Record<string, ManifestRoute> };
    const parents = new Set(Object.values(manifest.routes).map(({ parentId }) => parentId));
    const loaded = new Set(manifest.routes.root?.imports);
    for (const [id, route] of Object.entries(manifest.routes)) {
      if (id !== 'root') route.imports = route.imports.filter((path) => !loaded.has(path));
    }
    const pages = Object.entries(manifest.routes).filter(
      ([id, { path, hasAction, hasDefaultExport }]) =>
        (hasDefaultExport || hasAction || parents.has(id)) && !/^api\/(?:v1\/|\*)/.test(path ?? ''),
    );
    const text = JSON.stringify({ ...manifest, routes: Object.fromEntries(pages) }, (key, value) =>
      isNeeded(key, value) ? value : undefined,
    );
    writeFileSync(file, `window.__reactRouterManifest=${text};${RESTORE_IDS};${SHARE}`);
  }
}
