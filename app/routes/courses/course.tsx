import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';
import { myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { ratingSchema } from '#app/courses/course.schema.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { rated } from '#app/courses/texts.ts';
import { learnerActions, QUIZ_FORM_FIELDS, quizActions } from '#app/routes/courses/learner-actions.server.ts';
import { shownAward, shownCourse, shownLearnerDraft } from '#app/routes/courses/shown-course.server.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestHolder, timeZoneOf } from '#app/server/session/context.server.ts';
import { Progress, StatTile, StatTiles } from '#app/ui/figures.tsx';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { CompletedCourse, completedFacts } from './completed-course.tsx';
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
  const completion = myCompletion(actor, shown.course.id);
  return {
    ...shown,
    completed: completedFacts(completion, zone),
    award: shownAward(request, requestHolder(request, context), completion),
    draft: completion ? null : shownLearnerDraft(actor, shown.course.id),
  };
};

/** After a conflict the page is out of date: the attempt has ended in another tab, for example. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

/** Redirects to the same page with a toast. */
const again =
  (message: () => string, hash = '') =>
  (_: unknown, { params, url }: Submission) =>
    redirectWithToast(`/course/${encodeURIComponent(params.id ?? '')}${url.search}${hash}`, message());

export const action = intentAction(
  {
    ...quizActions,
    ...learnerActions,
    enrol: form({
      schema: z.object({}),
      perform: (_, { actor, params }) => enrol(actor, params.id ?? ''),
      // The first lesson is next.
      outcome: again(enrolledTexts, '#lesson'),
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

/** What is done of a course, and the way to the lesson that is next, if another one is shown. */
const Begun = ({ progress, continueWith, selected }: Loaded) =>
  progress && (
    <div className="mb-6 grid gap-3">
      <Progress
        label={t('common.doneOfTotalLessonsDone', { done: progress.done, total: progress.total })}
        value={progress.percent}
      />
      {continueWith && continueWith.id !== selected?.id && (
        <p>
          <ButtonLink to={`?lesson=${continueWith.id}#lesson`} variant="secondary" className="max-w-full">
            {t('myLearning.continueTitle', { title: continueWith.title })}
          </ButtonLink>
        </p>
      )}
    </div>
  );

/** What the course is about: first on the page until a lesson is chosen, then after the lessons. */
const Description = ({ course, isBegun }: Loaded) => (
  <section
    aria-label={t('common.description')}
    className={isBegun ? 'grid content-start gap-6' : 'mb-6 grid gap-6'}
  >
    <p dir="auto" className="course-description">
      {course.description}
    </p>
    <StatTiles>
      <StatTile label={t('common.modules')} value={course.moduleCount} />
      <StatTile label={t('common.lessons')} value={course.lessonCount} />
      <StatTile label={t('common.duration')} value={course.duration} />
      <StatTile
        label={t('common.created')}
        value={<span className="whitespace-nowrap max-sm:text-lg">{course.created}</span>}
      />
    </StatTiles>
  </section>
);

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, selected, completed, award, isBegun } = loaderData;
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={course.title}
        crumbs={[{ label: t('common.courses'), to: '/courses' }, { label: course.title }]}
      />
      {completed && (
        <CompletedCourse
          completed={completed}
          award={award}
          failure={failure?.intent === 'certificate' ? failure : undefined}
        />
      )}
      <DraftNotice courseId={course.id} isDraft={course.isDraft} completion={loaderData.draftCompletion} />
      <UnpublishedNotice unpublication={course.unpublication} />
      {course.isKept && (
        <div className="mb-6">
          <Alert title={t('course.thisCourseIsNoLongerOffered')}>
            {t('course.youHaveBoughtItAndKeepIt')}
          </Alert>
        </div>
      )}
      <ActionAlert answer={actionData} />
      <Begun {...loaderData} />
      {!isBegun && <Description {...loaderData} />}
      <div className="course-columns">
        <div className="min-w-0">
          {selected ? (
            <CourseLesson {...loaderData} selected={selected} failure={failure} />
          ) : (
            course.lessonCount > 0 && <Alert tone="info">{t('course.chooseALessonFromTheCourse')}</Alert>
          )}
        </div>
        <CourseSidebar {...loaderData} />
        {isBegun && <Description {...loaderData} />}
      </div>
    </>
  );
}
