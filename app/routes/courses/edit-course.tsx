import { useNavigation } from 'react-router';
import { z } from 'zod';
import type { PictureSize } from '#app/certificates/certificate-design.server.ts';
import { type Lines, lined } from '#app/certificates/fields.ts';
import { completionSchema } from '#app/courses/completion/completion.schema.ts';
import {
  completionOf,
  fieldsAboutCompletion,
  setCompletion,
} from '#app/courses/completion/completion-fields.server.ts';
import { draftOfCourse } from '#app/courses/completion/issue-completion-certificates.server.ts';
import { duplicateCourse } from '#app/courses/duplicates/duplicate-course.server.ts';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { publishDraft } from '#app/courses/publish-course.server.ts';
import { completionSaved, courseDuplicated, coursePublished, courseSaved } from '#app/courses/texts.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { andChooseSmaller, MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { changeCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { form, idempotencyKeyOf, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { shownDraft } from '#app/routes/pieces/pictures.server.ts';
import { isUpload, uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { plainUsd } from '#app/shared/money.ts';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/edit-course';
import { CompletionForm } from './completion-form.tsx';
import { CourseForm } from './course-form.tsx';
import { DraftNotice } from './course-notices.tsx';
import { modulesPage } from './course-videos-path.ts';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(thumbnailTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.editCourse'), t('editCourse.changeTheTitle'));

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const { ownerId } = authoredCourse(context.get(actorContext), params.id);
  const { title, description, category, priceMinor, firstLessonFree, thumbnail, updatedAt, isDraft } =
    courseById(params.id);
  return {
    course: {
      title,
      description,
      category: category ?? '',
      price: priceMinor === null ? '' : plainUsd(priceMinor),
      firstLessonFree: firstLessonFree ? 'on' : '',
    },
    thumbnail,
    updated: formatInstantAsDate(updatedAt, timeZoneOf(request)),
    storage: storageUse(ownerId),
    completion: completionOf(params.id),
    own: fieldsAboutCompletion(ownerId),
    isDraft,
    certificate: shownDraft(() => {
      const draft = draftOfCourse(context.get(actorContext), params.id);
      return draft && { ...lined(draft), size: draft.size };
    }),
    formKey: newToken(),
  };
};

const saveCourse = uploadAction({
  read({ actor, params, upload }) {
    const { ownerId } = authoredCourse(actor, params.id ?? '');
    return readThumbnailUpload({ actor, upload, ownerId, keepFields: true });
  },
  perform: (form, { actor, params }) => changeCourse(actor, params.id ?? '', form),
  outcome: () => redirectWithToast('/admin/courses', courseSaved()),
});

/** The form of the completion has no intent. */
const changeState = intentAction(
  {
    completion: form({
      schema: completionSchema,
      perform: (input, { actor, params }) => setCompletion(actor, params.id ?? '', input),
      outcome: (_, { params }) =>
        redirectWithToast(`/admin/courses/${encodeURIComponent(params.id ?? '')}/edit`, completionSaved()),
      details: () => ({ ofCompletion: true }),
    }),
    duplicate: form({
      schema: z.object({}),
      perform: (_, { actor, params, form: fields }) =>
        duplicateCourse(actor, params.id ?? '', idempotencyKeyOf(fields, {})),
      outcome: ({ id }) => redirectWithToast(modulesPage(id), courseDuplicated()),
    }),
    publish: form({
      // On the page of its modules, what completes the course is asked, too.
      schema: completionSchema.partial(),
      perform: ({ rule, certificate, inOrder = false }, { actor, params }) =>
        publishDraft(actor, params.id ?? '', rule && certificate ? { rule, certificate, inOrder } : null),
      outcome: () => redirectWithToast('/admin/courses', coursePublished()),
    }),
  },
  undefined,
  (fields) => String(fields.get('intent') ?? 'completion'),
);

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? saveCourse(args) : changeState(args)),
  { intents: ['save', ...changeState.intents] },
);

type DuplicateProps = { formKey: string; errors: string | null; pending: boolean };

const Duplicate = ({ formKey, errors, pending }: DuplicateProps) => (
  <Card className="mt-6 grid gap-3">
    <h2 className="text-xl">{t('editCourse.duplicate')}</h2>
    <p>{t('editCourse.makesADraftWithTheSameModules')}</p>
    <FormAlert errors={errors} />
    <Form method="post">
      <input type="hidden" name="formKey" value={formKey} />
      <SubmitButton
        name="intent"
        value="duplicate"
        variant="secondary"
        pending={pending}
        pendingText={t('editCourse.duplicating')}
      >
        {t('editCourse.duplicate')}
      </SubmitButton>
    </Form>
  </Card>
);

export default function EditCourse({ loaderData, actionData, params }: Route.ComponentProps) {
  const { formAction: sentTo, formData } = useNavigation();
  const sending = sentTo?.endsWith('/edit') ?? false;
  const sendsCompletion = sending && formData?.has('rule') === true;
  const ofCompletion = actionData && 'ofCompletion' in actionData;
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.editCourse')}
        crumbs={[{ label: t('common.myCourses'), to: '/admin/courses' }, { label: t('common.editCourse') }]}
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/course/${params.id}`} variant="secondary">
              {t('common.viewAsLearner')}
            </ButtonLink>
            <ButtonLink to={`/admin/courses/${params.id}/learners`} variant="secondary">
              {t('common.learners')}
            </ButtonLink>
            <ButtonLink to={`/admin/course-videos?courseId=${params.id}`} variant="secondary">
              {t('editCourse.modulesAndLessons')}
            </ButtonLink>
          </div>
        }
      />
      <DraftNotice courseId={params.id} isDraft={loaderData.isDraft} completion={null} />
      <CourseForm
        {...loaderData}
        failure={ofCompletion || actionData?.intent === 'duplicate' ? undefined : actionData}
        button={t('editCourse.saveChanges')}
        pending={sending && !sendsCompletion && formData?.has('intent') === false}
        pendingText={t('common.saving')}
      />
      <CompletionForm
        completion={loaderData.completion}
        own={loaderData.own}
        failure={ofCompletion ? actionData : undefined}
        pending={sendsCompletion}
      />
      <CourseCertificate id={params.id} certificate={loaderData.certificate} />
      <Duplicate
        formKey={loaderData.formKey}
        errors={actionData?.intent === 'duplicate' ? actionData.message : null}
        pending={sending && formData?.get('intent') === 'duplicate'}
      />
    </div>
  );
}

type CertificateProps = {
  /** The course. */
  id: string;
  /** Its draft, or why it cannot be drawn. Null if the course gives none. */
  certificate: (Lines & { size: PictureSize }) | { problem: string } | null;
};

/** The draft of the certificate that completing a course gives. */
export const CourseCertificate = ({ id, certificate }: CertificateProps) =>
  certificate && (
    <Card className="mt-6 grid grid-cols-1 gap-3" aria-labelledby="certificate-title">
      <h2 id="certificate-title" className="text-xl">
        {t('completionForm.certificateOnCompletion')}
      </h2>
      <p className="field-hint">{t('draft.asItWouldBeIssuedToday')}</p>
      {'problem' in certificate ? (
        <Alert tone="warning">{certificate.problem}</Alert>
      ) : (
        <img
          src={`/admin/courses/${id}/draft/960.png`}
          {...certificate.size}
          loading="lazy"
          className="draft-large"
          alt={t('draft.draftOfTheCertificateOfStudentForCourse', { ...certificate })}
        />
      )}
    </Card>
  );
