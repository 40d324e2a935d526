import { Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';

type UnpublishedNoticeProps = { unpublication: { reason: string } | null };

/** Tells a course's author and super admins why learners cannot open it. */
export const UnpublishedNotice = ({ unpublication }: UnpublishedNoticeProps) =>
  unpublication && (
    <div className="mb-6">
      <Alert tone="warning" title="This course is unpublished">
        <p>Reason: {unpublication.reason}</p>
        <p>
          Learners cannot find or open it until a super admin publishes it again. Questions?{' '}
          <Link to="/support" className="link">
            Write to support
          </Link>
          .
        </p>
      </Alert>
    </div>
  );
