import type { ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
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
      group: 'certificates',
      waiting: {},
      user: null,
      owner: null,
      acts: [],
      switcher: null,
      notice: null,
    }
  );
}

/** Whether the viewer's role allows an act. Super admins may do all. */
export function useMay(act: OrganisationAct): boolean {
  const { user, acts } = useFrame();
  return user?.role === 'superadmin' || acts.includes(act);
}

/** What only some roles of an organisation see: forms and links to pages that others get 403 for. */
export const May = ({ act, children }: { act: OrganisationAct; children: ReactNode }) =>
  useMay(act) ? children : null;
