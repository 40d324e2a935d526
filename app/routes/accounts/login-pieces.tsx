import { Form, Link } from 'react-router';
import type { LoginError } from '#app/routes/accounts/login-form.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import type { useLoginForm } from './use-login-form.ts';
import { useReturnPath } from './use-return-path.ts';

/** Tabs for login and registration. */
export function AccountTabs({ current }: { current: 'login' | 'register' }) {
  const returnPath = useReturnPath();
  return (
    <Tabs
      label={t('common.account')}
      tabs={[
        { label: t('common.login'), to: returnPath('/'), current: current === 'login' },
        { label: t('common.register'), to: returnPath('/register'), current: current === 'register' },
      ]}
    />
  );
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

/** After some failed logins: how many tries are left, and the way to a new password. */
export const TriesLeft = ({ failure, reset }: TriesLeftProps) =>
  failure?.triesLeft ? (
    <Alert tone="warning">
      <p>{t('triesLeft.triesAreLeftBeforeTheLoginIsDisabled', { count: failure.triesLeft })}</p>
      {reset !== null && (
        <p>
          <Link to={reset} className="link">
            {t('triesLeft.resetYourPassword')}
          </Link>
        </p>
      )}
    </Alert>
  ) : null;
