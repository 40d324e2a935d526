import { useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { resetPasswordSchema } from '#app/accounts/account.schema.ts';
import { isResetLinkLive, RESET_LINK_DEAD, resetPassword } from '#app/accounts/reset-password.server.ts';
import { loginClientOf } from '#app/routes/accounts/login-form.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { delayedRedirect } from '#app/routes/redirects.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { deviceCookie } from '#app/server/session/cookies.server.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/reset-password';

export const meta = () => pageMeta('Reset password', 'Choose a new password for your Certrace account.');

export const handle = {
  frame: 'auth',
  secret: true,
  errorText: { failed: 'Something went wrong.', unanswered: 'Error connecting to server.' },
} satisfies RouteNeeds;

/** Rejects an invalid link before the visitor types a password. Changes nothing, because mail scanners open links too. */
export const loader = ({ params }: Route.LoaderArgs) => ({
  deadLink: isResetLinkLive(params.token) ? null : RESET_LINK_DEAD,
});

export const action = formAction(
  form({
    schema: resetPasswordSchema,
    secretFields: ['newPassword'],
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

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { errors } = formState(failure);
  const deadLink = actionData?.ok ? null : loaderData.deadLink;
  useFocusFirstError(formRef, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {actionData?.ok && <DelayedRedirect to={actionData.redirectTo} delayMs={actionData.delayMs} />}
      <h1 tabIndex={-1}>Reset password</h1>
      <FormAlert errors={errors('newPassword') ? null : (failure?.message ?? deadLink)} />
      <Form ref={formRef} method="post" className="form">
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. Every session and API token of the account ends."
          required
          errors={errors('newPassword')}
        />
        <SubmitButton block pending={submitting || actionData?.ok}>
          Reset Password
        </SubmitButton>
      </Form>
      <p className="auth-switch flex justify-center gap-6">
        <Link to="/">Back to Login</Link>
        <Link to="/forgot-password">Request a new link</Link>
      </p>
    </AuthFrame>
  );
}
