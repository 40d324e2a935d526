import { useLocation } from 'react-router';
import { z } from 'zod';
import { catalogueSchema } from '#app/courses/course.schema.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { republishCourse } from '#app/courses/publish-course.server.ts';
import { courseRepublished } from '#app/courses/texts.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge, type Column, EmptyState } from '#app/ui/list-parts.tsx';
import { IdText, PageHeader, PathLink, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/courses';

export const meta = () => pageMeta(t('common.manageCourses'), t('courses.openUnpublishAndRemoveTheCourses'));

const PATH = '/superadmin/courses';

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(catalogueSchema), ({ q, cursor }) => {
    const { courses, nextCursor } = listAuthoredCourses(context.get(actorContext), { q, cursor });
    const zone = timeZoneOf(request);
    return {
      rows: courses.map(({ id, title, creator, studentsEnrolled, createdAt, isDraft, unpublication }) => ({
        id,
        title,
        author: creator.username,
        students: studentsEnrolled,
        created: formatInstantAsDate(createdAt, zone),
        isDraft,
        unpublishedReason: unpublication?.reason ?? null,
      })),
      nextCursor,
    };
  });

/** Publishes a course again. Unpublishing and removing have their own pages, which ask for a reason. */
export const action = formAction(
  form({
    schema: z.object({ courseId: z.string().max(64) }),
    perform: ({ courseId }, { actor }) => republishCourse(actor, courseId),
    outcome: () => ({
      ok: true as const,
      toast: { kind: 'success' as const, message: courseRepublished() },
    }),
  }),
);

type Row = Route.ComponentProps['loaderData']['rows'][number];

/** @param search of the list, to which the linked pages return */
const columns = (search: string): Column<Row>[] => [
  {
    header: t('common.course'),
    cell: ({ id, title }) => (
      <PathLink href={`/course/${id}`} className="link breakable">
        <bdi>{title}</bdi>
      </PathLink>
    ),
  },
  { header: t('common.author'), cell: ({ author }) => <IdText>{author}</IdText> },
  { header: t('common.created'), cell: ({ created }) => created },
  { header: t('common.students'), cell: ({ students }) => students },
  {
    header: t('common.status'),
    cell: ({ unpublishedReason: reason, isDraft }) =>
      reason === null && isDraft ? (
        <Badge>{t('common.draft')}</Badge>
      ) : reason === null ? (
        <Badge tone="success">{t('courses.published')}</Badge>
      ) : (
        <>
          <Badge tone="warning">{t('common.unpublished')}</Badge>
          <span className="breakable mt-1 block text-muted">{reason}</span>
        </>
      ),
  },
  {
    header: t('common.decide'),
    screenOnly: true,
    cell: ({ id, title, unpublishedReason }) => (
      <span className="row-links">
        {unpublishedReason === null ? (
          <PathLink className="link" href={`${PATH}/${id}/unpublication${search}`}>
            {rich('courses.unpublishTitle', { title: <span className="sr-only"> {title}</span> })}
          </PathLink>
        ) : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="courseId" value={id} />
            <SubmitButton
              size="small"
              variant="secondary"
              aria-label={t('courses.publishTitleAgain', { title })}
            >
              {t('courses.publishAgain')}
            </SubmitButton>
          </Form>
        )}
        <PathLink className="link" href={`${PATH}/${id}/removal${search}`}>
          {rich('courses.removeTitle', { title: <span className="sr-only"> {title}</span> })}
        </PathLink>
      </span>
    ),
  },
];

export default function ManageCourses({ loaderData, actionData }: Route.ComponentProps) {
  const { q, cursor } = loaderData;
  const { search } = useLocation();
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.manageCourses')}
        lead={t('courses.learnersStayEnrolledInUnpublishedCourses')}
      />
      <ListPage
        list={loaderData}
        search={{ label: t('courses.searchCourses2'), action: PATH, always: true }}
        empty={
          <EmptyState title={cursor ? t('common.noMoreCourses') : t('common.noCoursesFound')}>
            {!cursor &&
              (q
                ? t('common.noCoursesMatchYourSearch')
                : t('courses.coursesThatIssuersPublishAreListedHere'))}
          </EmptyState>
        }
        table={{ caption: t('common.courses'), columns: columns(search), rowKey: ({ id }) => id }}
      />
    </>
  );
}
