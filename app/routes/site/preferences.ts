import { redirect } from 'react-router';
import { chooseLanguage } from '#app/accounts/account-language.server.ts';
import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { parseLanguage } from '#app/messages/reader-language.server.ts';
import { readForm } from '#app/routes/read-form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { languageCookie } from '#app/server/session/reader-language.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { LANGUAGE_FIELD } from '#app/ui/preference-switches.tsx';
import {
  SIDEBAR_FIELD,
  sidebarCookie,
  THEME_FIELD,
  themeCookie,
  toSidebarState,
  toTheme,
} from '#app/ui/preferences.ts';
import type { Route } from './+types/preferences';

/** The cookie of a posted preference. Null for an invalid one. */
function cookieOf(form: FormData, actor: Actor): string | null {
  const secure = env().secureCookies;
  if (form.has(THEME_FIELD)) return themeCookie(toTheme(form.get(THEME_FIELD)), secure);
  if (form.has(SIDEBAR_FIELD)) return sidebarCookie(toSidebarState(form.get(SIDEBAR_FIELD)), secure);
  const language = parseLanguage(form.get(LANGUAGE_FIELD));
  if (language === null) return null;
  chooseLanguage(actor, language);
  return languageCookie(language);
}

/** Stores a preference that is posted to /theme, /sidebar or /language in its cookie, and redirects back. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const target = form.get('redirectTo');
  const cookie = cookieOf(form, context.get(actorContext));
  return redirect(
    parseRedirectTarget(typeof target === 'string' ? target : null) ?? '/',
    cookie === null ? {} : { headers: { 'Set-Cookie': cookie } },
  );
}

/** Reloading the form's URL is not an error. */
export const loader = () => redirect('/');
