import { useNavigation } from 'react-router';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { priceText } from '#app/courses/price.ts';
import { COURSE_SAVED } from '#app/courses/texts.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { andChooseSmaller, MOST_PICTURE_FORM, THUMBNAIL_TOO_LARGE } from '#app/files/media/texts.ts';
import { changeCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/edit-course';
import { CourseForm } from './course-form.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(THUMBNAIL_TOO_LARGE) },
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta('Edit Course', 'Change the title, description, picture and price of a course.');

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
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
};

export const action = uploadAction({
  read({ actor, params, upload }) {
    const { ownerId } = authoredCourse(actor, params.id ?? '');
    return readThumbnailUpload({ actor, upload, ownerId, keepFields: true });
  },
  perform: (form, { actor, params }) => changeCourse(actor, params.id ?? '', form),
  outcome: () => redirectWithToast('/admin/courses', COURSE_SAVED),
});

export default function EditCourse({ loaderData, actionData, params }: Route.ComponentProps) {
  const pending = useNavigation().formAction?.endsWith('/edit') ?? false;
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
      <CourseForm
        {...loaderData}
        failure={actionData}
        button="Save Changes"
        pending={pending}
        pendingText="Saving..."
      />
    </div>
  );
}
