import { createContext, type RouterContextProvider } from 'react-router';
import type { FormOwner, KeptForm } from '#app/accounts/kept-forms.server.ts';
import {
  dropKeptForm,
  formOwnerToken,
  KEPT_MS,
  keepForm,
  keptForm,
  readFormOwner,
} from '#app/accounts/kept-forms.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { t } from '#messages';
import {
  actorContext,
  readOwnCookie,
  requestContext,
  restrictionContext,
  serializeCookie,
} from './context.server.ts';
import { openForm, type PostedText, toEnterAgain } from './posted-form.server.ts';

const KEPT = 'certrace_kept';

/** The kept form with which the page of a request is shown, or null. */
export const keptFormContext = createContext<KeptForm | null>(null);

/** The Set-Cookie header with the key of a form that this request kept, or null. Middleware adds it, so that error responses have it too. */
const keptCookieContext = createContext<string | null>(null);

function keyOf(request: Request): string | null {
  const key = readOwnCookie(request, KEPT);
  return key !== null && isTokenShaped(key) ? key : null;
}

/** Whether a form is kept. The page after the login must then be loaded as a document to show it. */
export const hasKeptForm = (request: Request): boolean => keyOf(request) !== null;

const targetOf = (url: URL) => parseRedirectTarget(url.pathname + url.search);

type Posted = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/**
 * Keeps the text of a form for its owner, who finds it again on the form's page.
 * @returns the form's page, or null if its address is too long
 */
export async function keepText(
  { request, url, context }: Posted,
  shown: FormOwner,
  { fields, hasFiles, hasSecrets }: PostedText,
  isLoggedOut: boolean,
) {
  const target = targetOf(url);
  if (target === null) return null;
  const key = keyOf(request) ?? newToken();
  await keepForm(key, target, { owner: formOwnerToken(shown), isLoggedOut, fields, hasFiles, hasSecrets });
  context.set(keptCookieContext, serializeCookie(KEPT, key, KEPT_MS / 1_000));
  return target;
}

/**
 * Keeps the text of a form that was shown to an account which counts as a visitor by now, because its session has ended or it must do
 * something else first.
 * @returns the form's page, or null
 */
export async function keepPostedForm(posted: Posted) {
  const { request, url, context } = posted;
  const form = await openForm(request, url.pathname, context.get(requestContext));
  const shown = form && readFormOwner(form.owner);
  return shown && keepText(posted, shown, await form.text(), context.get(restrictionContext) === null);
}

/**
 * Shows a page with the kept form of its account: turns the request into a post whose action is not run, because `wrapRoutes` answers
 * it with `shownAgain`. Gives the browser the key of a form that is kept.
 */
export const showKeptForms: Middleware = async (c, next) => {
  const { url, method, headers, signal } = c.req.raw;
  const actor = c.var.routerContext.get(actorContext);
  const key = actor.kind === 'user' && method === 'GET' ? keyOf(c.req.raw) : null;
  const target = key && targetOf(new URL(url));
  const kept = target && (await keptForm(key, target));
  if (kept && actor.kind === 'user' && readFormOwner(kept.owner)?.userId === actor.user.id) {
    c.var.routerContext.set(keptFormContext, kept);
    c.req.raw = new Request(url, { method: 'POST', headers, signal });
  }
  await next();
  const cookie = c.var.routerContext.get(keptCookieContext);
  if (cookie) c.res.headers.append('Set-Cookie', cookie);
};

/** Forgets the kept form of a page after it was posted again. */
export async function forgetKeptForm({ request, url, context }: Posted): Promise<void> {
  const key = context.get(actorContext).kind === 'user' ? keyOf(request) : null;
  const target = key && targetOf(url);
  if (target) await dropKeptForm(key, target);
}

/** The action data for a kept form: the entered values, as after an error. */
export function shownAgain({ fields, ...form }: KeptForm): FormError {
  const initialValue: Record<string, string | string[]> = {};
  for (const [name, value] of fields) {
    const before = Object.hasOwn(initialValue, name) ? initialValue[name] : undefined;
    initialValue[name] = before === undefined ? value : [before, value].flat();
  }
  const why = form.isLoggedOut
    ? t('keptForm.youWereLoggedOutNothingWasLost')
    : t('otherOwner.whatYouEnteredIsKept');
  const message = joinSentences([why, ...toEnterAgain(form)]);
  const { intent } = initialValue;
  return {
    ok: false,
    intent: typeof intent === 'string' ? intent : null,
    message,
    lastResult: { initialValue, error: {} },
    toast: { kind: 'info', message },
  };
}
