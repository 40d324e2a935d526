import type { ReactNode } from 'react';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { useFrame } from './use-frame.ts';

/** Whether the viewer's role allows an act. Super admins may do all. */
export function useMay(act: OrganisationAct): boolean {
  const { user, acts } = useFrame();
  return user?.role === 'superadmin' || acts.includes(act);
}

/** What only some roles of an organisation see: forms and links to pages that others get 403 for. */
export const May = ({ act, children }: { act: OrganisationAct; children: ReactNode }) =>
  useMay(act) ? children : null;
