import { CircleCheck, CircleX } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { t } from '#messages';
import { useReturnPath } from './use-return-path.ts';

type OutcomeProps = { good: boolean; message: string; children: ReactNode };

function Outcome({ good, message, children }: OutcomeProps) {
  return (
    <div className="outcome" data-tone={good ? 'success' : 'error'}>
      <Icon of={good ? CircleCheck : CircleX} className="outcome-mark" />
      <div role={good ? 'status' : 'alert'}>
        <h1 tabIndex={-1}>{message}</h1>
      </div>
      {children}
    </div>
  );
}

/** Confirms with a click or, with JavaScript, as soon as the page is visible. */
export function ConfirmEmail() {
  const submit = useSubmit();
  useEffect(() => {
    const confirm = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', confirm);
      submit(null, { method: 'post' });
    };
    document.addEventListener('visibilitychange', confirm);
    confirm();
    return () => document.removeEventListener('visibilitychange', confirm);
  }, [submit]);
  return (
    <div className="outcome">
      <div role="status" data-needs-script="">
        <h1 tabIndex={-1}>{t('verifyEmailStates.verifyingYourEmail')}</h1>
      </div>
      <noscript>
        <h1>{t('verifyEmailStates.verifyYourEmail')}</h1>
        <p className="text-muted">{t('verifyEmailStates.confirmThatThisEmailAddressIsYours')}</p>
        <Form method="post">
          <SubmitButton>{t('verifyEmailStates.verifyEmail')}</SubmitButton>
        </Form>
      </noscript>
    </div>
  );
}

type VerifiedProps = { message: string; redirectTo: string; delayMs: number };

export const Verified = ({ message, redirectTo, delayMs }: VerifiedProps) => (
  <>
    <DelayedRedirect to={redirectTo} delayMs={delayMs} />
    <Outcome good message={message}>
      <p className="text-muted">{t('verifyEmailStates.youCanLogInNow')}</p>
      <p>
        <ButtonLink to={redirectTo}>{t('verifyEmailStates.goToLogin')}</ButtonLink>
      </p>
    </Outcome>
  </>
);

export function DeadLink({ message }: { message: string }) {
  const returnPath = useReturnPath();
  return (
    <Outcome good={false} message={message}>
      <p className="text-muted">{t('verifyEmailStates.theLinkIsNotValidOrHasExpired')}</p>
      <p>
        <ButtonLink to={returnPath('/resend-verification')}>{t('verifyEmailStates.sendANewLink')}</ButtonLink>
      </p>
    </Outcome>
  );
}

/** Shown when no response arrived. The link may still be valid. */
export function Unanswered({ message }: { message: string }) {
  const pending = useNavigation().state !== 'idle';
  return (
    <Outcome good={false} message={message}>
      <p className="text-muted">{t('verifyEmailStates.theServerDidNotRespond')}</p>
      <Form method="post">
        <SubmitButton pending={pending}>{t('verifyEmailStates.tryAgain')}</SubmitButton>
      </Form>
    </Outcome>
  );
}
