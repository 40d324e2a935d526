import { CircleCheck, CircleX } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { ButtonLink, FormAlert, Icon, SubmitButton } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { AccountType } from './account-type.tsx';

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
    <DelayedRedirect redirectTo={redirectTo} delayMs={delayMs} />
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
        <SubmitButton pending={pending}>{t('common.tryAgain')}</SubmitButton>
      </Form>
    </Outcome>
  );
}

/** Asks who opens a link in another browser than the one that registered: the person who did, or the owner of the mailbox. */
export function ProveRegistration({ answer }: { answer: FormError | undefined }) {
  const ownRef = useRef<HTMLFormElement>(null);
  const otherRef = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData;
  const isInstead = answer?.intent === 'instead';
  const [own, instead] = isInstead ? [null, answer] : [answer ?? null, null];
  const { errors } = formState(own);
  useFocusFirstError(ownRef, own);
  useFocusFirstError(otherRef, instead);
  return (
    <div className="grid gap-6">
      <PageToast toast={answer?.toast} />
      <h1 tabIndex={-1}>{t('verifyEmailStates.verifyYourEmail')}</h1>
      <p className="text-muted">{t('proveRegistration.thisAddressWasRegisteredInAnotherBrowser')}</p>
      <FormAlert errors={errors('password') ? null : own?.message} />
      <PublicForm failure={own} ref={ownRef} method="post" className="form" noValidate>
        <TextField
          label={t('common.password')}
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton block pending={sent?.has('password') === true && !sent.has('name')}>
          {t('verifyEmailStates.verifyEmail')}
        </SubmitButton>
      </PublicForm>
      <details open={isInstead}>
        <summary>{t('proveRegistration.iDidNotRegister')}</summary>
        <div className="mt-4 grid gap-4">
          <p className="text-muted">{t('proveRegistration.thenTheAccountBecomesYours')}</p>
          <FormAlert errors={instead?.message} />
          <PublicForm failure={instead} ref={otherRef} method="post" className="form" noValidate>
            <TextField label={t('common.fullName')} name="name" autoComplete="name" />
            <AccountType />
            <TextField
              id="own-password"
              label={t('common.newPassword')}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={t('register.atLeast8Characters')}
            />
            <SubmitButton block pending={sent?.has('name') === true}>
              {t('register.registerNow')}
            </SubmitButton>
          </PublicForm>
        </div>
      </details>
    </div>
  );
}
