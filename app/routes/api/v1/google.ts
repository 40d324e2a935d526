import { GOOGLE_FAILED, googleStrategy, hasGoogle } from '#app/routes/accounts/google-strategy.server.ts';
import { flashCookie } from '#app/server/flash.server.ts';
import { api, redirectTo } from './respond.ts';

const resource = api('auth/google', {
  GET: {
    auth: 'none',
    summary: 'Start a login with Google, in a browser',
    redirects: 'To Google; without Google login on this site, to the login page, which says so',
    async handle({ request }) {
      if (!hasGoogle()) {
        const detail = 'Google login is not configured on this site.';
        return redirectTo('/', [flashCookie({ ...GOOGLE_FAILED, detail })]);
      }
      // A state in the URL would make the strategy take this for the provider's answer.
      const { origin, pathname } = new URL(request.url);
      const start = new Request(`${origin}${pathname}`, { headers: request.headers });
      const answer = await googleStrategy()
        .authenticate(start)
        .catch((thrown: unknown) => thrown);
      if (answer instanceof Response) return answer;
      throw answer;
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
