import { redirect } from 'react-router';
import { keepPreference } from '#app/routes/site/keep-preference.server.ts';
import { THEME_FIELD, themeCookie, toTheme } from '#app/ui/preferences.ts';
import type { Route } from './+types/theme';

export const action = ({ request }: Route.ActionArgs) =>
  keepPreference(request, (form, secure) => themeCookie(toTheme(form.get(THEME_FIELD)), secure));

/** Reloading the form's URL is not an error. */
export const loader = () => redirect('/');
