import { useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { loginSchema } from '#app/accounts/account.schema.server.ts';
import { login } from '#app/accounts/login.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { TextField } from '#app/ui/form.tsx';
import { Alert, ButtonAnchor, ButtonLink, EmailText, FormAlert, pageMeta, rich } from '#app/ui/page.tsx';
import { AccountTabs, useReturnPath } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/login';
import { LoginButton, SendAgain, TriesLeft, useLoginForm } from './login-pieces.tsx';

export const meta = () => pageMeta(t('common.login'), t('login.logInToCertraceToIssueCertificates'));

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: () => ({ failed: t('common.loginFailed') }),
} satisfies RouteNeeds;

export const action = loginAction({
  schema: loginSchema,
  identifierField: 'email',
  secretFields: ['password'],
  logIn: login,
});

function Notes() {
  const toCertificate = useReturnPath()('').includes(encodeURIComponent('/verify?id='));
  // In state, because revalidating the root's data removes the flash.
  const [mailedTo] = useState(useRouteLoaderData<typeof rootLoader>('root')?.flash?.mailedTo);
  return (
    <>
      {mailedTo && (
        <Alert tone="success" title={t('login.checkYourMail')}>
          {rich('login.weSentAMailToMailedto', { mailedTo: <EmailText>{mailedTo}</EmailText> })}
        </Alert>
      )}
      {toCertificate && (
        <Alert title={t('login.oneStepToTheCertificate')}>{t('login.logInOrRegisterToLookItUp')}</Alert>
      )}
    </>
  );
}

export default function LoginPage({ actionData }: Route.ComponentProps) {
  const { failure, success, form, button } = useLoginForm(actionData, 'email');
  const returnPath = useReturnPath();
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {success && <DelayedRedirect {...success} />}
      <AccountTabs current="login" />
      <h1 tabIndex={-1}>{t('common.login')}</h1>
      {!failure && !success && <Notes />}
      <FormAlert errors={failure?.message} />
      <TriesLeft failure={failure} reset={returnPath('/forgot-password')} />
      {failure?.unverified && <SendAgain email={failure.unverified} />}
      <PublicForm failure={failure} {...form} className="form">
        <TextField label={t('common.email')} name="email" type="email" autoComplete="username" />
        <TextField
          label={t('common.password')}
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <p className="text-end text-sm">
          <Link to={returnPath('/forgot-password')}>{t('common.forgotPassword')}</Link>
        </p>
        <LoginButton {...button}>{t('login.loginNow')}</LoginButton>
      </PublicForm>
      <p className="auth-or">{t('common.or')}</p>
      <ButtonAnchor href={returnPath('/api/v1/auth/google')} variant="secondary" block>
        {t('login.loginWithGoogle')}
      </ButtonAnchor>
      <ButtonLink to={returnPath('/passkey-login')} variant="secondary" block>
        {t('common.logInWithAPasskey')}
      </ButtonLink>
      <p className="auth-switch">
        <Link to={returnPath('/register')}>{t('login.dontHaveAnAccountYetRegister')}</Link>
      </p>
      <p className="auth-switch">
        <Link to="/my-certificates">{t('common.gotACertificateFindIt')}</Link>
      </p>
    </AuthFrame>
  );
}
