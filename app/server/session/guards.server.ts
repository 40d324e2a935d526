import { type MiddlewareFunction, redirect } from 'react-router';
import { type Actor, areaOf, type Role } from '#app/accounts/actor.server.ts';
import { loginOf, parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { t } from '#messages';
import { actorContext, restrictionContext } from './context.server.ts';
import { keepPostedForm } from './kept-form.server.ts';
import { isUnsafe, refusedArea } from './other-owner.server.ts';

type Area = { loginPath: string; allows: (actor: Extract<Actor, { kind: 'user' | 'apiToken' }>) => boolean };

/** The page to return to after login: the requested page, or the page of the submitted form. */
function pageOf(request: Request, url: URL): string | null {
  if (/^(GET|HEAD)$/.test(request.method)) return parseRedirectTarget(url.pathname + url.search);
  const from = URL.parse(request.headers.get('Referer') ?? '');
  return from?.origin === url.origin ? parseRedirectTarget(from.pathname + from.search) : null;
}

/** Redirects a visitor to a login. Keeps a posted form, which is shown again after the login. */
async function toLogin(loginPath: string, { request, url, context }: Parameters<typeof keepPostedForm>[0]) {
  if (request.headers.get('Accept') === 'application/json') {
    // A script, which keeps the form itself.
    const message = t('keptForm.youWereLoggedOutLogInInAnotherTab');
    return Response.json({ ok: false, message, errors: {} }, { status: 401 });
  }
  const kept = isUnsafe(request) ? await keepPostedForm({ request, url, context }) : null;
  return redirect(withRedirectTo(loginPath, kept ?? pageOf(request, url)));
}

/**
 * Route middleware that guards an area. It runs before every loader and action below it, even if only a child's data is
 * requested. Visitors are redirected to the area's login form. Other roles get 403.
 */
const guard =
  ({ loginPath, allows }: Area): MiddlewareFunction<Response> =>
  async ({ context, url, request }) => {
    const actor = context.get(actorContext);
    const restriction = context.get(restrictionContext);
    if (restriction) {
      if (isUnsafe(request)) await keepPostedForm({ request, url, context });
      throw redirect(restriction.path);
    }
    if (actor.kind === 'visitor' || actor.kind === 'system') {
      throw await toLogin(loginPath, { request, url, context });
    }
    if (!allows(actor)) throw await refusedArea({ request, url, context });
  };

const role =
  (wanted: Role): Area['allows'] =>
  (actor) =>
    areaOf(actor) === wanted;

export const requireLogin = guard({ loginPath: '/', allows: () => true });

/** As `requireLogin`, except for reading the page with the ID of a certificate, to which its code leads. */
export const requireLoginWithoutId: MiddlewareFunction<Response> = (args, next) => {
  const isScanned = /^(GET|HEAD)$/.test(args.request.method) && args.url.searchParams.get('id')?.trim();
  return isScanned ? undefined : requireLogin(args, next);
};
export const requireAdminArea = guard({ loginPath: loginOf('admin'), allows: role('admin') });
export const requireSuperAdminArea = guard({ loginPath: loginOf('superadmin'), allows: role('superadmin') });

/** Whether a browser opens the URL as a page. A request with a token is a program's. */
const isNavigation = ({ method, headers }: Request) =>
  /^(GET|HEAD)$/.test(method) &&
  (headers.get('Accept') ?? '').includes('text/html') &&
  !headers.has('Authorization');

/**
 * Route middleware of files that a signed URL opens too. A visitor who opens one as a page, as from a link in a mail, is redirected to
 * the login. Every other request gets the file's own error.
 */
export const leadToLogin: MiddlewareFunction<Response> = async ({ context, url, request }, next) => {
  const response = await next();
  const isRefused = response.status === 403 && context.get(actorContext).kind === 'visitor';
  if (!isRefused || !isNavigation(request)) return response;
  // Without the query, because an expired signature in it is of no use.
  const location = withRedirectTo('/', parseRedirectTarget(url.pathname));
  return redirect(location, { headers: { 'Cache-Control': 'no-store', Vary: 'Accept' } });
};
