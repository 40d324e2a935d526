import { Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { t } from '#messages';
import { useFrame } from './use-frame.ts';

/** A notice for pending and suspended issuers, on every page. */
export function AccountNotice() {
  const { notice } = useFrame();
  if (!notice) return null;
  return (
    <div className="mb-6">
      <Alert tone="warning" title={notice.title}>
        <p>{notice.text}</p>
        <p className="mt-1">
          <Link to="/support" className="link">
            {t('common.writeToSupport')}
          </Link>
        </p>
      </Alert>
    </div>
  );
}
