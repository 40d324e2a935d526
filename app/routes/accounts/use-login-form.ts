import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { LoginError, LoginSuccess } from '#app/routes/accounts/login-form.server.ts';
import { useFocusFirstError } from '#app/ui/focus.ts';
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
