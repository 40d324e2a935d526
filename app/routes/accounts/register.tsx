import { useEffect, useMemo, useRef } from 'react';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { fillInAllFields, registerSchema } from '#app/accounts/account.schema.server.ts';
import { parseKnownDevice, rememberDevice } from '#app/accounts/known-device.server.ts';
import { REGISTERED, register } from '#app/accounts/register.server.ts';
import { delayedRedirect, form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { registeredCookie, registeredToken } from '#app/server/session/context.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { AccountTabs, useReturnPath } from '#app/ui/tabs.tsx';
import { PageToast, type ToastMessage } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/register';
import { AccountType } from './account-type.tsx';

export const meta = () => pageMeta(t('common.register'), t('register.createACertraceAccountAsAnIssuer'));

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: () => ({ failed: t('register.registrationFailed'), lookAt: t('register.yourMailbox') }),
} satisfies RouteNeeds;

const notRegisteredTexts = (): ToastMessage => ({
  kind: 'info',
  message: t('common.youNeedToRegisterFirstBefore'),
  durationMs: 5_000,
});

export const action = formAction(
  form({
    schema: registerSchema,
    missingMessage: fillInAllFields,
    secretFields: ['password'],
    async perform(input, { actor, url }) {
      const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
      const { message, id } = await register(actor, input, target);
      return { message, id, email: input.email, target };
    },
    outcome: ({ message, id, email, target }, { url, request }) =>
      delayedRedirect({
        url,
        to: withRedirectTo('/', target),
        delayMs: 1_500,
        toast: { kind: 'success', message },
        mailedTo: email,
        cookies: [
          registeredCookie(
            rememberDevice(parseKnownDevice(registeredToken(request), REGISTERED), id, REGISTERED),
          ),
        ],
      }),
  }),
);

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const notRegistered = useNotRegistered();
  const returnPath = useReturnPath();
  useFocusFirstError(formRef, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData ? actionData.toast : notRegistered} />
      {actionData?.ok && <DelayedRedirect {...actionData} />}
      <AccountTabs current="register" />
      <h1 tabIndex={-1}>{t('common.register')}</h1>
      <FormAlert errors={failure?.message} />
      <PublicForm failure={failure} ref={formRef} method="post" noValidate className="form">
        <TextField label={t('common.fullName')} name="name" autoComplete="name" />
        <TextField label={t('common.email')} name="email" type="email" autoComplete="email" />
        <TextField
          label={t('common.password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('register.atLeast8Characters')}
        />
        <AccountType />
        <SubmitButton block pending={submitting || actionData?.ok}>
          {t('register.registerNow')}
        </SubmitButton>
      </PublicForm>
      <p className="auth-switch">
        <Link to={returnPath('/')}>{t('register.alreadyHaveAnAccountLogin')}</Link>
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
    }, notRegisteredTexts().durationMs);
    return () => clearTimeout(timer);
  }, [shown, setSearch]);
  // A new object for each visit, because a toast object is shown only once.
  return useMemo(() => (shown ? { ...notRegisteredTexts() } : null), [shown]);
}
