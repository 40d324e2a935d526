import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';
import { myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { ratingSchema } from '#app/courses/course.schema.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { rated } from '#app/courses/texts.ts';
import { learnerActions, QUIZ_FORM_FIELDS, quizActions } from '#app/routes/courses/learner-actions.server.ts';
import { shownCourse } from '#app/routes/courses/shown-course.server.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { Progress, StatTile, StatTiles } from '#app/ui/figures.tsx';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { CompletedCourse, completedFacts } from './completed-course.tsx';
import { CourseContent, LessonSearch } from './course-content.tsx';
import { CourseLesson } from './course-lesson.tsx';
import { DraftNotice, UnpublishedNotice } from './course-notices.tsx';
import { CourseSidebar } from './course-sidebar.tsx';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(
    loaderData?.course.title ?? t('common.course'),
    loaderData?.course.description.slice(0, 160) || t('course.aCourseWithVideoLessons'),
  );

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const zone = timeZoneOf(request);
  const shown = shownCourse(actor, params.id, { url, zone });
  return { ...shown, completed: completedFacts(myCompletion(actor, shown.course.id), zone) };
};

/** After a conflict the page is out of date: the attempt has ended in another tab, for example. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

/** Redirects to the same page with a toast. */
const again =
  (message: () => string) =>
  (_: unknown, { params, url }: Submission) =>
    redirectWithToast(`/course/${encodeURIComponent(params.id ?? '')}${url.search}`, message());

export const action = intentAction(
  {
    ...quizActions,
    ...learnerActions,
    enrol: form({
      schema: z.object({}),
      perform: (_, { actor, params }) => enrol(actor, params.id ?? ''),
      outcome: again(enrolledTexts),
    }),
    rate: form({
      schema: ratingSchema,
      missingMessage: () => t('course.pleaseChoose1To5Stars'),
      perform: (input, { actor, params }) => rateCourse(actor, params.id ?? '', input),
      outcome: again(rated),
    }),
  },
  { bytes: LONG_FORM_BYTES, fields: QUIZ_FORM_FIELDS },
);

type Loaded = Route.ComponentProps['loaderData'];

const Content = ({ course, modules, selected, progress, search }: Loaded) => (
  <section aria-labelledby="content-heading">
    <h2 id="content-heading" className="mb-3 text-xl">
      {t('course.courseContent')}
    </h2>
    {progress && (
      <div className="mb-4">
        <Progress
          label={t('common.doneOfTotalLessonsDone', { done: progress.done, total: progress.total })}
          value={progress.percent}
        />
      </div>
    )}
    {course.lessonCount > 0 && <LessonSearch {...search} lessonId={selected?.id} />}
    <CourseContent modules={modules} selected={selected} mustBuy={course.mustBuy} />
  </section>
);

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, selected, completed } = loaderData;
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={course.title}
        crumbs={[{ label: t('common.courses'), to: '/courses' }, { label: course.title }]}
      />
      <DraftNotice courseId={course.id} isDraft={course.isDraft} />
      <UnpublishedNotice unpublication={course.unpublication} />
      {course.isKept && (
        <div className="mb-6">
          <Alert title={t('course.thisCourseIsNoLongerOffered')}>
            {t('course.youHaveBoughtItAndKeepIt')}
          </Alert>
        </div>
      )}
      <ActionAlert answer={actionData} />
      <p dir="auto" className="course-description">
        {course.description}
      </p>
      <div className="my-6">
        <StatTiles>
          <StatTile label={t('common.modules')} value={course.moduleCount} />
          <StatTile label={t('common.lessons')} value={course.lessonCount} />
          <StatTile label={t('common.duration')} value={course.duration} />
          <StatTile
            label={t('common.created')}
            value={<span className="whitespace-nowrap max-sm:text-lg">{course.created}</span>}
          />
        </StatTiles>
      </div>
      <div className="course-columns">
        <div className="grid min-w-0 content-start gap-6">
          {completed && (
            <CompletedCourse
              completed={completed}
              failure={failure?.intent === 'certificate' ? failure : undefined}
            />
          )}
          {selected ? (
            <CourseLesson {...loaderData} selected={selected} failure={failure} />
          ) : (
            course.lessonCount > 0 && <Alert tone="info">{t('course.chooseALessonFromTheCourse')}</Alert>
          )}
          <Content {...loaderData} />
        </div>
        <CourseSidebar {...loaderData} />
      </div>
    </>
  );
}
