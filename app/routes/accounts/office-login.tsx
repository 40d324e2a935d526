import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { LoginError, LoginSuccess } from '#app/routes/accounts/login-form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { PublicForm } from '#app/routes/owned-form.tsx';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { TextField } from '#app/ui/form.tsx';
import { FormAlert } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { LoginButton, SendAgain, TriesLeft, useLoginForm } from './login-pieces.tsx';

export const officeLoginError = () => ({
  failed: t('common.loginFailed'),
  unreadable: t('officeLogin.invalidResponseFromServer'),
});

type Field = ComponentProps<typeof TextField> & { name: string };

type OfficeLoginProps = {
  title: string;
  /** The fields of the form. The first one identifies the account. */
  fields: readonly [Field, ...Field[]];
  answer: LoginError | LoginSuccess | undefined;
  /** Whether a mailed link sets a new password. */
  hasReset: boolean;
  /** Content below the form. */
  children?: ReactNode;
};

/** The login page of issuers and super admins. */
export function OfficeLogin({ title, fields, answer, hasReset, children }: OfficeLoginProps) {
  const { failure, success, form, button } = useLoginForm(answer, fields[0].name);
  const returnPath = useReturnPath();
  return (
    <AuthFrame>
      <PageToast toast={answer?.toast} />
      {success && <DelayedRedirect {...success} />}
      <h1 tabIndex={-1}>{title}</h1>
      <FormAlert errors={failure?.message} />
      <TriesLeft failure={failure} reset={hasReset ? returnPath('/forgot-password') : null} />
      {failure?.unverified && <SendAgain email={failure.unverified} />}
      <PublicForm failure={failure} {...form} className="form">
        {fields.map((field, index) => (
          <TextField
            key={field.name}
            {...(index === 0
              ? { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }
              : { type: 'password' })}
            {...field}
          />
        ))}
        <LoginButton {...button}>{t('common.login')}</LoginButton>
      </PublicForm>
      <p className="auth-switch">
        <Link to={returnPath('/passkey-login')}>{t('common.logInWithAPasskey')}</Link>
      </p>
      {children}
    </AuthFrame>
  );
}
