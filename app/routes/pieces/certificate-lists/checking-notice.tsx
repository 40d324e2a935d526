import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';

/** Says that a list leaves out certificates that are not as they were signed. */
export const CheckingNotice = ({ isChecking }: { isChecking: boolean }) =>
  isChecking ? (
    <div className="mb-6">
      <Alert tone="info">{t('checkingNotice.someCertificatesAreNotListed')}</Alert>
    </div>
  ) : null;
