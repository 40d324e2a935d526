import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { AccountType } from './account-type.tsx';

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
