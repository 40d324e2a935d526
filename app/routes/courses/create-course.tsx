import { useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { courseDrafted, courseNotPublished, coursePublished } from '#app/courses/texts.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { andChooseSmaller, MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { publishCourse, readThumbnailUpload } from '#app/routes/courses/uploads.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/create-course';
import { CourseForm } from './course-form.tsx';
import { modulesPage } from './course-videos-path.ts';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(thumbnailTooLarge) },
  errorText: () => ({ failed: courseNotPublished(), lookAt: t('common.courses') }),
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.createCourse'), t('createCourse.publishANewCourseWithATitle'));

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'courses');
  return {
    updated: formatInstantAsDate(now(), timeZoneOf(request)),
    storage: storageUse(actor.user.id),
  };
};

export const action = uploadAction({
  read({ actor, upload }) {
    requireIssuer(actor, 'courses');
    return readThumbnailUpload({ actor, upload, ownerId: actor.organisation.id, keepFields: true });
  },
  perform: (form, { actor }) => publishCourse(actor, form),
  outcome: ({ id, isDraft }) =>
    isDraft
      ? redirectWithToast(modulesPage(id), courseDrafted())
      : redirectWithToast('/admin/courses', coursePublished()),
});

export default function CreateCourse({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formAction === '/admin/create-course';
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.createCourse')}
        crumbs={[{ label: t('common.myCourses'), to: '/admin/courses' }, { label: t('common.createCourse') }]}
      />
      <CourseForm
        failure={actionData}
        storage={loaderData.storage}
        updated={loaderData.updated}
        button={t('common.publishCourse')}
        draftButton={t('createCourse.saveAsDraft')}
        pending={pending}
        pendingText={t('createCourse.publishing')}
      />
    </div>
  );
}
