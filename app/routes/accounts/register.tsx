import { useEffect, useMemo, useRef } from 'react';
import { Form, Link, useNavigation, useSearchParams } from 'react-router';
import { FILL_IN_ALL, registerSchema } from '#app/accounts/account.schema.ts';
import { register } from '#app/accounts/register.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { delayedRedirect } from '#app/routes/redirects.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { RadioGroup, TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast, type ToastMessage } from '#app/ui/toast.tsx';
import type { Route } from './+types/register';
import { AccountTabs } from './account-tabs.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta('Register', 'Create a Certrace account as an issuer, a company or an individual.');

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: { failed: 'Registration failed.' },
} satisfies RouteNeeds;

const NOT_REGISTERED: ToastMessage = {
  kind: 'info',
  message: 'You need to register first before using Google login',
  durationMs: 5_000,
};

const ROLES = [
  { value: 'admin', label: 'Admin' },
  { value: 'corporate', label: 'Corporate' },
  { value: 'individual', label: 'Individual' },
];

export const action = formAction(
  form({
    schema: registerSchema,
    missingMessage: `${FILL_IN_ALL}.`,
    secretFields: ['password'],
    async perform(input, { actor, url }) {
      const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
      const { message } = await register(actor, input, target);
      return { message, email: input.email, target };
    },
    outcome: ({ message, email, target }, { url }) =>
      delayedRedirect({
        url,
        to: withRedirectTo('/', target),
        delayMs: 1_500,
        toast: { kind: 'success', message },
        mailedTo: email,
      }),
  }),
);

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { value, errors } = formState(failure);
  const notRegistered = useNotRegistered();
  const returnPath = useReturnPath();
  useFocusFirstError(formRef, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData ? actionData.toast : notRegistered} />
      {actionData?.ok && <DelayedRedirect to={actionData.redirectTo} delayMs={actionData.delayMs} />}
      <AccountTabs current="register" />
      <h1 tabIndex={-1}>Register</h1>
      <FormAlert errors={failure?.message} />
      <Form ref={formRef} method="post" noValidate className="form">
        <TextField
          label="Full name"
          name="name"
          autoComplete="name"
          defaultValue={value('name')}
          errors={errors('name')}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          errors={errors('password')}
        />
        <RadioGroup
          label="Account type"
          name="role"
          options={ROLES}
          defaultValue={value('role')}
          errors={errors('role')}
        />
        <SubmitButton block pending={submitting || actionData?.ok}>
          Register Now
        </SubmitButton>
      </Form>
      <p className="auth-switch">
        <Link to={returnPath('/')}>Already have an account? Login</Link>
      </p>
    </AuthFrame>
  );
}

/** The toast for an unknown address at Google login, shown for five seconds. Removes the parameter from the URL. */
function useNotRegistered(): ToastMessage | null {
  const [search, setSearch] = useSearchParams();
  const shown = search.get('error') === 'not_registered';
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => {
      setSearch(
        (before) => {
          before.delete('error');
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    }, NOT_REGISTERED.durationMs);
    return () => clearTimeout(timer);
  }, [shown, setSearch]);
  // A new object for each visit, because a toast object is shown only once.
  return useMemo(() => (shown ? { ...NOT_REGISTERED } : null), [shown]);
}
