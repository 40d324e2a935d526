import { GraduationCap } from 'lucide';
import { Link } from 'react-router';
import { myLearning } from '#app/courses/progress/my-learning.server.ts';
import { listQuery } from '#app/routes/pieces/certificates/list-query.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { Route } from './+types/my-learning';

export const meta = () => pageMeta('My Learning', 'The courses that you have begun and finished.');

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const { cursor } = listQuery(url.searchParams);
  const zone = timeZoneOf(request);
  const { courses, nextCursor } = myLearning(
    context.get(actorContext),
    parseInput(listQuerySchema, { cursor }),
  );
  const rows = courses.map(({ completedAt, activeAt, enrolledAt, ...course }) => ({
    ...course,
    isCompleted: completedAt !== null,
    when:
      completedAt !== null
        ? `Completed on ${formatInstantAsDate(completedAt, zone)}`
        : activeAt !== null
          ? `Last active on ${formatInstantAsDate(activeAt, zone)}`
          : `Enrolled on ${formatInstantAsDate(enrolledAt, zone)}`,
  }));
  return { rows, cursor: cursor ?? null, nextCursor };
};

type Row = Route.ComponentProps['loaderData']['rows'][number];

function LearnedCourse({ course }: { course: Row }) {
  const path = `/course/${course.id}`;
  return (
    <Card className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">
          {course.isOpen ? (
            <Link to={path} className="hover:underline">
              {course.title}
            </Link>
          ) : (
            course.title
          )}
        </h2>
        <p className="text-sm text-muted">{course.when}</p>
      </div>
      <Progress label={`${course.done} of ${course.total} lessons done`} value={course.percent} />
      <div className="flex flex-wrap items-center gap-3">
        {course.isCompleted && <Badge tone="success">Completed</Badge>}
        {!course.isOpen ? (
          <p>This course is not available at the moment.</p>
        ) : (
          <ButtonLink
            to={path}
            variant={course.isCompleted ? 'secondary' : 'primary'}
            aria-label={`Continue: ${course.title}`}
          >
            Continue
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

export default function MyLearning({ loaderData }: Route.ComponentProps) {
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader title="My Learning" lead="The courses in which you are enrolled." />
      {rows.length === 0 && to === null ? (
        <EmptyState
          title="No courses yet"
          icon={GraduationCap}
          action={<ButtonLink to="/courses">Browse courses</ButtonLink>}
        >
          Enrol in a course, and find it here.
        </EmptyState>
      ) : (
        <div className="grid gap-5 md:grid-cols-2">
          {rows.map((course) => (
            <LearnedCourse key={course.id} course={course} />
          ))}
        </div>
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
