import { Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { completionSchema } from '#app/courses/completion/completion.schema.ts';
import { completionOf, setCompletion } from '#app/courses/completion/completion-settings.server.ts';
import { publishDraft } from '#app/courses/drafts.server.ts';
import { duplicateCourse } from '#app/courses/duplicates/duplicate-course.server.ts';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { priceText } from '#app/courses/price.ts';
import { COMPLETION_SAVED, COURSE_DUPLICATED, COURSE_PUBLISHED, COURSE_SAVED } from '#app/courses/texts.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { andChooseSmaller, MOST_PICTURE_FORM, THUMBNAIL_TOO_LARGE } from '#app/files/media/texts.ts';
import { changeCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { form, intentAction } from '#app/routes/form.server.ts';
import { idempotencyKeyOf } from '#app/routes/form-key.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { isUpload, uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/edit-course';
import { CompletionForm } from './completion-form.tsx';
import { CourseForm } from './course-form.tsx';
import { modulesPage } from './course-videos-path.ts';
import { DraftNotice } from './draft-notice.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(THUMBNAIL_TOO_LARGE) },
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta('Edit Course', 'Change the title, description, picture and price of a course.');

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const { ownerId } = authoredCourse(context.get(actorContext), params.id);
  const { title, description, category, priceMinor, firstLessonFree, thumbnail, updatedAt, isDraft } =
    courseById(params.id);
  return {
    course: {
      title,
      description,
      category: category ?? '',
      price: priceMinor === null ? '' : priceText(priceMinor),
      firstLessonFree: firstLessonFree ? 'on' : '',
    },
    thumbnail,
    updated: formatInstantAsDate(updatedAt, timeZoneOf(request)),
    storage: storageUse(ownerId),
    completion: completionOf(params.id),
    isDraft,
    formKey: newToken(),
  };
};

const saveCourse = uploadAction({
  read({ actor, params, upload }) {
    const { ownerId } = authoredCourse(actor, params.id ?? '');
    return readThumbnailUpload({ actor, upload, ownerId, keepFields: true });
  },
  perform: (form, { actor, params }) => changeCourse(actor, params.id ?? '', form),
  outcome: () => redirectWithToast('/admin/courses', COURSE_SAVED),
});

/** The form of the completion has no intent. */
const changeState = intentAction(
  {
    completion: form({
      schema: completionSchema,
      perform: (input, { actor, params }) => setCompletion(actor, params.id ?? '', input),
      outcome: (_, { params }) =>
        redirectWithToast(`/admin/courses/${encodeURIComponent(params.id ?? '')}/edit`, COMPLETION_SAVED),
      details: () => ({ ofCompletion: true }),
    }),
    duplicate: form({
      schema: z.object({}),
      perform: (_, { actor, params, form: fields }) =>
        duplicateCourse(actor, params.id ?? '', idempotencyKeyOf(fields, {})),
      outcome: ({ id }) => redirectWithToast(modulesPage(id), COURSE_DUPLICATED),
    }),
    publish: form({
      schema: z.object({}),
      perform: (_, { actor, params }) => publishDraft(actor, params.id ?? ''),
      outcome: () => redirectWithToast('/admin/courses', COURSE_PUBLISHED),
    }),
  },
  undefined,
  (fields) => String(fields.get('intent') ?? 'completion'),
);

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? saveCourse(args) : changeState(args)),
  { intents: ['save', ...changeState.intents] },
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
        title="Edit Course"
        crumbs={[{ label: 'My Courses', to: '/admin/courses' }, { label: 'Edit Course' }]}
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/admin/courses/${params.id}/learners`} variant="secondary">
              Learners
            </ButtonLink>
            <ButtonLink to={`/admin/course-videos?courseId=${params.id}`} variant="secondary">
              Modules and lessons
            </ButtonLink>
          </div>
        }
      />
      <DraftNotice courseId={params.id} isDraft={loaderData.isDraft} />
      <CourseForm
        {...loaderData}
        failure={ofCompletion || actionData?.intent === 'duplicate' ? undefined : actionData}
        button="Save Changes"
        pending={sending && !sendsCompletion && formData?.has('intent') === false}
        pendingText="Saving..."
      />
      <CompletionForm
        completion={loaderData.completion}
        failure={ofCompletion ? actionData : undefined}
        pending={sendsCompletion}
      />
      <Card className="mt-6 grid gap-3">
        <h2 className="text-xl">Duplicate</h2>
        <p>
          Makes a draft with the same modules, lessons, quizzes, files, captions, price and completion,
          without learners and coupons.
        </p>
        <FormAlert errors={actionData?.intent === 'duplicate' ? actionData.message : null} />
        <Form method="post">
          <input type="hidden" name="formKey" value={loaderData.formKey} />
          <SubmitButton
            name="intent"
            value="duplicate"
            variant="secondary"
            pending={sending && formData?.get('intent') === 'duplicate'}
            pendingText="Duplicating..."
          >
            Duplicate
          </SubmitButton>
        </Form>
      </Card>
    </div>
  );
}
