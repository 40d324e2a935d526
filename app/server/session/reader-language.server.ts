import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { negotiateLanguage } from '#app/messages/negotiate-language.ts';
import {
  ENGLISH,
  inLanguage,
  languages,
  parseLanguage,
  readerLanguage,
  setReaderLanguage,
} from '#app/messages/reader-language.server.ts';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { preferenceCookie } from '#app/ui/preferences.ts';
import { readCookie } from './context.server.ts';

/** A page, or its data. */
const PAGE = /^text\/(?:html|x-script)\b/;

const LANGUAGE_COOKIE = 'language';

/** The Set-Cookie value that keeps a language for a year. */
export const languageCookie = (language: string) =>
  preferenceCookie(LANGUAGE_COOKIE, language, env().secureCookies);

/** How many headers are remembered. Most readers send one of a few. */
const MOST_HEADERS = 500;
const negotiated = new Map<string, string | null>();
let negotiatedFor: { languages: string[]; first: string } | undefined;

/** The language of an Accept-Language header, or null. */
function acceptedLanguage(header: string | null, first: string): string | null {
  if (!header) return null;
  const all = languages();
  if (negotiatedFor?.languages !== all || negotiatedFor.first !== first || negotiated.size > MOST_HEADERS) {
    negotiated.clear();
    negotiatedFor = { languages: all, first };
  }
  let found = negotiated.get(header);
  if (found === undefined) {
    found = negotiateLanguage(header, [first, ...all.filter((language) => language !== first)]);
    negotiated.set(header, found);
  }
  return found;
}

/** The language of a request whose account is not known yet. Calls of the API are answered in English unless they ask for another. */
function languageOf(request: Request, isApi: boolean): string {
  if (languages().length === 1) return ENGLISH;
  const first = isApi ? ENGLISH : env().DEFAULT_LANGUAGE;
  const chosen = isApi ? null : parseLanguage(readCookie(request, LANGUAGE_COOKIE));
  return chosen ?? acceptedLanguage(request.headers.get('Accept-Language'), first) ?? first;
}

/** Answers in the language of the cookie, or else of Accept-Language, or else in DEFAULT_LANGUAGE. Says so to caches. */
export const answerInReadersLanguage: Middleware = (c, next) => {
  const { api } = c.env.kind;
  return inLanguage(languageOf(c.req.raw, api), async () => {
    await next();
    const { headers } = c.res;
    if (api) {
      headers.append('Vary', 'Accept-Language');
      // A replayed answer is in the language of the first call.
      if (!headers.has('Idempotency-Replayed')) headers.set('Content-Language', readerLanguage());
    } else if (c.env.matched.route !== 'static' && PAGE.test(headers.get('Content-Type') ?? ''))
      headers.append('Vary', 'Accept-Language, Cookie');
  });
};

/** Answers in the language of the account instead, if it has chosen one. */
export function readInLanguageOf(actor: Actor) {
  const language = 'user' in actor ? parseLanguage(actor.user.language) : null;
  if (language) setReaderLanguage(language);
}
