import { redirect } from 'react-router';
import { keepPreference } from '#app/routes/site/keep-preference.server.ts';
import { SIDEBAR_FIELD, sidebarCookie, toSidebarState } from '#app/ui/preferences.ts';
import type { Route } from './+types/sidebar';

export const action = ({ request }: Route.ActionArgs) =>
  keepPreference(request, (form, secure) => sidebarCookie(toSidebarState(form.get(SIDEBAR_FIELD)), secure));

/** Reloading the form's URL is not an error. */
export const loader = () => redirect('/');
