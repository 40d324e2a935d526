import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import type { LoginError, LoginSuccess } from '#app/routes/accounts/login-form.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import { Alert, SubmitButton } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { t } from '#messages';

const lockTexts = () => ({
  locked: t('useLoginForm.loginDisabledFor1Hour'),
  'too-many': t('useLoginForm.tooManyAttempts'),
});

/**
 * State of a login form: the last result, and the button. A lockout disables the button until it ends or another identifier is
 * entered.
 */
export function useLoginForm(actionData: LoginError | LoginSuccess | undefined, identifierField: string) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const failure = actionData?.ok === false ? actionData : null;
  const success = actionData?.ok ? actionData : null;
  const [unlocked, setUnlocked] = useState<LoginError | null>(null);
  const lock = failure !== unlocked ? failure?.lock : null;
  useFocusFirstError(form, failure);

  useEffect(() => {
    const seconds = failure?.lock?.seconds;
    if (seconds === undefined) return;
    const timer = setTimeout(() => setUnlocked(failure), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [failure]);

  const submitting = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  return {
    failure,
    success,
    form: {
      ref: form,
      method: 'post' as const,
      noValidate: true,
      onInput(event: FormEvent<HTMLFormElement>) {
        const { name, value } = event.target as HTMLInputElement;
        if (failure?.lock && name === identifierField && value !== failure.lock.identifier)
          setUnlocked(failure);
      },
    },
    button: {
      disabled: Boolean(lock),
      pending: submitting || Boolean(success),
      pendingText: t('useLoginForm.loggingIn'),
      lockText: lock ? lockTexts()[lock.reason] : null,
    },
  };
}

type LoginButtonProps = ReturnType<typeof useLoginForm>['button'] & { children: string };

/** The submit button of a login form, with its texts for each state. */
export const LoginButton = ({ lockText, children, ...button }: LoginButtonProps) => (
  <SubmitButton block {...button}>
    {lockText ?? children}
  </SubmitButton>
);

/** Offers to send the verification mail again, after a correct password. */
export function SendAgain({ email }: { email: string }) {
  const returnPath = useReturnPath();
  return (
    <Alert tone="warning">
      <p>{t('sendAgain.openTheLinkInTheMail', { email: shownEmail(email) })}</p>
      <Form method="post" action={returnPath('/resend-verification')} className="mt-3">
        <input type="hidden" name="email" value={email} />
        <SubmitButton size="small" variant="secondary">
          {t('sendAgain.sendTheMailAgain')}
        </SubmitButton>
      </Form>
    </Alert>
  );
}

type TriesLeftProps = {
  failure: LoginError | null;
  /** Where a new password is set, or null if no mail does. */
  reset: string | null;
};

/** After some failed logins: how many tries are left, or when the login works again, and the way to a new password. */
export function TriesLeft({ failure, reset }: TriesLeftProps) {
  const lock = failure?.lock?.reason === 'locked' ? failure.lock : null;
  if (!lock && !failure?.triesLeft) return null;
  return (
    <Alert tone="warning">
      <p>
        {lock
          ? t('triesLeft.thisLoginWorksAgainIn', { wait: lock.wait })
          : t('triesLeft.triesAreLeftBeforeTheLoginIsDisabled', { count: failure?.triesLeft ?? 0 })}
      </p>
      {reset !== null && (
        <>
          {lock && <p>{t('triesLeft.aNewPasswordEndsTheWait')}</p>}
          <p>
            <Link to={reset} className="link">
              {t('triesLeft.resetYourPassword')}
            </Link>
          </p>
        </>
      )}
    </Alert>
  );
}
