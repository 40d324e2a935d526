import { Link, redirect } from 'react-router';
import { LOGGED_IN } from '#app/accounts/login.server.ts';
import { usePasskeySchema } from '#app/accounts/second-factor/passkey.schema.ts';
import { passkeyLogin } from '#app/accounts/second-factor/passkey-login.server.ts';
import { loginClientOf, loginCookies } from '#app/routes/accounts/login-form.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { flashCookie } from '#app/server/session/flash.server.ts';
import { homeOf, parseRedirectTarget } from '#app/shared/redirects.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/passkey-login';
import { PasskeyForm } from './passkey-form.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () => pageMeta('Log in with a passkey', 'A login without a password.');

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: { failed: 'Login failed.' },
} satisfies RouteNeeds;

export const action = formAction(
  form({
    schema: usePasskeySchema,
    secretFields: ['passkey'],
    perform: ({ passkey }, { request, context }) => passkeyLogin(passkey, loginClientOf(request, context)),
    outcome(login, { url }) {
      const headers = new Headers();
      for (const cookie of loginCookies(login)) headers.append('Set-Cookie', cookie);
      headers.append('Set-Cookie', flashCookie({ kind: 'success', message: LOGGED_IN }));
      const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
      return redirect(target ?? homeOf(login.area), { headers });
    },
  }),
);

export default function PasskeyLogin({ actionData }: Route.ComponentProps) {
  const returnPath = useReturnPath();
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>Log in with a passkey</h1>
      <p className="text-muted">
        Your device asks for its PIN, your finger or your face. You need no password and no code. You add
        passkeys to your account in its settings.
      </p>
      <FormAlert errors={actionData?.message} />
      <PasskeyForm purpose="login" label="Use a Passkey" block />
      <p className="auth-switch">
        <Link to={returnPath('/')}>Log in with a password</Link>
      </p>
    </AuthFrame>
  );
}
