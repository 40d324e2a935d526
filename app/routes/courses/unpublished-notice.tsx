import { Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';

type UnpublishedNoticeProps = { unpublication: { reason: string } | null };

/** The notice for a course's author and for super admins, with the reason. */
export const UnpublishedNotice = ({ unpublication }: UnpublishedNoticeProps) =>
  unpublication && (
    <div className="mb-6">
      <Alert tone="warning" title={t('unpublishedNotice.thisCourseIsUnpublished')}>
        <p>{t('unpublishedNotice.reasonReason', { reason: unpublication.reason })}</p>
        <p>
          {rich('unpublishedNotice.learnersCannotFindOrOpen', {
            link: (text) => (
              <Link to="/support" className="link">
                {text}
              </Link>
            ),
          })}
        </p>
      </Alert>
    </div>
  );
