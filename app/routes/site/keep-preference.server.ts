import { redirect } from 'react-router';
import { env } from '#app/config/env.server.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';

/** Stores a valid posted preference in its cookie, and redirects back. */
export async function keepPreference(
  request: Request,
  toCookie: (form: FormData, secure: boolean) => string | null,
): Promise<Response> {
  const form = await readForm(request);
  const target = form.get('redirectTo');
  const cookie = toCookie(form, env().secureCookies);
  return redirect(
    parseRedirectTarget(typeof target === 'string' ? target : null) ?? '/',
    cookie === null ? {} : { headers: { 'Set-Cookie': cookie } },
  );
}
