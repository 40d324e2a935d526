import { Link } from 'react-router';
import type { CompletionInput } from '#app/courses/completion/completion.schema.ts';
import { certificateChoices, rules } from '#app/courses/completion/completion-rules.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Checkbox, Select } from '#app/ui/form.tsx';
import { Alert, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { options } from './completion-form.tsx';

type DraftNoticeProps = {
  courseId: string;
  isDraft: boolean;
  /** What completes the course, which is asked when it is published. Null on a page that has a form for it. */
  completion: CompletionInput | null;
};

/** The author's notice about a draft, with the form that publishes it. */
export const DraftNotice = ({ courseId, isDraft, completion }: DraftNoticeProps) =>
  isDraft && (
    <div className="mb-6">
      <Alert tone="warning" title={t('draftNotice.thisCourseIsADraft')}>
        <p className="mb-3">{t('draftNotice.onlyYouSeeItUntilYouPublishIt')}</p>
        <Form method="post" action={`/admin/courses/${courseId}/edit`} className="grid max-w-[44rem] gap-4">
          {completion && <CompletionFields completion={completion} />}
          <div>
            <SubmitButton name="intent" value="publish">
              {t('common.publishCourse')}
            </SubmitButton>
          </div>
        </Form>
      </Alert>
    </div>
  );

const CompletionFields = ({ completion }: { completion: CompletionInput }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('common.completion')}
        name="rule"
        options={options(rules())}
        defaultValue={completion.rule}
      />
      <Select
        label={t('completionForm.certificateOnCompletion')}
        name="certificate"
        options={options(certificateChoices())}
        defaultValue={completion.certificate}
      />
    </div>
    <Checkbox
      label={t('completionForm.inOrder')}
      hint={t('common.aLessonOpensWhenTheOne')}
      name="inOrder"
      defaultChecked={completion.inOrder}
    />
  </>
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
