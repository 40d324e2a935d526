import { data, isRouteErrorResponse } from 'react-router';
import type { LoginFailure } from '#app/routes/accounts/login-form.server.ts';
import type { Toast } from '#app/routes/form.server.ts';

type Texts = {
  /** When nothing comes back: the line is cut, or the server is gone. */
  unanswered: string;
  /** When what comes back is no answer of this site, such as the page of a proxy in between. */
  invalid?: string;
  position?: Toast['position'];
};

/**
 * Sends a form from a script. When nothing sensible comes back, the form stays as it was filled in and says so, instead of
 * giving way to an error page.
 * @example export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
 *            orUnanswered(() => serverAction(), { unanswered: 'Registration failed.' });
 */
export async function orUnanswered<Answer>(send: () => Promise<Answer>, texts: Texts) {
  try {
    return await send();
  } catch (error) {
    // fetch fails with a TypeError when there is no answer at all.
    const known = error instanceof TypeError ? texts.unanswered : texts.invalid;
    if (known === undefined || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    const toast: Toast = {
      kind: 'error',
      message: known,
      ...(texts.position && { position: texts.position }),
    };
    // A failing status: asking for the page's data anew would fail the same way, and lose the form.
    return data<LoginFailure>(
      { ok: false, lastResult: {}, toast, message: known, lock: null, unverified: null },
      { status: 503 },
    );
  }
}
