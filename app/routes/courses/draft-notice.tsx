import { Form } from '#app/routes/owned-form.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
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
