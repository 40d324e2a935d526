import { FolderPlus } from 'lucide';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useFetcher, useLocation, useSearchParams } from 'react-router';
import { completionOf } from '#app/courses/completion/completion-fields.server.ts';
import { isConverting } from '#app/courses/conversions/conversion.ts';
import { conversionsOf } from '#app/courses/conversions/conversion-state.server.ts';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { lessonNotDeleted, moduleNotDeleted } from '#app/courses/texts.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { andChooseSmaller, MOST_VIDEO_FORM, videoTooLarge } from '#app/files/media/texts.ts';
import { changeCourse, uploadLesson } from '#app/routes/courses/course-videos.server.ts';
import { defaultTexts, noAnswer } from '#app/routes/error-texts.ts';
import { isUpload } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { ActionAlert, EmptyState, RetryAlert } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { CONVERSION_POLL_MS, usePolling } from '#app/ui/polling.ts';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/course-videos';
import { DraftNotice, UnpublishedNotice } from './course-notices.tsx';
import { CourseDialogs, type DeleteAnswer } from './course-videos-dialogs.tsx';
import { AddModule, ModulePanel, UnsavedModulePanel, useUnsavedModules } from './module-panel.tsx';

export const handle = {
  upload: { bytes: MOST_VIDEO_FORM, tooLarge: andChooseSmaller(videoTooLarge) },
  errorText: () => ({
    ...defaultTexts(),
    forms: {
      'add-module': {
        failed: t('courseVideos.somethingWentWrong'),
        unanswered: t('courseVideos.theServerDidNotAnswer'),
        lookAt: t('errorTexts.thisPageOnceItIsReloaded'),
        toast: (message: string) => t('courseVideos.theModuleWasNotSavedMessage', { message }),
      },
      'delete-module': {
        failed: t('common.somethingWentWrong'),
        unanswered: noAnswer(),
        toast: moduleNotDeleted,
      },
      'delete-lesson': { failed: lessonNotDeleted(), toast: () => lessonNotDeleted() },
    },
  }),
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('courseVideos.courseModules'), t('courseVideos.editTheModulesAndLessons'));

const courseOf = ({ searchParams }: URL) => searchParams.get('courseId');

/** Dialogs and forms open by the URL, without new data. When one closes, the course may have changed. */
export function shouldRevalidate(navigation: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = navigation;
  const opensView =
    currentUrl.pathname === nextUrl.pathname &&
    courseOf(currentUrl) === courseOf(nextUrl) &&
    nextUrl.searchParams.size > currentUrl.searchParams.size;
  return opensView && !formMethod ? false : defaultShouldRevalidate;
}

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const courseId = url.searchParams.get('courseId') ?? '';
  let ownerId: string;
  try {
    ownerId = authoredCourse(context.get(actorContext), courseId).ownerId;
  } catch (error) {
    // This page has its own text for a missing course.
    if (error instanceof AppError && error.code === 'not-found') {
      return data({ course: null, storage: null }, { status: 404 });
    }
    throw error;
  }
  const { id, title, modules, unpublication, isDraft } = courseById(courseId);
  const videoPaths = modules.flatMap(({ lessons }) => lessons.map(({ videoPath }) => videoPath));
  const conversions = Object.fromEntries(conversionsOf(videoPaths));
  return {
    course: {
      id,
      title,
      modules,
      unpublication,
      isDraft,
      completion: completionOf(id),
      conversions,
    },
    storage: storageUse(ownerId),
  };
};

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? uploadLesson(args) : changeCourse(args)),
  { intents: [...changeCourse.intents, 'lesson'] },
);

type LoadedCourse = NonNullable<Route.ComponentProps['loaderData']['course']>;
type ModulesProps = { course: LoadedCourse; change: ReturnType<typeof useFetcher<DeleteAnswer>> };

function Modules({ course: { id, modules, conversions }, change }: ModulesProps) {
  const [search] = useSearchParams();
  const busy = change.state === 'idle' ? undefined : change.formData;
  const open = openModule(modules, search);
  return modules.map((module, index) => (
    <ModulePanel
      key={module.id}
      courseId={id}
      module={module}
      conversions={conversions}
      open={module.id === open}
      position={index + 1}
      first={index === 0}
      last={index === modules.length - 1}
      renaming={search.get('rename') === module.id}
      leaving={busy?.get('intent') === 'delete-module' && busy.get('id') === module.id}
      leavingLesson={busy?.get('intent') === 'delete-lesson' ? String(busy.get('id')) : undefined}
    />
  ));
}

type HeaderProps = { course: LoadedCourse; isEmpty: boolean };

const Header = ({ course: { id, title }, isEmpty }: HeaderProps) => (
  <PageHeader
    title={t('courseVideos.courseModules')}
    lead={t('courseVideos.manageYourCourseContentAndLessons')}
    crumbs={[{ label: t('common.myCourses'), to: '/admin/courses' }, { label: title }]}
    actions={
      <>
        <ButtonLink to={`/course/${id}`} variant="secondary">
          {t('common.viewAsLearner')}
        </ButtonLink>
        <ButtonLink to={`/admin/courses/${id}/edit`} variant="secondary">
          {t('common.editCourse')}
        </ButtonLink>
        {!isEmpty && <AddModule courseId={id} label={t('courseVideos.addModule')} />}
      </>
    }
  />
);

/** What the dialog that uploaded a video has to say. */
function Notice() {
  const notice = (useLocation().state as { notice?: string | null } | null)?.notice;
  return (
    notice && (
      <div className="mb-4">
        <Alert tone="info">{notice}</Alert>
      </div>
    )
  );
}

export default function CourseVideos({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const change = useFetcher<DeleteAnswer>({ key: 'course-videos' });
  const failure = actionData?.ok === false ? actionData : undefined;
  const isOfLesson = failure?.intent === 'lesson';
  const { unsaved, drop } = useUnsavedModules(failure);
  usePolling(Object.values(loaderData.course?.conversions ?? {}).some(isConverting), CONVERSION_POLL_MS);
  if (!loaderData.course) {
    return (
      <PageHeader
        title={t('courseVideos.courseNotFound')}
        lead={t('courseVideos.theCourseIdIsMissingOrInvalid')}
        actions={<ButtonLink to="/admin/courses">{t('courseVideos.backToMyCourses')}</ButtonLink>}
      />
    );
  }
  const { id, modules } = loaderData.course;
  const isEmpty = modules.length + unsaved.length === 0;
  return (
    <>
      <PageToast toast={change.data?.toast} />
      <PageToast toast={actionData?.toast} />
      <RetryAlert fetcher={change} />
      {!isOfLesson && <ActionAlert answer={failure} />}
      <Header course={loaderData.course} isEmpty={isEmpty} />
      <DraftNotice
        courseId={id}
        isDraft={loaderData.course.isDraft}
        completion={loaderData.course.completion}
      />
      <UnpublishedNotice unpublication={loaderData.course.unpublication} />
      <Notice />
      {isEmpty ? (
        <EmptyState
          title={t('courseVideos.noModulesYet')}
          icon={FolderPlus}
          action={<AddModule courseId={id} label={t('courseVideos.createFirstModule')} />}
        />
      ) : (
        <div className="grid gap-4">
          <Modules course={loaderData.course} change={change} />
          {unsaved.map((module, index) => (
            <UnsavedModulePanel
              key={module.id}
              courseId={id}
              id={module.id}
              number={modules.length + index + 1}
              onDrop={() => drop(module.id)}
            />
          ))}
        </div>
      )}
      <CourseDialogs
        course={loaderData.course}
        storage={loaderData.storage}
        search={search}
        change={change}
        failure={isOfLesson ? failure : undefined}
      />
    </>
  );
}

/** The open module: the one in the URL or of its dialog, or else the first. */
function openModule(modules: LoadedCourse['modules'], search: URLSearchParams): string | undefined {
  const named = new Set(
    ['open', 'addLesson', 'deleteModule', 'editLesson', 'play', 'deleteLesson'].map((name) =>
      search.get(name),
    ),
  );
  const found = modules.find(
    ({ id, lessons }) => named.has(id) || lessons.some((lesson) => named.has(lesson.id)),
  );
  return (found ?? modules[0])?.id;
}
