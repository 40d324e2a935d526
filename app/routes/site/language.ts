import { redirect } from 'react-router';
import { chooseLanguage } from '#app/accounts/account-language.server.ts';
import { parseLanguage } from '#app/messages/reader-language.server.ts';
import { keepPreference } from '#app/routes/site/keep-preference.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { languageCookie } from '#app/server/session/reader-language.server.ts';
import { LANGUAGE_FIELD } from '#app/ui/language-switch.tsx';
import type { Route } from './+types/language';

export const action = ({ request, context }: Route.ActionArgs) =>
  keepPreference(request, (form) => {
    const language = parseLanguage(form.get(LANGUAGE_FIELD));
    if (language === null) return null;
    chooseLanguage(context.get(actorContext), language);
    return languageCookie(language);
  });

/** Reloading the form's URL is not an error. */
export const loader = () => redirect('/');
