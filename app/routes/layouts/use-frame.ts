import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '#app/root.tsx';
import type { Frame } from '#app/server/session/frame.server.ts';
import { pageLanguage } from '#messages';

/** The frame from the root's loader, or from the error of a guard that ran before all loaders. */
export function useFrame(): Frame {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const error = useRouteError();
  const ofError = isRouteErrorResponse(error) ? (error.data as { frame?: Frame } | null)?.frame : undefined;
  return (
    root ??
    ofError ?? {
      languages: { chosen: pageLanguage(), choices: [] },
      theme: 'system',
      sidebar: 'open',
      user: null,
      owner: null,
      acts: [],
      switcher: null,
      notice: null,
    }
  );
}
