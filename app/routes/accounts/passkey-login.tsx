import { Link } from 'react-router';
import { loggedInTexts } from '#app/accounts/login.server.ts';
import { passkeyLogin } from '#app/accounts/second-factor/check-passkey.server.ts';
import { usePasskeySchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import {
  afterLogin,
  loginClientOf,
  loginCookies,
  redirectAfterLogin,
} from '#app/routes/accounts/login-form.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { flashCookie } from '#app/server/session/context.server.ts';
import { homeOf, parseRedirectTarget } from '#app/shared/redirects.ts';
import { FormAlert, pageMeta } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/passkey-login';
import { PasskeyForm } from './passkey-form.tsx';

export const meta = () => pageMeta(t('common.logInWithAPasskey'), t('passkeyLogin.aLoginWithoutAPassword'));

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: () => ({ failed: t('common.loginFailed') }),
} satisfies RouteNeeds;

export const action = formAction(
  form({
    schema: usePasskeySchema,
    secretFields: ['passkey'],
    perform: ({ passkey }, { request, context }) => passkeyLogin(passkey, loginClientOf(request, context)),
    outcome(login, { url, request }) {
      const headers = new Headers();
      for (const cookie of loginCookies(login)) headers.append('Set-Cookie', cookie);
      headers.append(
        'Set-Cookie',
        flashCookie({ kind: 'success', message: afterLogin(login, loggedInTexts) }),
      );
      const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
      return redirectAfterLogin(request, target ?? homeOf(login.area), login, headers);
    },
  }),
);

export default function PasskeyLogin({ actionData }: Route.ComponentProps) {
  const returnPath = useReturnPath();
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>{t('common.logInWithAPasskey')}</h1>
      <p className="text-muted">{t('passkeyLogin.yourDeviceAsksForItsPin')}</p>
      <FormAlert errors={actionData?.message} />
      <PasskeyForm purpose="login" label={t('common.useAPasskey')} block />
      <p className="auth-switch">
        <Link to={returnPath('/')}>{t('passkeyLogin.logInWithAPassword')}</Link>
      </p>
    </AuthFrame>
  );
}
