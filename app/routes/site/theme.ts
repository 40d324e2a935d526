import { redirect } from 'react-router';
import { env } from '#app/env.server.ts';
import { readForm } from '#app/routes/form.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { THEME_FIELD, themeCookie, toTheme } from '../../ui/theme.ts';
import type { Route } from './+types/theme';

/** Keeps the chosen theme in a cookie and goes back to the page it was chosen on. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const target = form.get('redirectTo');
  return redirect(parseRedirectTarget(typeof target === 'string' ? target : null) ?? '/', {
    headers: { 'Set-Cookie': themeCookie(toTheme(form.get(THEME_FIELD)), env.secureCookies) },
  });
}

/** A reload of the form's URL is not an error. */
export const loader = () => redirect('/');
