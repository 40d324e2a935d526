import { Link } from 'react-router';
import type { LoginError } from '#app/routes/accounts/login-form.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { t } from '#messages';

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
