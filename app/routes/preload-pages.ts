import { useEffect } from 'react';
import { useMatches } from 'react-router';

type Manifest = { routes: Record<string, { parentId?: string; module: string }> };

const loaded = new Set<string>();

/**
 * Loads the code of the current frame's pages once the browser is idle. If a page's code fails to load, React Router reloads
 * the document, which without a connection shows the browser's own error page.
 */
export function usePreloadPages() {
  const frame = useMatches()[1]?.id;
  useEffect(() => {
    const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
    const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    if (!frame || !manifest || saveData || loaded.has(frame)) return;
    const preload = () => {
      loaded.add(frame);
      for (const { parentId, module } of Object.values(manifest.routes)) {
        // Code that fails to load now is loaded again when its page is opened.
        if (parentId === frame) void import(/* @vite-ignore */ module).catch(() => undefined);
      }
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, 2_000);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload, { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }, [frame]);
}
