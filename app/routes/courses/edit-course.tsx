import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { storageUse } from '#app/courses/media/storage.server.ts';
import { priceText } from '#app/courses/price.ts';
import { COURSE_SAVED } from '#app/courses/texts.ts';
import { updateCourse } from '#app/courses/update-course.server.ts';
import { readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { timeZoneOf } from '#app/server/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/edit-course';
import { CourseFields } from './course-fields.tsx';
import { StorageNote } from './storage-note.tsx';
import { ThumbnailPicker } from './thumbnail-picker.tsx';

export const meta = () =>
  pageMeta('Edit Course', 'Change the title, description, picture and price of a course.');

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const { ownerId } = authoredCourse(context.get(actorContext), params.id);
    const { title, description, category, priceMinor, firstLessonFree, thumbnail, updatedAt } = courseById(
      params.id,
    );
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
    };
  });

export const action = uploadAction({
  read({ actor, params, upload }) {
    const { ownerId } = authoredCourse(actor, params.id ?? '');
    return readThumbnailUpload({ actor, upload, ownerId, keepFields: true });
  },
  perform: ({ fields, file }, { actor, params }) => updateCourse(actor, params.id ?? '', fields, file),
  outcome: () => redirectWithToast('/admin/courses', COURSE_SAVED),
});

export default function EditCourse({ loaderData, actionData, params }: Route.ComponentProps) {
  const { course, thumbnail, updated, storage } = loaderData;
  const pending = useNavigation().formAction?.endsWith('/edit');
  const form = useRef<HTMLFormElement>(null);
  const state = formState(actionData);
  useFocusFirstError(form, actionData);
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Edit Course"
        crumbs={[{ label: 'My Courses', to: '/admin/courses' }, { label: 'Edit Course' }]}
        actions={
          <ButtonLink to={`/admin/course-videos?courseId=${params.id}`} variant="secondary">
            Modules and lessons
          </ButtonLink>
        }
      />
      <Card>
        <Form ref={form} method="post" encType="multipart/form-data" noValidate className="form">
          <FormAlert errors={actionData?.message} />
          <ThumbnailPicker errors={state.errors('thumbnail')} current={thumbnail} />
          <StorageNote {...storage} />
          <CourseFields {...state} course={course} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-sm text-muted">Last Updated: {updated}</p>
            <SubmitButton pending={pending} pendingText="Saving...">
              Save Changes
            </SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
