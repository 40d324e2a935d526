import { Link } from 'react-router';
import type { AppError } from '#app/shared/errors.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { t } from '#messages';

/** Data of a `duplicate` error for the form. */
export const duplicateDetails = (error: AppError | null) => ({
  duplicateOf: error?.code === 'duplicate' ? String(error.details?.duplicateOf) : null,
});

type Props = { duplicateOf: string; message: string; pending: boolean };

/** Asks whether to issue a second certificate for the same student and course. Its button submits the form again. */
export const DuplicateQuestion = ({ duplicateOf, message, pending }: Props) => (
  <Alert tone="warning" title={t('duplicateQuestion.issueASecondCertificate')}>
    <div className="grid justify-items-start gap-3">
      <p>{message}</p>
      <SubmitButton
        name="allowDuplicate"
        value="on"
        variant="secondary"
        pending={pending}
        pendingText={t('common.issuing')}
      >
        {t('duplicateQuestion.issueAnotherOne')}
      </SubmitButton>
      <Link className="link" to={`/admin/issued-certificates/${duplicateOf}/replacement`}>
        {t('duplicateQuestion.replaceDuplicateofByACorrectedOne', { duplicateOf })}
      </Link>
    </div>
  </Alert>
);
