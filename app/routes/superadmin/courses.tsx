import { Form, useLocation } from 'react-router';
import { z } from 'zod';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { COURSE_REPUBLISHED } from '#app/courses/texts.ts';
import { republishCourse } from '#app/courses/unpublish-course.server.ts';
import { catalogueQuery } from '#app/routes/courses/catalogue.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { PathLink } from '#app/ui/path-link.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/courses';

export const meta = () =>
  pageMeta('Manage Courses', 'Open, unpublish and remove the courses of every institution.');

const PATH = '/superadmin/courses';

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const { q, cursor } = catalogueQuery(url.searchParams);
  const { courses, nextCursor } = listAuthoredCourses(context.get(actorContext), { q, cursor });
  const zone = timeZoneOf(request);
  return {
    rows: courses.map(({ id, title, creator, studentsEnrolled, createdAt, unpublication }) => ({
      id,
      title,
      author: creator.username,
      students: studentsEnrolled,
      created: formatInstantAsDate(createdAt, zone),
      unpublishedReason: unpublication?.reason ?? null,
    })),
    cursor: cursor ?? null,
    nextCursor,
    q: q ?? '',
  };
};

/** Publishes a course again. Unpublishing and removing have their own pages, which ask for a reason. */
export const action = formAction(
  form({
    schema: z.object({ courseId: z.string().max(64) }),
    perform: ({ courseId }, { actor }) => republishCourse(actor, courseId),
    outcome: () => ({
      ok: true as const,
      toast: { kind: 'success' as const, message: COURSE_REPUBLISHED },
    }),
  }),
);

type Row = Route.ComponentProps['loaderData']['rows'][number];

/** @param search of the list, to which the linked pages return */
const columns = (search: string): Column<Row>[] => [
  {
    header: 'Course',
    cell: ({ id, title }) => (
      <PathLink href={`/course/${id}`} className="link breakable">
        {title}
      </PathLink>
    ),
  },
  { header: 'Author', cell: ({ author }) => <IdText>{author}</IdText> },
  { header: 'Created', cell: ({ created }) => created },
  { header: 'Students', cell: ({ students }) => students },
  {
    header: 'Status',
    cell: ({ unpublishedReason: reason }) =>
      reason === null ? (
        <Badge tone="success">Published</Badge>
      ) : (
        <>
          <Badge tone="warning">Unpublished</Badge>
          <span className="breakable mt-1 block text-muted">{reason}</span>
        </>
      ),
  },
  {
    header: 'Decide',
    screenOnly: true,
    cell: ({ id, title, unpublishedReason }) => (
      <span className="row-links">
        {unpublishedReason === null ? (
          <PathLink className="link" href={`${PATH}/${id}/unpublication${search}`}>
            Unpublish<span className="sr-only"> {title}</span>
          </PathLink>
        ) : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="courseId" value={id} />
            <SubmitButton size="small" variant="secondary" aria-label={`Publish ${title} again`}>
              Publish again
            </SubmitButton>
          </Form>
        )}
        <PathLink className="link" href={`${PATH}/${id}/removal${search}`}>
          Remove<span className="sr-only"> {title}</span>
        </PathLink>
      </span>
    ),
  },
];

export default function ManageCourses({ loaderData, actionData }: Route.ComponentProps) {
  const { q, cursor } = loaderData;
  const { search } = useLocation();
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Manage Courses"
        lead="Learners stay enrolled in unpublished courses, but only buyers can open them. Authors get a mail with the reason."
      />
      <div className="mb-6">
        <SearchBox label="Search courses" defaultValue={q} action={PATH} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={cursor ? 'No more courses' : 'No courses found'}>
          {!cursor && (q ? 'No courses match your search.' : 'Courses that issuers publish are listed here.')}
        </EmptyState>
      ) : (
        <Table caption="Courses" columns={columns(search)} rowKey={({ id }) => id} groups={[{ rows }]} />
      )}
      <LoadMore {...more} />
    </>
  );
}
