import { Link } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { Alert, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

/** The author's notice about a draft, with the button that publishes it. */
export const DraftNotice = ({ courseId, isDraft }: { courseId: string; isDraft: boolean }) =>
  isDraft && (
    <div className="mb-6">
      <Alert tone="warning" title={t('draftNotice.thisCourseIsADraft')}>
        <p className="mb-3">{t('draftNotice.onlyYouSeeItUntilYouPublishIt')}</p>
        <Form method="post" action={`/admin/courses/${courseId}/edit`}>
          <SubmitButton name="intent" value="publish" size="small">
            {t('common.publishCourse')}
          </SubmitButton>
        </Form>
      </Alert>
    </div>
  );

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
