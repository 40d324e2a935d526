import { GraduationCap } from 'lucide';
import { Link } from 'react-router';
import { myCompletionsOf, pastCompletions } from '#app/courses/completion/my-completion.server.ts';
import { myLearning } from '#app/courses/progress/my-learning.server.ts';
import { certificateForm } from '#app/routes/courses/learner-actions.server.ts';
import { intentAction } from '#app/routes/form.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { Progress } from '#app/ui/figures.tsx';
import { formState } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge, EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, Card, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/my-learning';
import { CompletionCertificate, completedFacts } from './completed-course.tsx';
import { CourseThumbnail } from './course-card.tsx';
import { OpenLearned } from './lesson-marks.tsx';

export const meta = () =>
  pageMeta(t('common.myLearning'), t('myLearning.theCoursesThatYouHaveBegunAndFinished'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(listQuerySchema), ({ cursor }) => {
    const zone = timeZoneOf(request);
    const actor = context.get(actorContext);
    const { courses, nextCursor } = myLearning(actor, { cursor });
    const completions = myCompletionsOf(
      actor,
      courses.map(({ id }) => id),
    );
    const rows = courses.map(({ activeAt, enrolledAt, ...course }) => ({
      ...course,
      completed: completedFacts(completions.get(course.id) ?? null, zone),
      when:
        activeAt !== null
          ? t('myLearning.lastActiveOnActiveat', { activeAt: formatInstantAsDate(activeAt, zone) })
          : t('myLearning.enrolledOnEnrolledat', { enrolledAt: formatInstantAsDate(enrolledAt, zone) }),
    }));
    const past =
      cursor === undefined
        ? pastCompletions(actor).map((completion) => ({
            id: completion.id,
            title: completion.title,
            completed: completedFacts(completion, zone),
          }))
        : [];
    return { rows, nextCursor, past };
  });

export const action = intentAction({
  certificate: certificateForm((_, courseId) => ({ courseId, page: '/my-learning' })),
});

type Row = Route.ComponentProps['loaderData']['rows'][number];

type LearnedCourseProps = { course: Row; failure: FormError | undefined };

function LearnedCourse({ course, failure }: LearnedCourseProps) {
  return (
    <Card flush className="flex flex-col overflow-hidden">
      <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 48rem) 92vw, 30rem" />
      <div className="grid flex-1 content-start gap-4 p-5">
        <div className="grid gap-1">
          <h2 className="text-xl">
            {course.isOpen ? (
              <Link to={`/course/${course.id}`} className="hover:underline">
                {course.title}
              </Link>
            ) : (
              course.title
            )}
          </h2>
          <p className="text-sm text-muted">
            {course.completed ? t('myLearning.completedOnOn', { on: course.completed.on }) : course.when}
          </p>
        </div>
        <Progress
          label={t('common.doneOfTotalLessonsDone', { done: course.done, total: course.total })}
          value={course.percent}
        />
        <div className="flex flex-wrap items-center gap-3">
          {course.completed && <Badge tone="success">{t('myLearning.completed')}</Badge>}
          {course.isOpen ? (
            <OpenLearned {...course} />
          ) : (
            <p>{t('common.thisCourseIsNotAvailableAtTheMoment')}</p>
          )}
        </div>
        {course.completed && <CompletionCertificate completed={course.completed} failure={failure} />}
      </div>
    </Card>
  );
}

type PastProps = Pick<Route.ComponentProps['loaderData'], 'past'> & { failure: FormError | undefined };

function Past({ past, failure }: PastProps) {
  const failedCourse = formState(failure).value('courseId');
  return (
    <section aria-labelledby="past-heading" className="mt-8 grid gap-4">
      <h2 id="past-heading" className="text-xl">
        {t('myLearning.completedEarlier')}
      </h2>
      <ul className="grid gap-4">
        {past.map(({ id, title, completed }) => (
          <li key={id}>
            <Card className="grid gap-3">
              <h3 className="text-lg">{title}</h3>
              {completed && (
                <>
                  <p className="text-sm text-muted">{t('myLearning.completedOnOn', { on: completed.on })}</p>
                  <CompletionCertificate
                    completed={completed}
                    failure={failedCourse === completed.courseId ? failure : undefined}
                  />
                </>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function MyLearning({ loaderData, actionData }: Route.ComponentProps) {
  const { past } = loaderData;
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  const failedCourse = formState(failure).value('courseId');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.myLearning')} lead={t('myLearning.theCoursesInWhichYouAreEnrolled')} />
      <ListPage
        list={loaderData}
        empty={
          past.length === 0 && (
            <EmptyState
              title={t('common.noCoursesYet')}
              icon={GraduationCap}
              action={<ButtonLink to="/courses">{t('common.browseCourses')}</ButtonLink>}
            >
              {t('myLearning.enrolInACourseAndFindItHere')}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
            {rows.map((course) => (
              <LearnedCourse
                key={course.id}
                course={course}
                failure={failedCourse === course.id ? failure : undefined}
              />
            ))}
          </div>
        )}
      </ListPage>
      {past.length > 0 && <Past past={past} failure={failure} />}
    </>
  );
}
