import { useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { resetPasswordSchema } from '#app/accounts/account.schema.server.ts';
import { ownerOfResetLink, resetLinkDead, resetPassword } from '#app/accounts/reset-password.server.ts';
import { factorOfLink } from '#app/accounts/second-factor/factor-of-link.server.ts';
import { usePasskeySchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { loginClientOf } from '#app/routes/accounts/login-form.server.ts';
import { delayedRedirect, form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { deviceCookie } from '#app/server/session/context.server.ts';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/reset-password';
import { PasskeyForm } from './passkey-form.tsx';

export const meta = () =>
  pageMeta(t('resetPassword.resetPassword'), t('resetPassword.chooseANewPasswordForYourCertraceAccount'));

export const handle = {
  frame: 'auth',
  tokenInUrl: true,
  errorText: () => ({
    failed: t('common.somethingWentWrong'),
    unanswered: t('resetPassword.errorConnectingToServer'),
  }),
} satisfies RouteNeeds;

/** Rejects an invalid link before the visitor types a password. Changes nothing, because mail scanners open links too. */
export function loader({ params }: Route.LoaderArgs) {
  const owner = ownerOfResetLink(params.token);
  return owner === null
    ? { deadLink: resetLinkDead(), methods: null }
    : { deadLink: null, methods: factorOfLink(owner) };
}

export const action = formAction(
  form({
    schema: resetPasswordSchema.extend(usePasskeySchema.partial().shape),
    secretFields: ['newPassword', 'code', 'passkey'],
    perform: (input, { request, params, context }) =>
      resetPassword(params.token ?? '', input, loginClientOf(request, context)),
    outcome: ({ message, device }, { url }) =>
      delayedRedirect({
        url,
        to: '/',
        delayMs: 2_000,
        toast: { kind: 'success', message },
        cookies: [deviceCookie(device)],
      }),
  }),
);

const CodeField = () => (
  <TextField
    label={t('secondFactor.code')}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    hint={t('secondFactor.enterTheSixDigitsThatYourAppShows')}
    required
  />
);

export default function ResetPasswordPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { errors } = formState(failure);
  const deadLink = actionData?.ok ? null : loaderData.deadLink;
  useFocusFirstError(formRef, failure);
  const password = (
    <TextField
      label={t('common.newPassword')}
      name="newPassword"
      type="password"
      autoComplete="new-password"
      hint={t('resetPassword.atLeast8Characters')}
      required
    />
  );
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {actionData?.ok && <DelayedRedirect {...actionData} />}
      <h1 tabIndex={-1}>{t('resetPassword.resetPassword')}</h1>
      <FormAlert errors={errors('newPassword') || errors('code') ? null : (failure?.message ?? deadLink)} />
      <PublicForm failure={failure} ref={formRef} method="post" className="form">
        {password}
        {loaderData.methods && <CodeField />}
        <SubmitButton block pending={submitting || actionData?.ok}>
          {t('common.resetPassword')}
        </SubmitButton>
      </PublicForm>
      {loaderData.methods?.includes('passkey') && (
        <>
          <p className="auth-or">{t('common.or')}</p>
          <PasskeyForm
            failure={failure}
            purpose="second-factor"
            link={params.token}
            label={t('common.useAPasskey')}
            variant="secondary"
            block
          >
            {password}
          </PasskeyForm>
        </>
      )}
      <p className="auth-switch flex justify-center gap-6">
        <Link to="/">{t('common.backToLogin')}</Link>
        <Link to="/forgot-password">{t('resetPassword.requestANewLink')}</Link>
      </p>
    </AuthFrame>
  );
}
