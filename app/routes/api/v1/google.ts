import {
  googleFailed,
  googleStrategy,
  hasGoogle,
  returnCookie,
} from '#app/routes/accounts/google-strategy.server.ts';
import { flashCookie } from '#app/server/session/flash.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { redirectTo, resource } from './respond.ts';

export const api = resource();

api('auth/google').get({
  auth: 'none',
  summary:
    'Start a login with Google, in a browser. ?redirectTo= is the path of this site to open afterwards',
  redirects: 'To Google, or to the login page if this site has no Google login',
  async handle({ request, query }) {
    const target = parseRedirectTarget(query.redirectTo);
    if (!hasGoogle()) {
      const detail = 'Google login is not configured on this site.';
      return redirectTo(withRedirectTo('/', target), [flashCookie({ ...googleFailed(), detail })]);
    }
    // With a state in the URL, the strategy would mistake this request for the provider's response.
    const { origin, pathname } = new URL(request.url);
    const start = new Request(`${origin}${pathname}`, { headers: request.headers });
    const answer = await googleStrategy()
      .authenticate(start)
      .catch((thrown: unknown) => thrown);
    if (!(answer instanceof Response)) throw answer;
    const headers = new Headers(answer.headers);
    headers.append('Set-Cookie', returnCookie(target));
    return new Response(null, { status: answer.status, headers });
  },
});
